package schema.oracle;

import java.io.IOException;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Admin;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptor;
import org.apache.hadoop.hbase.client.ColumnFamilyDescriptorBuilder;
import org.apache.hadoop.hbase.client.TableDescriptor;
import org.apache.hadoop.hbase.client.TableDescriptorBuilder;
import org.apache.hadoop.hbase.regionserver.NoSuchColumnFamilyException;
import org.apache.hadoop.hbase.util.Bytes;

/** Changes of an existing table. Attributes that a change does not contain stay unchanged. */
final class Changes {
  private Changes() {}

  /**
   * One change: {@code add_family} or {@code alter_family} with a family, {@code drop_family} with a
   * name, {@code alter_table} with {@code values}.
   */
  static void apply(Admin admin, TableName table, Request change) throws IOException {
    if (change.has("add_family")) {
      admin.addColumnFamily(table, Descriptors.family(change.object("add_family")));
    } else if (change.has("alter_family")) {
      alterFamily(admin, table, change.object("alter_family"));
    } else if (change.has("drop_family")) {
      admin.deleteColumnFamily(table, Bytes.toBytes(change.text("drop_family")));
    } else {
      alterTable(admin, table, change.object("alter_table"));
    }
  }

  private static void alterFamily(Admin admin, TableName table, Request said) throws IOException {
    byte[] name = Bytes.toBytes(said.text("name"));
    ColumnFamilyDescriptor family = admin.getDescriptor(table).getColumnFamily(name);
    if (family == null) {
      throw new NoSuchColumnFamilyException(
          "Column family " + said.text("name") + " does not exist in table " + table);
    }
    ColumnFamilyDescriptorBuilder builder = ColumnFamilyDescriptorBuilder.newBuilder(family);
    Descriptors.eachValue(said, builder::setValue);
    admin.modifyColumnFamily(table, builder.build());
  }

  private static void alterTable(Admin admin, TableName table, Request said) throws IOException {
    TableDescriptor current = admin.getDescriptor(table);
    TableDescriptorBuilder builder = TableDescriptorBuilder.newBuilder(current);
    Descriptors.eachValue(said, builder::setValue);
    admin.modifyTable(builder.build());
  }
}
