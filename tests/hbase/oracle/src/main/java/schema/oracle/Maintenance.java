package schema.oracle;

import java.io.IOException;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.hadoop.hbase.ClusterMetrics;
import org.apache.hadoop.hbase.HRegionLocation;
import org.apache.hadoop.hbase.RegionMetrics;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.CompactionState;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Flushes, compactions, and the cluster's status. */
final class Maintenance {
  private static final long LONGEST_COMPACTION = TimeUnit.MINUTES.toNanos(2);

  private final Connection connection;

  Maintenance(Connection connection) {
    this.connection = connection;
  }

  /** A line with HBase's version and the number of servers. */
  JsonPrimitive ping() throws IOException {
    try (Admin admin = connection.getAdmin()) {
      ClusterMetrics metrics = admin.getClusterMetrics();
      int servers = metrics.getLiveServerMetrics().size();
      return new JsonPrimitive("HBase " + metrics.getHBaseVersion() + ", " + servers + " server(s)");
    }
  }

  /** {@code table}. Region by region, for the servers then answer after the flush. */
  void flush(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (HRegionLocation region : regions(request.table())) {
        admin.flushRegion(region.getRegion().getRegionName());
      }
    }
  }

  /** {@code table}. Waits until each store is one file. */
  void majorCompact(Request request) throws Exception {
    TableName table = request.table();
    try (Admin admin = connection.getAdmin()) {
      List<HRegionLocation> regions = regions(table);
      for (HRegionLocation region : regions) {
        admin.majorCompactRegion(region.getRegion().getRegionName());
      }
      long start = System.nanoTime();
      for (long pause = 2; !isCompacted(admin, table, regions); pause = Math.min(2 * pause, 100)) {
        if (System.nanoTime() - start > LONGEST_COMPACTION) {
          throw new TimeoutException("the major compaction of " + table + " is not over yet");
        }
        Thread.sleep(pause);
      }
    }
  }

  private boolean isCompacted(Admin admin, TableName table, List<HRegionLocation> regions)
      throws IOException {
    for (HRegionLocation region : regions) {
      byte[] name = region.getRegion().getRegionName();
      if (admin.getCompactionStateForRegion(name) != CompactionState.NONE) {
        return false;
      }
      for (RegionMetrics metrics : admin.getRegionMetrics(region.getServerName(), table)) {
        if (metrics.getStoreFileCount() > metrics.getStoreCount()) {
          admin.majorCompactRegion(metrics.getRegionName());
          return false;
        }
      }
    }
    return true;
  }

  private List<HRegionLocation> regions(TableName table) throws IOException {
    try (RegionLocator locator = connection.getRegionLocator(table)) {
      return locator.getAllRegionLocations();
    }
  }
}
