package schema.oracle;

import java.io.BufferedWriter;
import java.io.IOException;
import java.io.OutputStream;
import java.io.OutputStreamWriter;
import java.io.UncheckedIOException;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.CompletionException;
import org.apache.hadoop.hbase.client.RetriesExhaustedException;
import org.apache.hadoop.hbase.client.RetriesExhaustedWithDetailsException;
import org.apache.hadoop.ipc.RemoteException;
import org.apache.hbase.thirdparty.com.google.gson.Gson;
import org.apache.hbase.thirdparty.com.google.gson.GsonBuilder;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;
import org.apache.hbase.thirdparty.com.google.gson.JsonNull;
import org.apache.hbase.thirdparty.com.google.gson.JsonObject;

/** Writes responses, one per line. */
final class Responses {
  private static final Gson GSON = new GsonBuilder().serializeNulls().disableHtmlEscaping().create();

  private final Writer output;

  Responses(OutputStream output) {
    this.output = new BufferedWriter(new OutputStreamWriter(output, StandardCharsets.UTF_8));
  }

  void done(JsonElement id, JsonElement answer) {
    JsonObject line = new JsonObject();
    line.add("id", id);
    line.add("ok", answer);
    write(line);
  }

  void failed(JsonElement id, Throwable error) {
    JsonObject line = new JsonObject();
    line.add("id", id == null ? JsonNull.INSTANCE : id);
    line.add("error", describe(error));
    write(line);
  }

  private synchronized void write(JsonObject line) {
    try {
      output.write(GSON.toJson(line));
      output.write('\n');
      output.flush();
    } catch (IOException error) {
      throw new UncheckedIOException(error);
    }
  }

  /** Class and message of the original exception. */
  static JsonObject describe(Throwable error) {
    Throwable cause = causeOf(error);
    JsonObject described = new JsonObject();
    described.addProperty("class", cause.getClass().getName());
    described.addProperty("message", firstLine(cause.getMessage()));
    return described;
  }

  /** The exception within the client's wrappers of a server's exception. */
  private static Throwable causeOf(Throwable error) {
    Throwable at = error;
    while (true) {
      Throwable inner = at.getCause();
      if (at instanceof RetriesExhaustedWithDetailsException several) {
        inner = several.getNumExceptions() > 0 ? several.getCause(0) : null;
      } else if (at instanceof RemoteException remote) {
        inner = remote.unwrapRemoteException();
      } else if (!(at instanceof RetriesExhaustedException
          || at instanceof ExecutionException
          || at instanceof CompletionException
          || at instanceof UncheckedIOException)) {
        return at;
      }
      if (inner == null || inner == at) {
        return at;
      }
      at = inner;
    }
  }

  /** The message without the stack trace that a server appends. */
  private static String firstLine(String message) {
    if (message == null) {
      return "";
    }
    int end = message.indexOf("\n\tat ");
    return end < 0 ? message : message.substring(0, end);
  }
}
