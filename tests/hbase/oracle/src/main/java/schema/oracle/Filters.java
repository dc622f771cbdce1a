package schema.oracle;

import java.util.ArrayList;
import java.util.List;
import org.apache.hadoop.hbase.CompareOperator;
import org.apache.hadoop.hbase.filter.ByteArrayComparable;
import org.apache.hadoop.hbase.filter.ColumnPaginationFilter;
import org.apache.hadoop.hbase.filter.ColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.ColumnRangeFilter;
import org.apache.hadoop.hbase.filter.FamilyFilter;
import org.apache.hadoop.hbase.filter.Filter;
import org.apache.hadoop.hbase.filter.FilterList;
import org.apache.hadoop.hbase.filter.FirstKeyOnlyFilter;
import org.apache.hadoop.hbase.filter.FuzzyRowFilter;
import org.apache.hadoop.hbase.filter.KeyOnlyFilter;
import org.apache.hadoop.hbase.filter.MultiRowRangeFilter;
import org.apache.hadoop.hbase.filter.MultipleColumnPrefixFilter;
import org.apache.hadoop.hbase.filter.PageFilter;
import org.apache.hadoop.hbase.filter.PrefixFilter;
import org.apache.hadoop.hbase.filter.QualifierFilter;
import org.apache.hadoop.hbase.filter.RowFilter;
import org.apache.hadoop.hbase.filter.SingleColumnValueFilter;
import org.apache.hadoop.hbase.filter.SkipFilter;
import org.apache.hadoop.hbase.filter.TimestampsFilter;
import org.apache.hadoop.hbase.filter.ValueFilter;
import org.apache.hadoop.hbase.filter.WhileMatchFilter;
import org.apache.hadoop.hbase.util.Pair;
import org.apache.hbase.thirdparty.com.google.gson.JsonElement;

/** Filters as trees: {@code kind} is the filter's class without "Filter". */
final class Filters {
  private Filters() {}

  static Filter read(Request request) {
    switch (request.text("kind")) {
      case "And":
        return new FilterList(FilterList.Operator.MUST_PASS_ALL, each(request));
      case "Or":
        return new FilterList(FilterList.Operator.MUST_PASS_ONE, each(request));
      case "Skip":
        return new SkipFilter(read(request.object("filter")));
      case "WhileMatch":
        return new WhileMatchFilter(read(request.object("filter")));
      default:
        return leaf(request);
    }
  }

  private static List<Filter> each(Request request) {
    List<Filter> filters = new ArrayList<>();
    request.objects("filters").forEach(inner -> filters.add(read(inner)));
    return filters;
  }

  private static Filter leaf(Request request) {
    switch (request.text("kind")) {
      case "Row":
        return new RowFilter(operator(request), comparator(request));
      case "Family":
        return new FamilyFilter(operator(request), comparator(request));
      case "Qualifier":
        return new QualifierFilter(operator(request), comparator(request));
      case "Value":
        return new ValueFilter(operator(request), comparator(request));
      case "SingleColumnValue":
        return columnValue(request);
      case "Page":
        return new PageFilter(request.number("size"));
      case "ColumnPagination":
        return new ColumnPaginationFilter(request.count("limit"), request.count("offset"));
      case "FirstKeyOnly":
        return new FirstKeyOnlyFilter();
      case "KeyOnly":
        return new KeyOnlyFilter(request.flag("length_as_value"));
      case "Timestamps":
        return new TimestampsFilter(request.list("timestamps", JsonElement::getAsLong));
      default:
        return prefixOrRange(request);
    }
  }

  private static Filter prefixOrRange(Request request) {
    switch (request.text("kind")) {
      case "Prefix":
        return new PrefixFilter(request.bytes("prefix"));
      case "ColumnPrefix":
        return new ColumnPrefixFilter(request.bytes("prefix"));
      case "MultipleColumnPrefix":
        return new MultipleColumnPrefixFilter(
            request.list("prefixes", Request::bytes).toArray(new byte[0][]));
      case "ColumnRange":
        return new ColumnRangeFilter(
            request.has("min") ? request.bytes("min") : null,
            request.flag("min_inclusive"),
            request.has("max") ? request.bytes("max") : null,
            request.flag("max_inclusive"));
      case "MultiRowRange":
        return rowRanges(request);
      case "FuzzyRow":
        return fuzzyRow(request);
      default:
        throw new IllegalArgumentException("no filter \"" + request.text("kind") + "\" is known");
    }
  }

  private static Filter columnValue(Request request) {
    SingleColumnValueFilter filter =
        new SingleColumnValueFilter(
            request.bytes("family"),
            request.bytes("qualifier"),
            operator(request),
            comparator(request));
    filter.setFilterIfMissing(request.flag("filter_if_missing"));
    filter.setLatestVersionOnly(request.flag("latest_version_only"));
    return filter;
  }

  private static Filter rowRanges(Request request) {
    List<MultiRowRangeFilter.RowRange> ranges = new ArrayList<>();
    for (Request range : request.objects("ranges")) {
      ranges.add(
          new MultiRowRangeFilter.RowRange(
              range.bytes("start"), true, range.bytes("stop"), false));
    }
    return new MultiRowRangeFilter(ranges);
  }

  /** {@code mask} has a 0 for a byte that must match, a 1 for any other. */
  private static Filter fuzzyRow(Request request) {
    List<Pair<byte[], byte[]>> patterns = new ArrayList<>();
    for (Request pattern : request.objects("patterns")) {
      patterns.add(new Pair<>(pattern.bytes("bytes"), pattern.bytes("mask")));
    }
    return new FuzzyRowFilter(patterns);
  }

  private static CompareOperator operator(Request request) {
    return CompareOperator.valueOf(request.text("op"));
  }

  private static ByteArrayComparable comparator(Request request) {
    return Comparators.read(request.object("comparator"));
  }
}
