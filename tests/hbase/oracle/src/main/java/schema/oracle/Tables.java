package schema.oracle;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.RegionLocator;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Table operations: create, alter, describe, drop. */
final class Tables {
  private final Connection connection;

  Tables(Connection connection) {
    this.connection = connection;
  }

  /** {@code table}, {@code values}, {@code families}, {@code splits}: see {@link Descriptors}. */
  void create(Request request) throws IOException {
    TableDescriptor table = Descriptors.table(request);
    byte[][] splits = request.list("splits", Request::bytes).toArray(new byte[0][]);
    try (Admin admin = connection.getAdmin()) {
      if (splits.length == 0) {
        admin.createTable(table);
      } else {
        admin.createTable(table, splits);
      }
    }
  }

  /** {@code table}; it may be enabled. */
  void drop(Request request) throws IOException {
    TableName name = request.table();
    try (Admin admin = connection.getAdmin()) {
      disable(admin, name);
      admin.deleteTable(name);
    }
  }

  /** {@code table}, {@code preserve_splits}; it may be enabled. */
  void truncate(Request request) throws IOException {
    TableName name = request.table();
    try (Admin admin = connection.getAdmin()) {
      disable(admin, name);
      admin.truncateTable(name, request.flag("preserve_splits"));
    }
  }

  private static void disable(Admin admin, TableName name) throws IOException {
    if (admin.isTableEnabled(name)) {
      admin.disableTable(name);
    }
  }

  /** {@code table} and {@code changes}, in order: see {@link Changes}. */
  void alter(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      for (Request change : request.objects("changes")) {
        Changes.apply(admin, request.table(), change);
      }
    }
  }

  /** The table with all its attributes, and the start keys of its regions. */
  JsonObject describe(Request request) throws IOException {
    TableName name = request.table();
    try (Admin admin = connection.getAdmin();
        RegionLocator regions = connection.getRegionLocator(name)) {
      JsonObject described = Descriptors.describe(admin.getDescriptor(name));
      JsonArray splits = new JsonArray();
      Arrays.stream(regions.getStartKeys())
          .filter(key -> key.length > 0)
          .sorted(Bytes.BYTES_COMPARATOR)
          .map(Cells::text)
          .forEach(splits::add);
      described.add("splits", splits);
      return described;
    }
  }

  /** Whether the table is enabled. */
  JsonPrimitive isEnabled(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      return new JsonPrimitive(admin.isTableEnabled(request.table()));
    }
  }

  /** The names of all user tables, in order. */
  JsonArray list() throws IOException {
    JsonArray names = new JsonArray();
    try (Admin admin = connection.getAdmin()) {
      Arrays.stream(admin.listTableNames())
          .map(TableName::getNameWithNamespaceInclAsString)
          .sorted()
          .forEach(names::add);
    }
    return names;
  }
}
