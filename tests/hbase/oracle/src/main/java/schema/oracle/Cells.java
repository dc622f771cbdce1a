package schema.oracle;

import java.io.ByteArrayOutputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellBuilderFactory;
import org.apache.hadoop.hbase.CellBuilderType;
import org.apache.hadoop.hbase.KeyValueUtil;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Cells in a block as {@code KeyValueCodec} encodes them, in base64. */
final class Cells {
  private Cells() {}

  static String text(byte[] bytes) {
    return Base64.getEncoder().encodeToString(bytes);
  }

  /** A result's cells; null if it has none. */
  static JsonElement of(Result result) throws IOException {
    if (result == null || result.isEmpty()) {
      return JsonNull.INSTANCE;
    }
    ByteArrayOutputStream block = new ByteArrayOutputStream();
    DataOutputStream lengths = new DataOutputStream(block);
    for (Cell cell : result.rawCells()) {
      lengths.writeInt(KeyValueUtil.getSerializedSize(cell, false));
      KeyValueUtil.oswrite(cell, lengths, false);
    }
    return new JsonPrimitive(text(block.toByteArray()));
  }

  /** A block's cells, without checks. */
  static List<Cell> read(byte[] bytes) {
    List<Cell> cells = new ArrayList<>();
    ByteBuffer block = ByteBuffer.wrap(bytes);
    while (block.hasRemaining()) {
      cells.add(readOne(block));
    }
    return cells;
  }

  private static Cell readOne(ByteBuffer block) {
    block.getInt();
    int key = block.getInt();
    int value = block.getInt();
    byte[] row = take(block, Short.toUnsignedInt(block.getShort()));
    byte[] family = take(block, Byte.toUnsignedInt(block.get()));
    int aroundQualifier = Short.BYTES + row.length + 1 + family.length + Long.BYTES + 1;
    return CellBuilderFactory.create(CellBuilderType.SHALLOW_COPY)
        .setRow(row)
        .setFamily(family)
        .setQualifier(take(block, key - aroundQualifier))
        .setTimestamp(block.getLong())
        .setType(typeOf(block.get()))
        .setValue(take(block, value))
        .build();
  }

  private static byte[] take(ByteBuffer block, int length) {
    byte[] bytes = new byte[length];
    block.get(bytes);
    return bytes;
  }

  private static Cell.Type typeOf(byte code) {
    for (Cell.Type type : Cell.Type.values()) {
      if (type.getCode() == code) {
        return type;
      }
    }
    throw new IllegalArgumentException("no kind of cell has the number " + code);
  }
}
