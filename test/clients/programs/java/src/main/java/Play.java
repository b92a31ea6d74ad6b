import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.concurrent.Callable;

/** What every client of Java does here: the same two calls, one after the other, with a line on how each ended. */
class Play {
  /** Calls until it succeeds, or gives up. */
  interface Retrying {
    HttpResponse<String> call(int retries, Callable<HttpResponse<String>> once) throws Throwable;
  }

  static void play(String[] arguments, Retrying retrying) {
    var http = HttpClient.newHttpClient();
    var request =
        HttpRequest.newBuilder(URI.create(arguments[0] + "/pets"))
            .header("Authorization", "Bearer " + arguments[1])
            .timeout(Duration.ofMillis((long) (Double.parseDouble(arguments[3]) * 1000)));
    var retries = Integer.parseInt(arguments[2]);
    var pet = BodyPublishers.ofString("{\"name\":\"Rex\",\"categoryId\":1}");
    var creation = request.copy().header("Content-Type", "application/json").POST(pet).build();
    Callable<HttpResponse<String>> create = () -> http.send(creation, BodyHandlers.ofString());
    if (arguments.length > 4) {
      four(
          path -> {
            var read = request.copy().uri(URI.create(arguments[0] + path)).GET().build();
            return body(retrying.call(retries, () -> http.send(read, BodyHandlers.ofString())));
          },
          () -> body(retrying.call(retries, create)));
      return;
    }
    say("list", retries, retrying, () -> http.send(request.copy().GET().build(), BodyHandlers.ofString()));
    say("create", retries, retrying, create);
  }

  interface Get {
    String call(String path) throws Throwable;
  }

  interface Create {
    String call() throws Throwable;
  }

  /** A small suite for campaigns of faults: list, page, create, read back. */
  private static void four(Get get, Create create) {
    try {
      get.call("/pets");
      get.call("/pets?limit=5");
      var id = create.call().replaceAll(".*\"id\":(\\d+).*", "$1");
      if (!get.call("/pets/" + id).contains("\"name\":\"Rex\"")) throw new IOException("another animal was read back");
    } catch (Throwable error) {
      System.out.println(error);
      System.exit(1);
    }
  }

  private static String body(HttpResponse<String> response) throws IOException {
    if (response.statusCode() >= 400) throw new IOException("status " + response.statusCode());
    return response.body();
  }

  private static void say(String name, int retries, Retrying retrying, Callable<HttpResponse<String>> once) {
    try {
      var response = retrying.call(retries, once);
      System.out.println(name + (response.statusCode() < 400 ? " ok" : " status " + response.statusCode()));
    } catch (Throwable error) {
      System.out.println(name + " " + error);
    }
  }

  static boolean isWorthRetrying(HttpResponse<String> response) {
    return response.statusCode() == 429 || response.statusCode() >= 500;
  }

  static boolean isWorthRetrying(Throwable error) {
    return error instanceof IOException;
  }
}
