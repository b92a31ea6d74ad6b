import io.github.resilience4j.core.IntervalFunction;
import io.github.resilience4j.retry.Retry;
import io.github.resilience4j.retry.RetryConfig;
import java.net.http.HttpResponse;

/** The HTTP client of the JDK with a Retry of resilience4j around it. */
class ResilienceClient {
  public static void main(String[] arguments) {
    Play.play(
        arguments,
        (retries, once) -> {
          var config =
              RetryConfig.<HttpResponse<String>>custom()
                  .maxAttempts(retries + 1)
                  .intervalFunction(IntervalFunction.ofExponentialBackoff())
                  .retryOnException(Play::isWorthRetrying)
                  .retryOnResult(Play::isWorthRetrying)
                  .build();
          return Retry.of("petstore", config).executeCallable(once);
        });
  }
}
