package schema.oracle;

import java.io.IOException;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicLong;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Scans that stay open between requests. */
final class Scans {
  /** Default rows per response. */
  private static final int ROWS = 100;

  /** Default bytes per response. */
  private static final long BYTES = 2 << 20;

  private record Open(Table table, ResultScanner scanner, int rows, long bytes) {}

  private final Connection connection;
  private final Map<Long, Open> open = new ConcurrentHashMap<>();
  private final AtomicLong next = new AtomicLong();

  Scans(Connection connection) {
    this.connection = connection;
  }

  /**
   * {@code table} and {@code scan}: the scanner's number. A scan has {@code start} and {@code stop}
   * (each a {@code key} and whether it is {@code included}), {@code reversed}, {@code limit}, {@code
   * batch}, {@code caching}, {@code max_result_bytes}, {@code raw}, and {@link ReadOptions}.
   */
  JsonPrimitive open(Request request) throws IOException {
    Request asked = request.object("scan");
    Table table = connection.getTable(request.table());
    ResultScanner scanner = table.getScanner(read(asked));
    long number = next.incrementAndGet();
    int rows = asked.has("caching") ? Math.max(asked.count("caching"), 1) : ROWS;
    long bytes = asked.has("max_result_bytes") ? asked.number("max_result_bytes") : 0;
    open.put(number, new Open(table, scanner, rows, bytes > 0 ? bytes : BYTES));
    return new JsonPrimitive(number);
  }

  /** {@code scanner}: a list of rows, each a block of cells; empty at the end. */
  JsonArray next(Request request) throws IOException {
    Open scan = open.get(request.number("scanner"));
    if (scan == null) {
      throw new IllegalArgumentException("no scanner " + request.number("scanner") + " is open");
    }
    JsonArray rows = new JsonArray();
    synchronized (scan) {
      long bytes = 0;
      while (rows.size() < scan.rows && bytes < scan.bytes) {
        Result result = scan.scanner.next();
        if (result == null) {
          break;
        }
        rows.add(Cells.of(result));
        bytes += Result.getTotalSizeOfCells(result);
      }
    }
    return rows;
  }

  /** {@code scanner}; a scanner that is closed already is no error. */
  void close(Request request) throws IOException {
    Open scan = open.remove(request.number("scanner"));
    if (scan != null) {
      synchronized (scan) {
        scan.scanner.close();
        scan.table.close();
      }
    }
  }

  private static Scan read(Request request) throws IOException {
    Scan scan = new Scan();
    if (request.has("start")) {
      Request start = request.object("start");
      scan.withStartRow(start.bytes("key"), start.flag("included"));
    }
    if (request.has("stop")) {
      Request stop = request.object("stop");
      scan.withStopRow(stop.bytes("key"), stop.flag("included"));
    }
    scan.setReversed(request.flag("reversed"));
    if (scan.isReversed()) {
      // With some filters HBase loads other families on demand, which reversed scans reject.
      scan.setLoadColumnFamiliesOnDemand(false);
    }
    scan.setRaw(request.flag("raw"));
    ReadOptions.of(request).applyTo(scan);
    bound(scan, request);
    return scan;
  }

  /** Called after the filter is set: HBase rejects a batch with a filter of whole rows. */
  private static void bound(Scan scan, Request request) {
    if (request.has("limit")) {
      scan.setLimit((int) Math.min(request.number("limit"), Integer.MAX_VALUE));
    }
    if (request.has("batch")) {
      scan.setBatch(request.count("batch"));
    }
    if (request.has("caching")) {
      scan.setCaching(request.count("caching"));
    }
    if (request.has("max_result_bytes")) {
      scan.setMaxResultSize(request.number("max_result_bytes"));
    }
  }
}
