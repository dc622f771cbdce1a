package schema.phoenix;

import java.io.UncheckedIOException;
import java.sql.Connection;
import java.sql.DriverManager;
import java.sql.SQLException;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** One connection, opened by the first request that needs it, on which requests run one after another. */
final class Session {
  private static final int SECONDS = 60;

  private static final int MOST_SECONDS = 600;

  /** For the first connection, which creates Phoenix's own tables. */
  private static final int CONNECT_SECONDS = 180;

  private final String url;
  private ExecutorService worker = newWorker();
  private volatile Connection connection;
  private volatile boolean wasConnected;

  Session(String url) {
    this.url = url;
  }

  /** The response to a line, which is an error where anything fails. */
  JsonObject run(String line) {
    try {
      JsonObject request = JsonParser.parseString(line).getAsJsonObject();
      return runInTime(request, secondsOf(request));
    } catch (ExecutionException error) {
      return failed(error.getCause());
    } catch (InterruptedException | RuntimeException error) {
      return failed(error);
    }
  }

  private static int secondsOf(JsonObject request) {
    JsonElement seconds = request.get("seconds");
    return seconds == null ? SECONDS : Math.min(Math.max(seconds.getAsInt(), 1), MOST_SECONDS);
  }

  private JsonObject runInTime(JsonObject request, int seconds)
      throws ExecutionException, InterruptedException {
    boolean connects = request.has("sql") && !wasConnected;
    int limit = connects ? seconds + CONNECT_SECONDS : seconds;
    Future<JsonObject> response = worker.submit(() -> carryOut(request, seconds));
    try {
      return response.get(limit, TimeUnit.SECONDS);
    } catch (TimeoutException error) {
      // The thread may never return: the next request has a new one, and a new connection.
      worker.shutdownNow();
      worker = newWorker();
      connection = null;
      return failure("no response within " + limit + " seconds");
    }
  }

  private JsonObject carryOut(JsonObject request, int seconds) throws Exception {
    if (request.has("sql")) {
      return Statements.run(connect(), request, seconds);
    }
    if (request.has("raw")) {
      return Rows.read(request);
    }
    if (request.has("put")) {
      return Rows.put(request);
    }
    throw new IllegalArgumentException("no \"sql\", \"raw\" or \"put\" in " + request);
  }

  private Connection connect() throws Exception {
    Connection open = connection;
    if (open == null) {
      open = DriverManager.getConnection(url);
      open.setAutoCommit(true);
      connection = open;
      wasConnected = true;
    }
    return open;
  }

  private static ExecutorService newWorker() {
    return Executors.newSingleThreadExecutor(
        task -> {
          Thread thread = new Thread(task, "requests");
          thread.setDaemon(true);
          return thread;
        });
  }

  private static JsonObject failed(Throwable thrown) {
    boolean wrapped = thrown instanceof UncheckedIOException;
    Throwable error = wrapped ? thrown.getCause() : thrown;
    String message = error.getMessage() == null ? "" : error.getMessage();
    // A server appends its stack trace.
    int end = message.indexOf("\n\tat ");
    String first = end < 0 ? message : message.substring(0, end);
    return failure(
        error instanceof SQLException ? first : error.getClass().getName() + ": " + first);
  }

  private static JsonObject failure(String message) {
    JsonObject response = new JsonObject();
    response.addProperty("error", message);
    return response;
  }
}
