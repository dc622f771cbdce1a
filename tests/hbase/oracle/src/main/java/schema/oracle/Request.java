package schema.oracle;

import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.function.Function;
import org.apache.hadoop.hbase.TableName;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;
import org.apache.hbase.thirdparty.com.google.gson.JsonParser;

/** A JSON object with the types of requests. Absent and null members are equivalent. */
record Request(JsonObject json) {

  static Request parse(String line) {
    return new Request(JsonParser.parseString(line).getAsJsonObject());
  }

  static Request of(JsonElement json) {
    return new Request(json.getAsJsonObject());
  }

  JsonElement id() {
    return need("id");
  }

  TableName table() {
    return TableName.valueOf(text("table"));
  }

  boolean has(String name) {
    JsonElement value = json.get(name);
    return value != null && !value.isJsonNull();
  }

  JsonElement need(String name) {
    if (!has(name)) {
      throw new IllegalArgumentException("the request lacks \"" + name + "\": " + json);
    }
    return json.get(name);
  }

  Request object(String name) {
    return of(need(name));
  }

  String text(String name) {
    return need(name).getAsString();
  }

  long number(String name) {
    return need(name).getAsLong();
  }

  int count(String name) {
    return Math.toIntExact(number(name));
  }

  boolean flag(String name) {
    return has(name) && json.get(name).getAsBoolean();
  }

  byte[] bytes(String name) {
    return bytes(need(name));
  }

  static byte[] bytes(JsonElement base64) {
    return Base64.getDecoder().decode(base64.getAsString());
  }

  /** The objects of a list; empty if it is absent. */
  List<Request> objects(String name) {
    return list(name, Request::of);
  }

  <T> List<T> list(String name, Function<JsonElement, T> read) {
    List<T> found = new ArrayList<>();
    if (has(name)) {
      for (JsonElement element : json.get(name).getAsJsonArray()) {
        found.add(read.apply(element));
      }
    }
    return found;
  }
}
