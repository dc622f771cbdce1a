package schema.hive;

import java.util.Map;
import org.apache.hadoop.hive.conf.HiveConf;

/** Hive in one process: the metastore in memory, jobs on threads, and all files in one folder. */
final class Settings {
  private static final Map<String, String> FIXED =
      Map.of(
          "javax.jdo.option.ConnectionURL", "jdbc:derby:memory:metastore;create=true",
          "javax.jdo.option.ConnectionDriverName", "org.apache.derby.jdbc.EmbeddedDriver",
          "datanucleus.schema.autoCreateAll", "true",
          "hive.metastore.schema.verification", "false",
          "hive.execution.engine", "mr",
          "hive.stats.autogather", "false",
          "mapreduce.framework.name", "local",
          "fs.defaultFS", "file:///",
          // Values of Java's types, not lines of text.
          "list.sink.output.formatter",
              "org.apache.hadoop.hive.serde2.thrift.ThriftFormatter");

  /** Settings of folders, and the folders below that of the program. */
  private static final Map<String, String> FOLDERS =
      Map.of(
          "hive.metastore.warehouse.dir", "warehouse",
          "hive.exec.scratchdir", "scratch",
          "hive.exec.local.scratchdir", "local",
          "hive.downloaded.resources.dir", "resources",
          "hive.querylog.location", "log",
          "hadoop.tmp.dir", "hadoop",
          "mapreduce.jobtracker.staging.root.dir", "staging");

  private Settings() {}

  static HiveConf of(String folder) {
    HiveConf settings = new HiveConf();
    FIXED.forEach(settings::set);
    FOLDERS.forEach((name, below) -> settings.set(name, folder + "/" + below));
    return settings;
  }
}
