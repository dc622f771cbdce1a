package schema.phoenix;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/**
 * Runs a statement: {@code {"columns": […], "rows": [[…], …]}} if it returns rows, else {@code
 * {"count": n}}, the number of rows that it changed.
 */
final class Statements {
  /** Maximum of rows in a response. */
  static final int MOST_ROWS = 10_000;

  private Statements() {}

  static JsonObject run(Connection connection, JsonObject request, int seconds)
      throws SQLException {
    try (PreparedStatement statement =
        connection.prepareStatement(request.get("sql").getAsString())) {
      statement.setQueryTimeout(seconds);
      if (request.has("parameters")) {
        Parameters.set(statement, request.getAsJsonArray("parameters"));
      }
      if (statement.execute()) {
        return rows(statement.getResultSet());
      }
      JsonObject response = new JsonObject();
      response.addProperty("count", statement.getUpdateCount());
      return response;
    }
  }

  private static JsonObject rows(ResultSet results) throws SQLException {
    ResultSetMetaData described = results.getMetaData();
    JsonArray columns = new JsonArray();
    for (int column = 1; column <= described.getColumnCount(); column++) {
      columns.add(described.getColumnName(column));
    }
    JsonArray rows = new JsonArray();
    while (results.next()) {
      if (rows.size() == MOST_ROWS) {
        throw new SQLException("more than " + MOST_ROWS + " rows");
      }
      JsonArray row = new JsonArray();
      for (int column = 1; column <= columns.size(); column++) {
        row.add(Values.of(results.getObject(column)));
      }
      rows.add(row);
    }
    JsonObject response = new JsonObject();
    response.add("columns", columns);
    response.add("rows", rows);
    return response;
  }
}
