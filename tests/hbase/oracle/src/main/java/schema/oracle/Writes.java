package schema.oracle;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.client.Append;
import org.apache.hadoop.hbase.client.CheckAndMutate;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.Delete;
import org.apache.hadoop.hbase.client.Increment;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.hbase.client.Row;
import org.apache.hadoop.hbase.client.RowMutations;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hadoop.hbase.io.TimeRange;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonPrimitive;

/** Operations that write rows. */
final class Writes {
  private final Connection connection;

  Writes(Connection connection) {
    this.connection = connection;
  }

  /** {@code table} and {@code mutation}: see {@link Mutations}. */
  void mutate(Request request) throws IOException {
    Row row = Mutations.read(request.object("mutation"));
    try (Table table = connection.getTable(request.table())) {
      if (row instanceof Put put) {
        table.put(put);
      } else if (row instanceof Delete delete) {
        table.delete(delete);
      } else {
        table.mutateRow((RowMutations) row);
      }
    }
  }

  /** {@code table} and {@code mutations}: for each null, or its error. */
  JsonElement mutateMany(Request request) throws IOException, InterruptedException {
    List<Row> rows = new ArrayList<>();
    for (Request mutation : request.objects("mutations")) {
      rows.add(Mutations.read(mutation));
    }
    Object[] outcomes = new Object[rows.size()];
    try (Table table = connection.getTable(request.table())) {
      table.batch(rows, outcomes);
    } catch (RetriesExhaustedWithDetailsException some) {
      // Each element of outcomes is a result or an exception.
    }
    JsonArray answers = new JsonArray();
    for (Object outcome : outcomes) {
      answers.add(outcome instanceof Throwable error ? Responses.describe(error) : JsonNull.INSTANCE);
    }
    return answers;
  }

  /**
   * {@code table}, {@code condition}, {@code time_range} and {@code mutation}: whether it was applied. A
   * condition is a {@code filter}, or {@code family} and {@code qualifier} with {@code op} and {@code
   * value}; without these two the column must be absent.
   */
  JsonElement checkAndMutate(Request request) throws IOException {
    Request mutation = request.object("mutation");
    CheckAndMutate.Builder builder = CheckAndMutate.newBuilder(mutation.bytes("row"));
    Request condition = request.object("condition");
    if (condition.has("filter")) {
      builder.ifMatches(Filters.read(condition.object("filter")));
    } else if (condition.has("op")) {
      CompareOperator operator = CompareOperator.valueOf(condition.text("op"));
      builder.ifMatches(
          condition.bytes("family"), condition.bytes("qualifier"), operator, condition.bytes("value"));
    } else {
      builder.ifNotExists(condition.bytes("family"), condition.bytes("qualifier"));
    }
    ReadOptions.Range range = ReadOptions.Range.of(request.object("time_range"));
    builder.timeRange(TimeRange.between(range.min(), range.max()));
    try (Table table = connection.getTable(request.table())) {
      return new JsonPrimitive(
          table.checkAndMutate(build(builder, Mutations.read(mutation))).isSuccess());
    }
  }

  private static CheckAndMutate build(CheckAndMutate.Builder builder, Row row) {
    if (row instanceof Put put) {
      return builder.build(put);
    }
    if (row instanceof Delete delete) {
      return builder.build(delete);
    }
    return builder.build((RowMutations) row);
  }

  /** {@code table}, {@code row}, {@code columns} with {@code amount}: the new cells. */
  JsonElement increment(Request request) throws IOException {
    Increment increment = new Increment(request.bytes("row"));
    for (Request column : request.objects("columns")) {
      increment.addColumn(
          column.bytes("family"), column.bytes("qualifier"), column.number("amount"));
    }
    Mutations.attributes(increment, request);
    try (Table table = connection.getTable(request.table())) {
      return Cells.of(table.increment(increment));
    }
  }

  /** {@code table}, {@code row}, {@code columns} with {@code value}: the new cells. */
  JsonElement append(Request request) throws IOException {
    Append append = new Append(request.bytes("row"));
    for (Request column : request.objects("columns")) {
      append.addColumn(column.bytes("family"), column.bytes("qualifier"), column.bytes("value"));
    }
    Mutations.attributes(append, request);
    try (Table table = connection.getTable(request.table())) {
      return Cells.of(table.append(append));
    }
  }
}
