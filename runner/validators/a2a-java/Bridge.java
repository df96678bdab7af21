// Reads Agent Cards with the resolver of a2a-java (https://github.com/a2aproject/a2a-java), from memory.
import static java.nio.charset.StandardCharsets.US_ASCII;
import static java.nio.charset.StandardCharsets.UTF_8;

import com.google.gson.Gson;
import com.google.gson.JsonParser;
import io.a2a.client.http.A2ACardResolver;
import io.a2a.client.http.A2AHttpClient;
import io.a2a.client.http.A2AHttpResponse;
import io.a2a.spec.A2AClientError;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintWriter;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Consumer;

class Bridge {
    record Response(int status, boolean success, String body) implements A2AHttpResponse {}

    /** Answers every request with this text. */
    record Served(String text) implements A2AHttpClient, A2AHttpClient.GetBuilder {
        public GetBuilder createGet() {
            return this;
        }

        public A2AHttpResponse get() {
            return new Response(200, true, text);
        }

        public GetBuilder url(String url) {
            return this;
        }

        public GetBuilder addHeader(String name, String value) {
            return this;
        }

        public GetBuilder addHeaders(Map<String, String> headers) {
            return this;
        }

        public PostBuilder createPost() {
            throw new UnsupportedOperationException();
        }

        public DeleteBuilder createDelete() {
            throw new UnsupportedOperationException();
        }

        public CompletableFuture<Void> getAsyncSSE(Consumer<String> text, Consumer<Throwable> error, Runnable end) {
            throw new UnsupportedOperationException();
        }
    }

    /** What is wrong with a card, or null. */
    static String judge(byte[] card) {
        try {
            var text = new String(card, UTF_8); // as JdkA2AHttpClient does
            new A2ACardResolver(new Served(text), "https://agent.example", null, null).getAgentCard();
            return null;
        } catch (A2AClientError error) {
            return error + (error.getCause() == null ? "" : ": " + error.getCause());
        }
    }

    public static void main(String[] arguments) throws IOException {
        var json = new Gson();
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
            var wrong = judge(Base64.getDecoder().decode(asked.get("card").getAsString()));
            var errors = wrong == null ? List.of() : List.of(Map.of("message", wrong.replaceAll("[^ -~]", "?")));
            out.println(json.toJson(Map.of("id", asked.get("id"), "valid", wrong == null, "errors", errors)));
        }
    }
}
