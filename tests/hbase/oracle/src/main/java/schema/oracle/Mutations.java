package schema.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Durability;
import org.apache.hadoop.hbase.client.Mutation;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;

/**
 * A row's mutation: {@code row}, {@code cells} (a block), {@code delete_row} (a timestamp), {@code
 * durability}, {@code ttl_ms}. All puts become one {@link Put}, all deletes one {@link Delete}, whose
 * markers of the newest version HBase counts; both together are {@link RowMutations}.
 */
final class Mutations {
  private Mutations() {}

  static Row read(Request request) throws IOException {
    List<Mutation> parts = parts(request);
    if (parts.size() == 1) {
      return parts.get(0);
    }
    RowMutations mutations = new RowMutations(request.bytes("row"));
    for (Mutation part : parts) {
      mutations.add(part);
    }
    return mutations;
  }

  private static List<Mutation> parts(Request request) throws IOException {
    byte[] row = request.bytes("row");
    List<Mutation> parts = new ArrayList<>();
    for (Cell cell : Cells.read(request.bytes("cells"))) {
      if (cell.getTimestamp() < 0) {
        throw new IllegalArgumentException("Timestamp cannot be negative. ts=" + cell.getTimestamp());
      }
      if (cell.getType() == Cell.Type.Put) {
        Put put = last(parts, Put.class).orElseGet(() -> add(parts, new Put(row)));
        put.addColumn(
            CellUtil.cloneFamily(cell),
            CellUtil.cloneQualifier(cell),
            cell.getTimestamp(),
            CellUtil.cloneValue(cell));
      } else {
        Delete delete =
            last(parts, Delete.class)
                .filter(before -> !forgets(before, cell))
                .orElseGet(() -> add(parts, new Delete(row)));
        delete.add(cell);
      }
    }
    if (request.has("delete_row")) {
      add(parts, new Delete(row, request.number("delete_row")));
    }
    parts.forEach(part -> attributes(part, request));
    if (parts.isEmpty()) {
      parts.add(new Put(row));
    }
    return parts;
  }

  private static <T extends Mutation> Optional<T> last(List<Mutation> parts, Class<T> type) {
    return parts.stream().filter(type::isInstance).map(type::cast).reduce((one, next) -> next);
  }

  /**
   * Whether earlier markers of the delete would be lost: the client replaces the markers of a family by
   * one that deletes the whole family.
   */
  private static boolean forgets(Delete delete, Cell next) {
    return next.getType() == Cell.Type.DeleteFamily
        && delete.getFamilyCellMap().containsKey(CellUtil.cloneFamily(next));
  }

  private static <T extends Mutation> T add(List<Mutation> parts, T part) {
    parts.add(part);
    return part;
  }

  static void attributes(Mutation mutation, Request request) {
    mutation.setDurability(Durability.valueOf(request.text("durability")));
    if (request.has("ttl_ms") && !(mutation instanceof Delete)) {
      mutation.setTTL(request.number("ttl_ms"));
    }
  }
}
