package schema.phoenix;

import java.io.IOException;
import java.util.HexFormat;
import org.apache.hadoop.conf.Configuration;
import org.apache.hadoop.hbase.Cell;
import org.apache.hadoop.hbase.CellUtil;
import org.apache.hadoop.hbase.HBaseConfiguration;
import org.apache.hadoop.hbase.TableName;
import org.apache.hadoop.hbase.client.Connection;
import org.apache.hadoop.hbase.client.ConnectionFactory;
import org.apache.hadoop.hbase.client.Put;
import org.apache.hadoop.hbase.client.Result;
import org.apache.hadoop.hbase.client.ResultScanner;
import org.apache.hadoop.hbase.client.Scan;
import org.apache.hadoop.hbase.client.Table;
import org.apache.hbase.thirdparty.com.google.gson.JsonArray;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Reads and writes a table's bytes with HBase's client, all in hex. */
final class Rows {
  private Rows() {}

  /**
   * The whole table: {@code {"rows": [{"key": …, "cells": [[family, qualifier, value], …]}, …]}}. With {@code
   * "deleted": true}, there are also the cells that Phoenix deleted or overwrote and that HBase still has,
   * and a fourth member says which kind each is.
   */
  static JsonObject read(JsonObject request) throws IOException {
    boolean deleted = request.has("deleted") && request.get("deleted").getAsBoolean();
    Scan scan = new Scan().setCaching(1000).setRaw(deleted);
    if (deleted) {
      scan.readAllVersions();
    }
    TableName name = TableName.valueOf(request.get("raw").getAsString());
    JsonArray rows = new JsonArray();
    try (Connection connection = ConnectionFactory.createConnection(configuration());
        Table table = connection.getTable(name);
        ResultScanner results = table.getScanner(scan)) {
      for (Result result : results) {
        if (rows.size() == Statements.MOST_ROWS) {
          throw new IOException("more than " + Statements.MOST_ROWS + " rows");
        }
        rows.add(row(result, deleted));
      }
    }
    JsonObject response = new JsonObject();
    response.add("rows", rows);
    return response;
  }

  /** One row, whose {@code key} and {@code cells} are as in the response of {@link #read}. */
  static JsonObject put(JsonObject request) throws IOException {
    Put put = new Put(bytes(request.get("key")));
    for (JsonElement cell : request.getAsJsonArray("cells")) {
      JsonArray members = cell.getAsJsonArray();
      put.addColumn(bytes(members.get(0)), bytes(members.get(1)), bytes(members.get(2)));
    }
    TableName name = TableName.valueOf(request.get("put").getAsString());
    try (Connection connection = ConnectionFactory.createConnection(configuration());
        Table table = connection.getTable(name)) {
      table.put(put);
    }
    JsonObject response = new JsonObject();
    response.addProperty("count", 1);
    return response;
  }

  /** Short pauses between few retries, as in the oracle's client. */
  private static Configuration configuration() {
    Configuration configuration = HBaseConfiguration.create();
    configuration.setInt("hbase.client.pause", 10);
    configuration.setInt("hbase.client.retries.number", 8);
    configuration.setInt("hbase.rpc.timeout", 30_000);
    configuration.setInt("hbase.client.operation.timeout", 60_000);
    return configuration;
  }

  private static JsonObject row(Result result, boolean kinds) {
    JsonArray cells = new JsonArray();
    for (Cell cell : result.rawCells()) {
      JsonArray members = new JsonArray();
      members.add(hex(CellUtil.cloneFamily(cell)));
      members.add(hex(CellUtil.cloneQualifier(cell)));
      members.add(hex(CellUtil.cloneValue(cell)));
      if (kinds) {
        members.add(cell.getType().name());
      }
      cells.add(members);
    }
    JsonObject row = new JsonObject();
    row.addProperty("key", hex(result.getRow()));
    row.add("cells", cells);
    return row;
  }

  private static byte[] bytes(JsonElement hex) {
    return HexFormat.of().parseHex(hex.getAsString());
  }

  private static String hex(byte[] bytes) {
    return HexFormat.of().formatHex(bytes);
  }
}
