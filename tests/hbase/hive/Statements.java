package schema.hive;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hive.conf.HiveConf;
import org.apache.hadoop.hive.metastore.api.FieldSchema;
import org.apache.hadoop.hive.metastore.api.Schema;
import org.apache.hadoop.hive.ql.DriverFactory;
import org.apache.hadoop.hive.ql.IDriver;
import org.apache.hadoop.hive.ql.processors.CommandProcessorResponse;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Runs a statement: {@code {"columns": […], "rows": [[…], …]}}, both empty if it returns no rows. */
final class Statements {
  private Statements() {}

  static JsonObject run(HiveConf settings, String sql) throws IOException {
    try (IDriver driver = DriverFactory.newDriver(settings)) {
      CommandProcessorResponse result = driver.run(sql);
      if (result.getResponseCode() != 0) {
        throw new IOException(result.getErrorMessage());
      }
      JsonObject response = new JsonObject();
      response.add("columns", columns(driver.getSchema()));
      response.add("rows", rows(driver));
      return response;
    }
  }

  private static JsonArray columns(Schema schema) {
    JsonArray columns = new JsonArray();
    if (schema != null && schema.getFieldSchemas() != null) {
      for (FieldSchema column : schema.getFieldSchemas()) {
        columns.add(column.getName());
      }
    }
    return columns;
  }

  private static JsonArray rows(IDriver driver) throws IOException {
    JsonArray rows = new JsonArray();
    List<Object> some = new ArrayList<>();
    while (driver.getResults(some)) {
      for (Object row : some) {
        rows.add(Values.ofRow(row));
      }
      some.clear();
    }
    return rows;
  }
}
