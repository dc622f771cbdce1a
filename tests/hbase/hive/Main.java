package schema.hive;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.ql.session.SessionState;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/**
 * Runs SQL with Apache Hive, whose files are below the folder that is the argument: a request is a line of JSON on
 * standard input, its response the next line on standard output.
 *
 * <p>{@code {"sql": "SELECT …"}} runs a statement: {@link Statements}. The response to a request that fails is {@code
 * {"error": "…"}}. The program ends with its input, and at a statement that takes more than five minutes.
 */
public final class Main {
  private static final Gson GSON =
      new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    PrintStream responses = new PrintStream(System.out, false, StandardCharsets.UTF_8);
    // The output of libraries must not mix with responses.
    System.setOut(new PrintStream(System.err, true, StandardCharsets.UTF_8));
    HiveConf settings = Settings.of(arguments[0]);
    SessionState.start(settings);
    Deadline deadline = new Deadline();
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      deadline.start();
      JsonObject response = respond(settings, line);
      deadline.stop();
      responses.print(GSON.toJson(response) + "\n");
      responses.flush();
    }
    System.exit(0);
  }

  private static JsonObject respond(HiveConf settings, String line) {
    try {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      return Statements.run(settings, request.get("sql").getAsString());
    } catch (IOException | RuntimeException | LinkageError error) {
      JsonObject response = new JsonObject();
      // Hive appends stack traces.
      response.addProperty("error", error.toString().replaceAll("\\n\\tat .*", ""));
      return response;
    }
  }
}
