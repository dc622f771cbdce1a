package schema.phoenix;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;

/**
 * Runs SQL with Apache Phoenix, whose URL is the argument: a request is a line of JSON on standard
 * input, its response the next line on standard output.
 *
 * <p>{@code {"sql": "UPSERT …", "parameters": […]}} runs a statement and commits it: {@link Statements}.
 * {@code {"raw": "NAMESPACE:TABLE"}} and {@code {"put": "NAMESPACE:TABLE", …}} read and write the bytes of a
 * table with HBase's client: {@link Rows}. The response to a request that fails is {@code {"error": "…"}},
 * and so is the response to one that takes more than 60 seconds; {@code "seconds"} sets another number. The
 * program ends with its input.
 */
public final class Main {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream responses = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // The output of libraries must not mix with responses.
    System.setOut(new PrintStream(System.err, true, StandardCharsets.UTF_8));
    Session session = new Session(arguments[0]);
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      responses.print(GSON.toJson(session.run(line)) + "\n");
      responses.flush();
    }
    // Closing Phoenix's connection takes seconds, and the server outlives it.
    System.exit(0);
  }
}
