package schema.oracle;

import java.io.IOException;
import java.util.Arrays;
import org.apache.hadoop.hbase.NamespaceDescriptor;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;

/** Namespaces. */
final class Namespaces {
  private final Connection connection;

  Namespaces(Connection connection) {
    this.connection = connection;
  }

  /** {@code name}. */
  void create(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.createNamespace(NamespaceDescriptor.create(request.text("name")).build());
    }
  }

  /** {@code name}. */
  void drop(Request request) throws IOException {
    try (Admin admin = connection.getAdmin()) {
      admin.deleteNamespace(request.text("name"));
    }
  }

  /** All names, in order. */
  JsonArray list() throws IOException {
    JsonArray names = new JsonArray();
    try (Admin admin = connection.getAdmin()) {
      Arrays.stream(admin.listNamespaces()).sorted().forEach(names::add);
    }
    return names;
  }
}
