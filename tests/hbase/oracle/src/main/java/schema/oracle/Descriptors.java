package schema.oracle;

import java.util.Map;
import java.util.TreeMap;
import java.util.function.BiConsumer;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.util.Bytes;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Tables and families as JSON: {@code name} (or {@code table}), {@code values} by their names in
 * HBase, and {@code families}. Values are strings that are sent unchanged, so that the server validates
 * them.
 */
final class Descriptors {
  private Descriptors() {}

  static TableDescriptor table(Request request) {
    TableDescriptorBuilder table = TableDescriptorBuilder.newBuilder(request.table());
    eachValue(request, table::setValue);
    for (Request family : request.objects("families")) {
      table.setColumnFamily(family(family));
    }
    return table.build();
  }

  static ColumnFamilyDescriptor family(Request request) {
    byte[] name = Bytes.toBytes(request.text("name"));
    ColumnFamilyDescriptorBuilder family = ColumnFamilyDescriptorBuilder.newBuilder(name);
    eachValue(request, family::setValue);
    return family.build();
  }

  static void eachValue(Request request, BiConsumer<String, String> take) {
    if (request.has("values")) {
      for (Map.Entry<String, JsonElement> value : request.object("values").json().entrySet()) {
        take.accept(value.getKey(), value.getValue().getAsString());
      }
    }
  }

  static JsonObject describe(TableDescriptor table) {
    JsonObject described = new JsonObject();
    described.addProperty("name", table.getTableName().getNameWithNamespaceInclAsString());
    Map<String, String> values = new TreeMap<>();
    table.getValues().forEach((key, value) -> values.put(text(key.get()), text(value.get())));
    described.add("values", texts(values));
    JsonArray families = new JsonArray();
    for (ColumnFamilyDescriptor family : table.getColumnFamilies()) {
      families.add(describe(family));
    }
    described.add("families", families);
    return described;
  }

  private static JsonObject describe(ColumnFamilyDescriptor family) {
    Map<String, String> values = new TreeMap<>(family.getConfiguration());
    family.getValues().forEach((key, value) -> values.put(text(key.get()), text(value.get())));
    JsonObject described = new JsonObject();
    described.addProperty("name", family.getNameAsString());
    described.add("values", texts(values));
    return described;
  }

  private static String text(byte[] bytes) {
    return Bytes.toString(bytes);
  }

  private static JsonObject texts(Map<String, String> values) {
    JsonObject texts = new JsonObject();
    values.forEach(texts::addProperty);
    return texts;
  }
}
