package schema.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;

/**
 * Carries out requests with HBase's own client: a request is a line of JSON on standard input, its
 * response a line on standard output.
 *
 * <p>A request is {@code {"id": 7, "op": "get", …}}; {@link Operations} lists the operations. The
 * response is {@code {"id": 7, "ok": …}} or {@code {"id": 7, "error": {"class": …, "message": …}}}.
 * Requests may be sent before earlier ones are answered; they run concurrently, and responses come in
 * any order. Bytes are in base64. The program ends with its input.
 */
public final class Main {
  /** Maximum of concurrent and of waiting requests: no more are read from the input. */
  private static final int THREADS = 32;

  private static final int WAITING = 256;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Responses responses = new Responses(System.out);
    // The output of libraries must not mix with responses.
    System.setOut(new PrintStream(System.err, true, StandardCharsets.UTF_8));
    try (Connection connection = ConnectionFactory.createConnection(configuration())) {
      serve(new Operations(connection), responses);
    }
    System.exit(0);
  }

  /**
   * Short pauses between few retries, for the client also retries requests that always fail, such as a
   * filter that cannot compare, with pauses that grow a hundredfold; this amounts to two seconds.
   */
  private static Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setInt("hbase.client.pause", 10);
    configuration.setInt("hbase.client.retries.number", 8);
    configuration.setInt("hbase.rpc.timeout", 30_000);
    configuration.setInt("hbase.client.operation.timeout", 60_000);
    configuration.setInt("hbase.client.meta.operation.timeout", 60_000);
    configuration.setInt("hbase.client.sync.wait.timeout.msec", 120_000);
    return configuration;
  }

  private static void serve(Operations operations, Responses responses) throws IOException {
    ExecutorService workers =
        new ThreadPoolExecutor(
            THREADS,
            THREADS,
            1,
            TimeUnit.MINUTES,
            new LinkedBlockingQueue<>(WAITING),
            new ThreadPoolExecutor.CallerRunsPolicy());
    BufferedReader input =
        new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
    for (String line = input.readLine(); line != null; line = input.readLine()) {
      String request = line;
      workers.execute(() -> answer(operations, responses, request));
    }
    workers.shutdownNow();
  }

  private static void answer(Operations operations, Responses responses, String line) {
    Request request;
    try {
      request = Request.parse(line);
    } catch (RuntimeException error) {
      responses.failed(null, error);
      return;
    }
    try {
      responses.done(request.id(), operations.run(request));
    } catch (Throwable error) {
      responses.failed(request.id(), error);
    }
  }
}
