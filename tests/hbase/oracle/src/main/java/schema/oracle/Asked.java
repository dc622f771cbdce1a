package schema.oracle;

import java.io.IOException;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Query;
import org.apache.hadoop.hbase.client.Scan;

/**
 * What a get and a scan have in common: {@code columns} (each a {@code family} and its {@code
 * qualifiers}), {@code time_range}, {@code family_time_ranges}, {@code max_versions}, {@code
 * filter}, {@code store_limit}, {@code store_offset}, {@code cache_blocks}.
 */
record Asked(Request request) {

  static Asked of(Request request) {
    return new Asked(request);
  }

  void applyTo(Get get) throws IOException {
    for (Request selection : request.objects("columns")) {
      byte[] family = selection.bytes("family");
      var qualifiers = selection.list("qualifiers", Request::bytes);
      if (qualifiers.isEmpty()) {
        get.addFamily(family);
      }
      qualifiers.forEach(qualifier -> get.addColumn(family, qualifier));
    }
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
    for (Request selection : request.objects("columns")) {
      byte[] family = selection.bytes("family");
      var qualifiers = selection.list("qualifiers", Request::bytes);
      if (qualifiers.isEmpty()) {
        scan.addFamily(family);
      }
      qualifiers.forEach(qualifier -> scan.addColumn(family, qualifier));
    }
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

  private void applyToAny(Query query) throws IOException {
    for (Request selection : request.objects("family_time_ranges")) {
      Range range = Range.of(selection);
      query.setColumnFamilyTimeRange(selection.bytes("family"), range.min, range.max);
    }
    if (request.has("filter")) {
      query.setFilter(Filters.read(request.object("filter")));
    }
  }

  /** {@code min}, which is in the range, and {@code max}, which is not. */
  record Range(long min, long max) {
    static Range of(Request request) {
      return new Range(request.number("min"), request.number("max"));
    }
  }
}
