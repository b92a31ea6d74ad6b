import static org.junit.jupiter.api.Assertions.assertEquals;

import java.io.IOException;
import java.lang.annotation.Retention;
import java.lang.annotation.RetentionPolicy;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Optional;
import org.junit.jupiter.api.extension.ExtensionContext;
import org.junit.jupiter.api.extension.ParameterContext;
import org.junit.jupiter.api.extension.ParameterResolver;

/** A fresh world with the name of the test: a client that works in it, and its control API. */
record World(String name, Petstore client, String controlUrl) {
  private static final String BASE_URL =
      Optional.ofNullable(System.getenv("PETSTORE_BASE_URL")).orElse("http://127.0.0.1:4010/v1");
  private static final HttpClient HTTP = HttpClient.newHttpClient();

  /** Names a status that the test wants. The report does not count it as a mistake. */
  @Retention(RetentionPolicy.RUNTIME)
  @interface Wants {
    int value();
  }

  /** Gives a world to each test that asks for one. */
  static class Extension implements ParameterResolver {
    @Override
    public boolean supportsParameter(ParameterContext parameter, ExtensionContext context) {
      return parameter.getParameter().getType() == World.class;
    }

    @Override
    public World resolveParameter(ParameterContext parameter, ExtensionContext context) {
      var test = context.getRequiredTestMethod();
      var wants = test.getAnnotation(Wants.class);
      var testCase = '"' + test.getName() + '"' + (wants == null ? "" : ";expect=" + wants.value());
      var client = new Petstore(BASE_URL, "sandbox_free_" + test.getName(), testCase);
      var control = URI.create(BASE_URL).resolve("/_sandbox/worlds/" + test.getName()).toString();
      var world = new World(test.getName(), client, control);
      world.call("POST", "/reset", "");
      return world;
    }
  }

  /** Calls the control API, for example with "PUT" and "/clock". */
  String call(String method, String path, String json) {
    var request = HttpRequest.newBuilder(URI.create(controlUrl + path)).method(method, BodyPublishers.ofString(json));
    try {
      var response = HTTP.send(request.header("Content-Type", "application/json").build(), BodyHandlers.ofString());
      assertEquals(200, response.statusCode(), response::body);
      return response.body();
    } catch (IOException | InterruptedException error) {
      throw new IllegalStateException(error);
    }
  }
}
