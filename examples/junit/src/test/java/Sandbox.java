import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;

/** A world that no other test uses: a client that works in it, and its control API. */
class Sandbox {
  private static final String BASE_URL =
      Optional.ofNullable(System.getenv("PETSTORE_BASE_URL")).orElse("http://127.0.0.1:4010/v1");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String world = "junit-" + UUID.randomUUID();
  final Api client = new Api(BASE_URL, Map.of("Authorization", "Bearer sandbox_free_" + world));
  final Api control = new Api(URI.create(BASE_URL).resolve("/_sandbox/worlds/" + world).toString(), Map.of());

  /** Calls an API. With a key in its headers it stands for your own client. */
  record Api(String base, Map<String, String> headers) {
    /** The same API with one more header. */
    Api with(String name, String value) {
      var more = new HashMap<>(headers);
      more.put(name, value);
      return new Api(base, more);
    }

    HttpResponse<String> get(String path) throws IOException, InterruptedException {
      return send("GET", path, "");
    }

    HttpResponse<String> send(String method, String path, String json) throws IOException, InterruptedException {
      var request = HttpRequest.newBuilder(URI.create(base + path)).method(method, BodyPublishers.ofString(json));
      request.header("Content-Type", "application/json");
      headers.forEach(request::header);
      return HTTP.send(request.build(), BodyHandlers.ofString());
    }
  }
}
