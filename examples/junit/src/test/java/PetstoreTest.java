import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Each test gets a world of its own, so that all of them may run at once. JUnit makes a new object for each test. */
class PetstoreTest {
  private final Sandbox sandbox = new Sandbox();

  @ParameterizedTest
  @ValueSource(ints = {1, 2, 3})
  void worksBesideOtherTests(int number) throws Exception {
    sandbox.client.send("POST", "/pets", "{\"name\":\"Rex %d\",\"categoryId\":1}".formatted(number));
    var pets = sandbox.client.get("/pets?limit=100").body();
    assertEquals(16, pets.split("\"id\":").length - 1); // 15 that each world starts with, and one
    assertTrue(pets.contains("\"Rex %d\"".formatted(number)), pets);
  }

  @Test
  void meetsTheLimitOfTheDay() throws Exception {
    sandbox.control.send("PUT", "/limits/free", "{\"day\":{\"remaining\":1}}");
    assertEquals(200, sandbox.client.get("/pets").statusCode());
    var refused = sandbox.client.get("/pets");
    assertEquals(429, refused.statusCode());
    var seconds = refused.headers().firstValueAsLong("Retry-After").orElse(0);
    assertTrue(seconds > 86_000);
    sandbox.control.send("POST", "/clock/advance", "{\"seconds\":%d}".formatted(seconds));
    assertEquals(200, sandbox.client.get("/pets").statusCode());
  }

  @Test
  void meetsTheRemovalOfAnOperationInDecember2030() throws Exception {
    sandbox.control.send("PUT", "/clock", "{\"now\":\"2030-12-04T23:59:59Z\",\"frozen\":true}");
    assertEquals(200, sandbox.client.get("/pets/1").statusCode());
    sandbox.control.send("POST", "/clock/advance", "{\"seconds\":1}");
    // Tells the report of the sandbox that this test wants the 404.
    var removed = sandbox.client.with("Sandbox-Case", "\"removal of getPet\";expect=404").get("/pets/1");
    assertEquals(404, removed.statusCode());
    assertTrue(removed.body().contains("\"operation_removed\""), removed.body());
  }

  @Test
  void callsSomeTimeLater() throws Exception {
    var later = CompletableFuture.delayedExecutor(100, TimeUnit.MILLISECONDS);
    var job = CompletableFuture.supplyAsync(() -> create("Rex"), later); // a job in the background
    var calls = sandbox.control.get("/requests?operation=createPet&count=1&wait=5").body();
    assertTrue(calls.contains("\"reply\":{\"status\":201"), calls);
    assertEquals(201, job.get());
  }

  @Test
  void sendsWhatTheContractAsksFor() throws Exception {
    create("Rex");
    var calls = sandbox.control.get("/requests?operation=createPet").body();
    assertTrue(calls.contains("\"text\":\"{\\\"name\\\":\\\"Rex\\\",\\\"categoryId\\\":1}\""), calls);
    assertTrue(calls.contains("\"violations\":[]"), calls);
    assertTrue(calls.contains("\"warnings\":[]"), calls);
  }

  private int create(String name) {
    try {
      return sandbox.client.send("POST", "/pets", "{\"name\":\"%s\",\"categoryId\":1}".formatted(name)).statusCode();
    } catch (Exception error) {
      throw new IllegalStateException(error);
    }
  }
}
