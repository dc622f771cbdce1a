package schema.hive;

import java.util.HexFormat;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * Values of Hive in JSON: integers as numbers, bytes in hex, all else as text, maps and structs as text in Hive's JSON. A
 * row of a statement that shows tables or settings is text.
 */
final class Values {
  private Values() {}

  static JsonElement ofRow(Object row) {
    if (!(row instanceof Object[] values)) {
      return of(row);
    }
    JsonArray array = new JsonArray();
    for (Object value : values) {
      array.add(of(value));
    }
    return array;
  }

  private static JsonElement of(Object value) {
    if (value == null) {
      return JsonNull.INSTANCE;
    }
    if (value instanceof Boolean flag) {
      return new JsonPrimitive(flag);
    }
    boolean integer = value instanceof Number && !(value instanceof Double || value instanceof Float);
    if (integer) {
      return new JsonPrimitive((Number) value);
    }
    if (value instanceof byte[] bytes) {
      return new JsonPrimitive(HexFormat.of().formatHex(bytes));
    }
    return new JsonPrimitive(value.toString());
  }
}
