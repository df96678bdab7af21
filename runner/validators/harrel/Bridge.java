// A stream bridge to dev.harrel's validator: a card is what Jackson reads, and our schema with formats judges.
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import dev.harrel.jsonschema.FormatEvaluatorFactory;
import dev.harrel.jsonschema.Validator;
import dev.harrel.jsonschema.ValidatorFactory;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

class Bridge {
    // As the library sets up its own.
    static final JsonMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .build();
    static final Validator VALIDATOR =
            new ValidatorFactory().withEvaluatorFactory(new FormatEvaluatorFactory()).createValidator();

    static URI schema(Path file) {
        try {
            return VALIDATOR.registerSchema(Files.readString(file));
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static Map<String, Object> judge(byte[] text, URI schema) {
        JsonNode card;
        try {
            card = JSON.readTree(text);
        } catch (IOException | NumberFormatException error) { // the latter for an exponent of twenty digits
            return refusal("not JSON: " + error.getMessage());
        }
        if (card.isMissingNode()) {
            return refusal("not JSON: nothing there");
        }
        var result = VALIDATOR.validate(schema, card);
        var errors = result.getErrors().stream()
                .map(error -> Map.of("pointer", error.getInstanceLocation(), "message", error.getError())).toList();
        return Map.of("valid", result.isValid(), "errors", errors);
    }

    static Map<String, Object> refusal(String message) {
        return Map.of("valid", false, "errors", List.of(Map.of("message", message)));
    }

    public static void main(String[] arguments) throws IOException {
        var schemas = new HashMap<String, URI>();
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
            var asked = JSON.readTree(line);
            var dialect = asked.get("dialect").textValue();
            var schema = schemas.computeIfAbsent(dialect, it -> schema(Path.of(arguments[0], it, "card.schema.json")));
            var answer = new HashMap<>(judge(asked.get("card").binaryValue(), schema));
            answer.put("id", asked.get("id"));
            out.println(JSON.writeValueAsString(answer));
        }
    }
}
