import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;

/** Each test gets a world of its own, so that all of them may run at once. */
@ExtendWith(World.Extension.class)
class PetstoreTest {
  @Test
  void worksBesideOtherTests(World world) throws Exception {
    var rex = world.client().create("{\"name\":\"Rex\",\"categoryId\":1}");
    assertTrue(rex.contains("\"name\":\"Rex\""), rex);
    assertEquals(16, countPets(world)); // 15 that each world starts with, and one
    var calls = world.call("GET", "/requests?operation=createPet", "");
    assertTrue(calls.contains("\"violations\":[],\"warnings\":[]"), calls);
  }

  @Test
  void waitsAsLongAsRetryAfterSays(World world) throws Exception {
    world.call("PUT", "/scenarios", "[{\"name\":\"throttled-then-ok\",\"parameters\":{\"times\":1,\"retry-after\":1}}]");
    var began = System.nanoTime();
    assertEquals(15, countPets(world));
    assertTrue(System.nanoTime() - began >= 1_000_000_000);
  }

  @Test
  void meetsTheLimitOfTheDay(World world) throws Exception {
    world.call("PUT", "/limits/free", "{\"day\":{\"remaining\":1}}");
    var refused = assertThrows(Petstore.PetstoreException.class, () -> world.client().list());
    assertEquals(429, refused.status); // the second page would have to wait for a day
    world.call("POST", "/clock/advance", "{\"seconds\":86400}");
    assertEquals(15, countPets(world));
  }

  @Test
  void worksAfterTheRemovalOfAnOperationInDecember2030(World world) throws Exception {
    world.call("PUT", "/clock", "{\"now\":\"2030-12-05T00:00:00Z\"}");
    assertEquals(15, countPets(world));
  }

  @Test
  @World.Wants(400)
  void reportsAWrongAnimal(World world) {
    var refused = assertThrows(Petstore.PetstoreException.class, () -> world.client().create("{\"name\":\"Rex\"}"));
    assertEquals(400, refused.status);
  }

  private static int countPets(World world) throws Exception {
    return String.join("", world.client().list()).split("\"id\":").length - 1;
  }
}
