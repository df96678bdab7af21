// A stream bridge to networknt's validator: a card is what Jackson reads, and our schema with formats judges.
import static java.nio.charset.StandardCharsets.US_ASCII;

import com.networknt.schema.InputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SpecificationVersion;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import tools.jackson.core.JacksonException;
import tools.jackson.core.json.JsonWriteFeature;
import tools.jackson.databind.json.JsonMapper;

class Bridge {
    static final JsonMapper JSON = JsonMapper.builder().enable(JsonWriteFeature.ESCAPE_NON_ASCII).build();
    static final SchemaRegistry REGISTRY = SchemaRegistry.withDefaultDialect(SpecificationVersion.DRAFT_2020_12);

    static Schema schema(Path file) {
        try {
            return REGISTRY.getSchema(Files.readString(file), InputFormat.JSON);
        } catch (IOException error) {
            throw new UncheckedIOException(error);
        }
    }

    static List<String> judge(byte[] card, Schema schema) {
        try {
            return schema
                    .validate(JSON.readTree(card), run -> run.executionConfig(how -> how.formatAssertionsEnabled(true)))
                    .stream().map(Object::toString).toList();
        } catch (JacksonException error) {
            return List.of("not JSON: " + error.getOriginalMessage());
        }
    }

    public static void main(String[] arguments) throws IOException {
        var schemas = new HashMap<String, Schema>();
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
            var dialect = asked.get("dialect").stringValue();
            var schema = schemas.computeIfAbsent(dialect, it -> schema(Path.of(arguments[0], it, "card.schema.json")));
            var wrong = judge(asked.get("card").binaryValue(), schema);
            var errors = wrong.stream().map(message -> Map.of("message", message)).toList();
            out.println(JSON.writeValueAsString(
                    Map.of("id", asked.get("id"), "valid", wrong.isEmpty(), "errors", errors)));
        }
    }
}
