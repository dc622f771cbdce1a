package schema.oracle;

import java.util.Map;
import java.util.TreeMap;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;

/** The operations by their names. */
final class Operations {
  /** An operation, which returns the response's "ok". */
  interface Operation {
    JsonElement run(Request request) throws Exception;
  }

  /** An operation without a result. */
  interface Deed {
    void run(Request request) throws Exception;
  }

  private final Map<String, Operation> byName = new TreeMap<>();

  Operations(Connection connection) {
    addSchema(new Namespaces(connection), new Tables(connection));
    Maintenance maintenance = new Maintenance(connection);
    byName.put("ping", request -> maintenance.ping());
    deed("flush", maintenance::flush);
    deed("major_compact", maintenance::majorCompact);
    addRows(new Reads(connection), new Writes(connection));
    Scans scans = new Scans(connection);
    byName.put("scan_open", scans::open);
    byName.put("scan_next", scans::next);
    deed("scan_close", scans::close);
  }

  private void addSchema(Namespaces namespaces, Tables tables) {
    deed("create_namespace", namespaces::create);
    deed("drop_namespace", namespaces::drop);
    byName.put("list_namespaces", request -> namespaces.list());
    deed("create_table", tables::create);
    deed("drop_table", tables::drop);
    deed("truncate_table", tables::truncate);
    deed("alter_table", tables::alter);
    byName.put("describe_table", tables::describe);
    byName.put("is_table_enabled", tables::isEnabled);
    byName.put("list_tables", request -> tables.list());
  }

  private void addRows(Reads reads, Writes writes) {
    byName.put("get", reads::get);
    byName.put("get_many", reads::getMany);
    deed("mutate", writes::mutate);
    byName.put("mutate_many", writes::mutateMany);
    byName.put("check_and_mutate", writes::checkAndMutate);
    byName.put("increment", writes::increment);
    byName.put("append", writes::append);
  }

  private void deed(String name, Deed deed) {
    byName.put(
        name,
        request -> {
          deed.run(request);
          return JsonNull.INSTANCE;
        });
  }

  JsonElement run(Request request) throws Exception {
    String name = request.text("op");
    Operation operation = byName.get(name);
    if (operation == null) {
      throw new IllegalArgumentException(
          "no operation \"" + name + "\": there are " + byName.keySet());
    }
    return operation.run(request);
  }
}
