import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import java.util.UUID;

/** A world that no other test uses: a client that works in it, and its control API. */
class Sandbox {
  private static final String BASE_URL =
      Optional.ofNullable(System.getenv("PETSTORE_BASE_URL")).orElse("http://127.0.0.1:4010/v1");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  private final String world = "junit-" + UUID.randomUUID();
  final Api client = new Api(BASE_URL, "sandbox_free_" + world);
  final Api control = new Api(URI.create(BASE_URL).resolve("/_sandbox/worlds/" + world).toString(), "");

  /** Calls an API. With a key it stands for your own client. */
  record Api(String base, String key) {
    HttpResponse<String> get(String path) throws IOException, InterruptedException {
      return send("GET", path, "");
    }

    HttpResponse<String> send(String method, String path, String json) throws IOException, InterruptedException {
      var request = HttpRequest.newBuilder(URI.create(base + path)).method(method, BodyPublishers.ofString(json));
      request.header("Content-Type", "application/json");
      if (!key.isEmpty()) request.header("Authorization", "Bearer " + key);
      return HTTP.send(request.build(), BodyHandlers.ofString());
    }
  }
}
