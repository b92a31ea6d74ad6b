import dev.failsafe.Failsafe;
import dev.failsafe.RetryPolicy;
import java.net.http.HttpResponse;
import java.time.Duration;

/** The HTTP client of the JDK with a retry policy of Failsafe around it. */
class FailsafeClient {
  public static void main(String[] arguments) {
    Play.play(
        arguments,
        (retries, once) -> {
          var policy =
              RetryPolicy.<HttpResponse<String>>builder()
                  .handleIf(Play::isWorthRetrying)
                  .handleResultIf(Play::isWorthRetrying)
                  .withBackoff(Duration.ofMillis(500), Duration.ofSeconds(10))
                  .withMaxRetries(retries)
                  .build();
          return Failsafe.with(policy).get(once::call);
        });
  }
}
