package schema.oracle;

import java.io.IOException;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;

/**
 * The options that gets and scans have in common: {@code columns} (each a {@code family} and its {@code
 * qualifiers}), {@code time_range}, {@code family_time_ranges}, {@code max_versions}, {@code
 * filter}, {@code store_limit}, {@code store_offset}, {@code cache_blocks}.
 */
record ReadOptions(Request request) {

  static ReadOptions of(Request request) {
    return new ReadOptions(request);
  }

  void applyTo(Get get) throws IOException {
    selectColumns(get::addFamily, get::addColumn);
    Range range = Range.of(request.object("time_range"));
    get.setTimeRange(range.min, range.max);
    get.readVersions(request.count("max_versions"));
    if (request.has("store_limit")) {
      get.setMaxResultsPerColumnFamily(request.count("store_limit"));
    }
    get.setRowOffsetPerColumnFamily(request.count("store_offset"));
    get.setCacheBlocks(request.flag("cache_blocks"));
    applyToAny(get);
  }

  void applyTo(Scan scan) throws IOException {
    selectColumns(scan::addFamily, scan::addColumn);
    Range range = Range.of(request.object("time_range"));
    scan.setTimeRange(range.min, range.max);
    scan.readVersions(request.count("max_versions"));
    if (request.has("store_limit")) {
      scan.setMaxResultsPerColumnFamily(request.count("store_limit"));
    }
    scan.setRowOffsetPerColumnFamily(request.count("store_offset"));
    scan.setCacheBlocks(request.flag("cache_blocks"));
    applyToAny(scan);
  }

  private void selectColumns(Consumer<byte[]> addFamily, BiConsumer<byte[], byte[]> addColumn) {
    for (Request selection : request.objects("columns")) {
      byte[] family = selection.bytes("family");
      var qualifiers = selection.list("qualifiers", Request::bytes);
      if (qualifiers.isEmpty()) {
        addFamily.accept(family);
      }
      qualifiers.forEach(qualifier -> addColumn.accept(family, qualifier));
    }
  }

  private void applyToAny(Query query) throws IOException {
    for (Request selection : request.objects("family_time_ranges")) {
      Range range = Range.of(selection);
      query.setColumnFamilyTimeRange(selection.bytes("family"), range.min, range.max);
    }
    if (request.has("filter")) {
      query.setFilter(Filters.read(request.object("filter")));
    }
  }

  /** {@code min}, inclusive, and {@code max}, exclusive. */
  record Range(long min, long max) {
    static Range of(Request request) {
      return new Range(request.number("min"), request.number("max"));
    }
  }
}
