// A stream bridge in Java: call your validator in judge. It needs nothing but Java 17.
//
//   agentcard-conformance doctor --validator "stream:java Bridge.java"

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.*;
import java.util.Base64;
import java.util.List;
import java.util.regex.Pattern;

class Bridge {
    static final List<String> DIALECTS = List.of("agentcard-draft-00"); // those that your validator reads
    static final String WELCOME = """
            {"agentcard-conformance": 1, "validator": {"name": "mine", "version": "0.1.0", "language": "Java"}, \
            "dialects": ["%s"]}""".formatted(String.join("\", \"", DIALECTS));

    // Java brings no JSON; none of these three values ever holds an escape. For a dialect with a context, take your
    // own JSON library: "context" is the last member of a question.
    static final Pattern QUESTION =
            Pattern.compile("\\{\"id\": *(\\d+), *\"dialect\": *\"([^\"]*)\", *\"card\": *\"([^\"]*)\".*");

    // What your validator finds wrong with a card, or null; this one accepts anything in braces.
    static String judge(byte[] card, String dialect) {
        var text = new String(card, UTF_8).strip();
        return text.startsWith("{") && text.endsWith("}") ? null : "not an object";
    }

    static String answer(String line) {
        var asked = QUESTION.matcher(line);
        if (!asked.matches()) {
            throw new IllegalArgumentException(line);
        }
        if (!DIALECTS.contains(asked.group(2))) {
            return "{\"id\": %s, \"skip\": \"a dialect that it does not read\"}".formatted(asked.group(1));
        }
        var wrong = judge(Base64.getDecoder().decode(asked.group(3)), asked.group(2));
        if (wrong == null) {
            return "{\"id\": %s, \"valid\": true}".formatted(asked.group(1));
        }
        var message = wrong.replaceAll("[^ !#-\\[\\]-~]", "?"); // what needs no escape
        return "{\"id\": %s, \"valid\": false, \"errors\": [{\"message\": \"%s\"}]}".formatted(asked.group(1), message);
    }

    public static void main(String[] arguments) throws IOException {
        var in = new BufferedReader(new InputStreamReader(System.in, UTF_8));
        var out = new PrintWriter(System.out, false, UTF_8);
        in.readLine();
        out.println(WELCOME);
        out.flush();
        for (String line; (line = in.readLine()) != null; ) {
            out.println(answer(line));
            if (!in.ready()) {
                out.flush(); // all that has arrived is answered
            }
        }
    }
}
