import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.time.ZonedDateTime;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.ThreadLocalRandom;
import java.util.regex.Pattern;

/**
 * A client of the Pet Store API to start from. Each try has a time-out. The client reads all pages, waits as long as Retry-After says, and
 * sends again only what is safe to send again. `testCase` is the header Sandbox-Case of every request.
 */
record Petstore(String baseUrl, String key, String testCase) {
  private static final int TRIES = 3;
  private static final Duration TRY_TIME = Duration.ofSeconds(5);
  /** The client does not wait longer than this for a 429. */
  private static final Duration MAX_WAIT = Duration.ofMinutes(1);
  private static final Pattern NEXT = Pattern.compile("<([^>]*)>; *rel=\"next\"");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** A reply that is no success. */
  static class PetstoreException extends RuntimeException {
    final int status;

    PetstoreException(HttpResponse<String> response) {
      super("the pet store answered %d: %s".formatted(response.statusCode(), response.body()));
      status = response.statusCode();
    }
  }

  /** Adds an animal, and gives its JSON text. */
  String create(String json) throws IOException, InterruptedException {
    return call("POST", baseUrl + "/pets", json).body();
  }

  /** The JSON text of each page of animals. */
  List<String> list() throws IOException, InterruptedException {
    var pages = new ArrayList<String>();
    for (var url = Optional.of(baseUrl + "/pets?limit=10"); url.isPresent(); ) {
      var page = call("GET", url.get(), "");
      pages.add(page.body());
      url = page.headers().firstValue("Link").map(NEXT::matcher).filter(m -> m.find()).map(m -> m.group(1));
    }
    return pages;
  }

  private HttpResponse<String> call(String method, String url, String json) throws IOException, InterruptedException {
    var request = HttpRequest.newBuilder(URI.create(url)).method(method, BodyPublishers.ofString(json)).timeout(TRY_TIME);
    request.header("Authorization", "Bearer " + key).header("Content-Type", "application/json").header("Sandbox-Case", testCase);
    for (var tries = 1; ; tries++) {
      HttpResponse<String> response;
      try {
        response = HTTP.send(request.build(), BodyHandlers.ofString());
      } catch (IOException error) {
        // Nobody knows whether a creation without a reply was carried out, so only a read is sent again.
        if (!method.equals("GET") || tries == TRIES) throw error;
        Thread.sleep(backoff(tries).toMillis());
        continue;
      }
      if (response.statusCode() < 300) return response;
      var wait = waitBefore(response, method, tries);
      if (wait.isEmpty()) throw new PetstoreException(response);
      Thread.sleep(Math.max(wait.get().toMillis(), 0));
    }
  }

  /** Empty when the request must not be sent again. A request with a 429 was not carried out, so a creation may be sent again too. */
  private static Optional<Duration> waitBefore(HttpResponse<String> response, String method, int tries) {
    var status = response.statusCode();
    if (tries == TRIES || !(status == 429 || status >= 500 && method.equals("GET"))) return Optional.empty();
    var wait = response.headers().firstValue("Retry-After").map(Petstore::parse).orElse(backoff(tries));
    return Optional.of(wait).filter(time -> time.compareTo(MAX_WAIT) <= 0);
  }

  private static Duration parse(String after) {
    if (after.matches("\\d+")) return Duration.ofSeconds(Long.parseLong(after));
    return Duration.between(Instant.now(), ZonedDateTime.parse(after, DateTimeFormatter.RFC_1123_DATE_TIME).toInstant());
  }

  /** Twice as long at each try, with a random part, so that clients do not come back together. */
  private static Duration backoff(int tries) {
    return Duration.ofMillis((200L << tries) + ThreadLocalRandom.current().nextLong(200L << tries));
  }
}
