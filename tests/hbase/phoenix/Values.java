package schema.phoenix;

import java.math.BigDecimal;
import java.sql.Array;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.Date;
import java.util.HexFormat;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/**
 * Values of SQL in JSON: integers and finite doubles as numbers, decimals and other doubles as text,
 * bytes in hex, times in milliseconds, as text with a fraction if they have nanoseconds.
 */
final class Values {
  private static final int NANOS_PER_MILLI = 1_000_000;

  private Values() {}

  static JsonElement of(Object value) throws SQLException {
    if (value == null) {
      return JsonNull.INSTANCE;
    }
    if (value instanceof Boolean flag) {
      return new JsonPrimitive(flag);
    }
    if (value instanceof Number number) {
      return ofNumber(number);
    }
    if (value instanceof byte[] bytes) {
      return new JsonPrimitive(HexFormat.of().formatHex(bytes));
    }
    if (value instanceof Date time) {
      return ofTime(time);
    }
    if (value instanceof Array array) {
      return ofArray(array.getArray());
    }
    return new JsonPrimitive(value.toString());
  }

  private static JsonElement ofNumber(Number number) {
    boolean text =
        number instanceof BigDecimal
            || !(number instanceof Long) && !Double.isFinite(number.doubleValue());
    return text ? new JsonPrimitive(number.toString()) : new JsonPrimitive(number);
  }

  private static JsonElement ofTime(Date time) {
    int nanos = time instanceof Timestamp stamp ? stamp.getNanos() % NANOS_PER_MILLI : 0;
    if (nanos == 0) {
      return new JsonPrimitive(time.getTime());
    }
    BigDecimal millis = BigDecimal.valueOf(time.getTime()).add(BigDecimal.valueOf(nanos, 6));
    return new JsonPrimitive(millis.toPlainString());
  }

  /** An array of objects or of primitives. */
  private static JsonElement ofArray(Object elements) throws SQLException {
    JsonArray list = new JsonArray();
    for (int at = 0; at < java.lang.reflect.Array.getLength(elements); at++) {
      list.add(of(java.lang.reflect.Array.get(elements, at)));
    }
    return list;
  }
}
