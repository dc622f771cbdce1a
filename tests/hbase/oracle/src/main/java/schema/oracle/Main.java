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
 * Does on HBase's own client what it is told: a request is a line of JSON on standard input, its
 * answer a line on standard output.
 *
 * <p>A request is {@code {"id": 7, "op": "get", …}}; {@link Operations} lists the operations. The
 * answer is {@code {"id": 7, "ok": …}} or {@code {"id": 7, "error": {"class": …, "message": …}}}.
 * Requests may be sent before earlier ones are answered; they are then done side by side and
 * answered in any order. Bytes are in base 64. It ends with its input.
 */
public final class Main {
  /** Requests done at once, and those that wait beyond: more are not read from the input. */
  private static final int THREADS = 32;

  private static final int WAITING = 256;

  private Main() {}

  public static void main(String[] arguments) throws IOException {
    Answers answers = new Answers(System.out);
    // Whatever a library prints must not end up between the answers.
    System.setOut(new PrintStream(System.err, true, StandardCharsets.UTF_8));
    try (Connection connection = ConnectionFactory.createConnection(configuration())) {
      serve(new Operations(connection), answers);
    }
    System.exit(0);
  }

  /**
   * Waits are bounded; a server that is there is asked again soon. Not often: the client repeats
   * also what fails each time, as a filter that cannot compare, with a pause that grows a
   * hundredfold; this comes to two seconds.
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

  private static void serve(Operations operations, Answers answers) throws IOException {
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
      workers.execute(() -> answer(operations, answers, request));
    }
    workers.shutdownNow();
  }

  private static void answer(Operations operations, Answers answers, String line) {
    Request request;
    try {
      request = Request.parse(line);
    } catch (RuntimeException error) {
      answers.failed(null, error);
      return;
    }
    try {
      answers.done(request.id(), operations.run(request));
    } catch (Throwable error) {
      answers.failed(request.id(), error);
    }
  }
}
