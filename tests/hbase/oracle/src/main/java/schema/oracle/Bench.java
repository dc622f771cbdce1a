package schema.oracle;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.io.PrintStream;
import java.lang.management.ManagementFactory;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.Semaphore;
import java.util.concurrent.atomic.AtomicReference;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.AsyncConnection;
import org.apache.hadoop.hbase.client.AsyncTable;
import org.apache.hadoop.hbase.client.BufferedMutator;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.util.Bytes;

/**
 * The Java side of the benchmark of clients: {@code Bench ROWS GETS IN_FLIGHT}.
 *
 * <p>It waits for a line on its input and does what that says ({@code put}, {@code scan}, {@code get},
 * {@code gets}), as a program on HBase's client is usually written. For each it prints one line: how many
 * rows, wall-clock seconds, CPU seconds of this process.
 *
 * <p>The variable {@code HBASE_TEST_PROTECTION} chooses among the protections of a secured cluster.
 */
public final class Bench {
  private static final TableName TABLE = TableName.valueOf("DLQX:BENCH_RUST");
  private static final byte[] FAMILY = Bytes.toBytes("D1");
  private static final byte[] NAME = Bytes.toBytes("NAME");
  private static final byte[] AGE = Bytes.toBytes("AGE");
  private static final byte[] BALANCE = Bytes.toBytes("BALANCE");
  private static final byte[] SCORE = Bytes.toBytes("SCORE");
  private static final byte[][] QUALIFIERS = {NAME, AGE, BALANCE, SCORE};
  private static final int CACHING = 1000;

  private final int rows;
  private final int gets;
  private final int inFlight;
  private final Connection connection;
  private final AsyncConnection asyncConnection;

  private Bench(String[] arguments, Connection connection, AsyncConnection asyncConnection) {
    rows = Integer.parseInt(arguments[0]);
    gets = Integer.parseInt(arguments[1]);
    inFlight = Integer.parseInt(arguments[2]);
    this.connection = connection;
    this.asyncConnection = asyncConnection;
  }

  public static void main(String[] arguments) throws Exception {
    PrintStream responses = System.out;
    // The output of libraries must not mix with responses.
    System.setOut(new PrintStream(System.err, true, StandardCharsets.UTF_8));
    var configuration = HBaseConfiguration.create();
    String protection = System.getenv("HBASE_TEST_PROTECTION");
    if (protection != null) {
      configuration.set("hbase.rpc.protection", protection);
    }
    try (Connection connection = ConnectionFactory.createConnection(configuration);
        AsyncConnection async = ConnectionFactory.createAsyncConnection(configuration).get()) {
      Bench bench = new Bench(arguments, connection, async);
      BufferedReader lines =
          new BufferedReader(new InputStreamReader(System.in, StandardCharsets.UTF_8));
      for (String work = lines.readLine(); work != null; work = lines.readLine()) {
        long cpu = cpuNanos();
        long started = System.nanoTime();
        int done = bench.run(work);
        double seconds = (System.nanoTime() - started) / 1e9;
        responses.println(done + " " + seconds + " " + (cpuNanos() - cpu) / 1e9);
        responses.flush();
      }
    }
    System.exit(0);
  }

  private static long cpuNanos() {
    var system = ManagementFactory.getOperatingSystemMXBean();
    return ((com.sun.management.OperatingSystemMXBean) system).getProcessCpuTime();
  }

  private int run(String work) throws Exception {
    String[] words = work.split(" ");
    if (words.length == 3) {
      return scanLongs(words[0], TableName.valueOf(words[1]), Integer.parseInt(words[2]));
    }
    return switch (work) {
      case "put" -> put();
      case "scan" -> scan();
      case "get" -> get();
      case "gets" -> getInFlight();
      default -> throw new IllegalArgumentException("found work `" + work + "`");
    };
  }

  private int put() throws IOException {
    try (BufferedMutator mutator = connection.getBufferedMutator(TABLE)) {
      for (int number = 0; number < rows; number++) {
        mutator.mutate(row(number));
      }
    }
    return rows;
  }

  private int scan() throws IOException {
    int count = 0;
    Scan scan = new Scan().setCaching(CACHING);
    for (byte[] qualifier : QUALIFIERS) {
      scan.addColumn(FAMILY, qualifier);
    }
    try (Table table = connection.getTable(TABLE);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        decode(result);
        count++;
      }
    }
    return expect(count, rows);
  }

  /** Scans columns {@code C00}, {@code C01}, … of eight bytes each: {@code whole TABLE COUNT}, {@code named TABLE COUNT}. */
  private int scanLongs(String reading, TableName name, int columns) throws IOException {
    byte[][] qualifiers = new byte[columns][];
    Scan scan = new Scan().setCaching(CACHING);
    if (reading.equals("whole")) {
      scan.addFamily(FAMILY);
    }
    for (int column = 0; column < columns; column++) {
      qualifiers[column] = Bytes.toBytes(String.format("C%02d", column));
      if (reading.equals("named")) {
        scan.addColumn(FAMILY, qualifiers[column]);
      }
    }
    int count = 0;
    long sum = 0;
    try (Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        sum += Integer.parseInt(Bytes.toString(result.getRow()));
        for (byte[] qualifier : qualifiers) {
          sum += Bytes.toLong(result.getValue(FAMILY, qualifier));
        }
        count++;
      }
    }
    if (sum == 0) {
      throw new IllegalStateException("the rows have other values than were written");
    }
    return expect(count, rows);
  }

  private int get() throws IOException {
    try (Table table = connection.getTable(TABLE)) {
      for (int number = 0; number < gets; number++) {
        decode(table.get(get(number * 31 % rows)));
      }
    }
    return gets;
  }

  private int getInFlight() throws Exception {
    AsyncTable<?> table = asyncConnection.getTable(TABLE);
    Semaphore room = new Semaphore(inFlight);
    AtomicReference<Throwable> failure = new AtomicReference<>();
    for (int number = 0; number < gets; number++) {
      room.acquire();
      table
          .get(get(number * 31 % rows))
          .thenAccept(Bench::decode)
          .whenComplete(
              (done, error) -> {
                failure.compareAndSet(null, error);
                room.release();
              });
    }
    room.acquire(inFlight);
    if (failure.get() != null) {
      throw new IOException(failure.get());
    }
    return gets;
  }

  private static Get get(int number) {
    Get get = new Get(key(number));
    for (byte[] qualifier : QUALIFIERS) {
      get.addColumn(FAMILY, qualifier);
    }
    return get;
  }

  private static Put row(int number) {
    return new Put(key(number))
        .addColumn(FAMILY, NAME, Bytes.toBytes("name of user " + number))
        .addColumn(FAMILY, AGE, Bytes.toBytes(number % 100))
        .addColumn(FAMILY, BALANCE, Bytes.toBytes(number * 1000L))
        .addColumn(FAMILY, SCORE, Bytes.toBytes(number / 3.0));
  }

  private static byte[] key(int number) {
    return Bytes.toBytes(String.format("%08d", number * 7919L % 100_000_000L));
  }

  /** Decodes to the types of the other side. */
  private static void decode(Result result) {
    int id = Integer.parseInt(Bytes.toString(result.getRow()));
    String name = Bytes.toString(result.getValue(FAMILY, NAME));
    int age = Bytes.toInt(result.getValue(FAMILY, AGE));
    long balance = Bytes.toLong(result.getValue(FAMILY, BALANCE));
    double score = Bytes.toDouble(result.getValue(FAMILY, SCORE));
    if (id < 0 || name.isEmpty() || age < 0 || balance < 0 || score < 0) {
      throw new IllegalStateException("row " + id + " is not what was written");
    }
  }

  private static int expect(int found, int expected) {
    if (found != expected) {
      throw new IllegalStateException("found " + found + " rows, expected " + expected);
    }
    return found;
  }
}
