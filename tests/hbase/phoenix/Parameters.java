package schema.phoenix;

import java.math.BigDecimal;
import java.math.RoundingMode;
import java.sql.ParameterMetaData;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Timestamp;
import java.util.HexFormat;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Parameters of a statement, in the JSON of {@link Values}; numbers may be text. */
final class Parameters {
  private Parameters() {}

  static void set(PreparedStatement statement, JsonArray values) throws SQLException {
    ParameterMetaData described = statement.getParameterMetaData();
    if (described.getParameterCount() != values.size()) {
      throw new IllegalArgumentException(
          "the statement has " + described.getParameterCount() + " parameters, not " + values.size());
    }
    for (int at = 0; at < values.size(); at++) {
      statement.setObject(at + 1, value(values.get(at), className(described, at + 1)));
    }
  }

  /** The class that Phoenix expects; empty if it expects none, as in a comparison of two parameters. */
  private static String className(ParameterMetaData described, int parameter) {
    try {
      String name = described.getParameterClassName(parameter);
      return name == null ? "" : name;
    } catch (SQLException | RuntimeException unknown) {
      return "";
    }
  }

  private static Object value(JsonElement json, String className) {
    if (json.isJsonNull()) {
      return null;
    }
    return switch (className) {
      case "java.lang.Byte" -> json.getAsBigDecimal().byteValueExact();
      case "java.lang.Short" -> json.getAsBigDecimal().shortValueExact();
      case "java.lang.Integer" -> json.getAsBigDecimal().intValueExact();
      case "java.lang.Long" -> json.getAsBigDecimal().longValueExact();
      case "java.lang.Float" -> Float.parseFloat(json.getAsString());
      case "java.lang.Double" -> Double.parseDouble(json.getAsString());
      case "java.math.BigDecimal" -> json.getAsBigDecimal();
      case "java.lang.Boolean" -> json.getAsBoolean();
      case "java.sql.Date" -> new java.sql.Date(json.getAsBigDecimal().longValueExact());
      case "java.sql.Time" -> new java.sql.Time(json.getAsBigDecimal().longValueExact());
      case "java.sql.Timestamp" -> timestamp(json.getAsBigDecimal());
      case "[B" -> HexFormat.of().parseHex(json.getAsString());
      default -> natural(json.getAsJsonPrimitive());
    };
  }

  private static Timestamp timestamp(BigDecimal millis) {
    BigDecimal nanos = millis.movePointRight(6);
    BigDecimal second = BigDecimal.valueOf(1_000_000_000);
    BigDecimal seconds = nanos.divide(second, 0, RoundingMode.FLOOR);
    Timestamp stamp = new Timestamp(seconds.longValueExact() * 1000);
    stamp.setNanos(nanos.subtract(seconds.multiply(second)).intValueExact());
    return stamp;
  }

  private static Object natural(JsonPrimitive json) {
    if (json.isBoolean()) {
      return json.getAsBoolean();
    }
    return json.isNumber() ? json.getAsBigDecimal() : json.getAsString();
  }
}
