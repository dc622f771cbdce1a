package schema.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Get;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Gets: {@code row}, {@code existence_only}, and {@link ReadOptions}. */
final class Reads {
  private final Connection connection;

  Reads(Connection connection) {
    this.connection = connection;
  }

  /** {@code table} and {@code get}: a block of cells, true if only existence is checked, or null. */
  JsonElement get(Request request) throws IOException {
    try (Table table = connection.getTable(request.table())) {
      Get get = read(request.object("get"));
      return answer(get, table.get(get));
    }
  }

  /** {@code table} and {@code gets}: a list of such results. */
  JsonElement getMany(Request request) throws IOException {
    List<Get> gets = new ArrayList<>();
    for (Request get : request.objects("gets")) {
      gets.add(read(get));
    }
    JsonArray answers = new JsonArray();
    try (Table table = connection.getTable(request.table())) {
      Result[] results = table.get(gets);
      for (int at = 0; at < results.length; at++) {
        answers.add(answer(gets.get(at), results[at]));
      }
    }
    return answers;
  }

  private static JsonElement answer(Get get, Result result) throws IOException {
    if (get.isCheckExistenceOnly() && Boolean.TRUE.equals(result.getExists())) {
      return new JsonPrimitive(true);
    }
    return Cells.of(result);
  }

  private static Get read(Request request) throws IOException {
    Get get = new Get(request.bytes("row"));
    get.setCheckExistenceOnly(request.flag("existence_only"));
    ReadOptions.of(request).applyTo(get);
    return get;
  }
}
