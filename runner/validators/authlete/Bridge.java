// A stream bridge to Authlete's SD-JWT library, which leaves JWTs to its caller: Nimbus verifies the issuer's.
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.authlete.sd.SDJWT;
import com.authlete.sd.SDObjectDecoder;
import com.google.gson.Gson;
import com.google.gson.JsonElement;
import com.google.gson.JsonObject;
import com.google.gson.JsonParser;
import com.nimbusds.jose.JOSEException;
import com.nimbusds.jose.crypto.ECDSAVerifier;
import com.nimbusds.jose.jwk.ECKey;
import com.nimbusds.jwt.SignedJWT;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.text.ParseException;
import java.util.Base64;
import java.util.List;
import java.util.Map;

class Bridge {
    static final Gson JSON = new Gson();

    /** What is wrong with a card, or null. */
    static String judge(String card, JsonObject context) {
        try {
            var parsed = SDJWT.parse(card);
            if (parsed == null) {
                return "no SD-JWT";
            }
            var jwt = SignedJWT.parse(parsed.getCredentialJwt());
            if (!isSigned(jwt, issuerKeys(jwt, context))) {
                return "the signature is not one of the issuer's";
            }
            new SDObjectDecoder().decode(jwt.getJWTClaimsSet().toJSONObject(), parsed.getDisclosures());
            return null;
        } catch (ParseException | RuntimeException error) { // the latter is what it refuses a disclosure with
            return error.toString();
        }
    }

    /** Those that kid names, or all where it names none. */
    static List<JsonElement> issuerKeys(SignedJWT jwt, JsonObject context) {
        var keys = context.getAsJsonObject("issuer_keys").getAsJsonArray("keys").asList();
        var kid = JSON.toJsonTree(jwt.getHeader().getKeyID());
        var named = keys.stream().filter(key -> kid.equals(key.getAsJsonObject().get("kid"))).toList();
        return named.isEmpty() ? keys : named;
    }

    static boolean isSigned(SignedJWT jwt, List<JsonElement> keys) {
        for (var key : keys) {
            try {
                if (jwt.verify(new ECDSAVerifier(ECKey.parse(key.toString())))) {
                    return true;
                }
            } catch (ParseException | JOSEException | IllegalStateException error) {
                continue; // no key that it could have been signed with
            }
        }
        return false;
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, US_ASCII), 1 << 16);
        var out = new PrintWriter(System.out, false, US_ASCII);
        in.readLine();
        out.println("{\"agentcard-conformance\": 1}");
        while (true) {
            if (!in.ready()) {
                out.flush();
            }
            var line = in.readLine();
            if (line == null) {
                return;
            }
            var asked = JsonParser.parseString(line).getAsJsonObject();
            var card = new String(Base64.getDecoder().decode(asked.get("card").getAsString()), US_ASCII);
            var wrong = judge(card, asked.getAsJsonObject("context"));
            var errors = wrong == null ? List.of() : List.of(Map.of("message", wrong.replaceAll("[^ -~]", "?")));
            out.println(JSON.toJson(Map.of("id", asked.get("id"), "valid", wrong == null, "errors", errors)));
        }
    }
}
