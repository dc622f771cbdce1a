package schema.oracle;

import org.apache.hadoop.hbase.filter.BinaryComparator;
import org.apache.hadoop.hbase.filter.BinaryPrefixComparator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.LongComparator;
import org.apache.hadoop.hbase.filter.NullComparator;
import org.apache.hadoop.hbase.filter.RegexStringComparator;
import org.apache.hadoop.hbase.filter.SubstringComparator;

/** Comparators of filters: {@code kind} is the comparator's class without "Comparator". */
final class Comparators {
  private Comparators() {}

  static ByteArrayComparable read(Request request) {
    switch (request.text("kind")) {
      case "Binary":
        return new BinaryComparator(request.bytes("value"));
      case "BinaryPrefix":
        return new BinaryPrefixComparator(request.bytes("value"));
      case "Long":
        return new LongComparator(request.number("value"));
      case "RegexString":
        return new RegexStringComparator(request.text("value"));
      case "Substring":
        return new SubstringComparator(request.text("value"));
      case "Null":
        return new NullComparator();
      default:
        throw new IllegalArgumentException(
            "no comparator \"" + request.text("kind") + "\" is known");
    }
  }
}
