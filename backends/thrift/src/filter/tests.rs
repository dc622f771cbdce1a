use hbase_backend::{Comparator, CompareOp, Error, Filter};

use super::{counts_rows, text};

fn as_text(filter: &Filter) -> String {
    let text = text(filter, false).unwrap().unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

fn binary(value: &[u8]) -> Comparator {
    Comparator::Binary(value.to_vec())
}

#[test]
fn each_filter_has_its_name() {
    let prefixes = vec![b"a".to_vec(), b"b".to_vec()];
    let regex = Comparator::Regex("^a.*".into());
    let ones = Filter::Value(CompareOp::Equal, binary(b"1"));
    let (limit, offset) = (2, 1);
    for (filter, expected) in [
        (Filter::RowPrefix(b"ab".to_vec()), "PrefixFilter('ab')"),
        (
            Filter::Row(CompareOp::Less, binary(b"k")),
            "RowFilter(<, 'binary:k')",
        ),
        (Filter::Page(7), "PageFilter(7)"),
        (Filter::KeyOnly(true), "KeyOnlyFilter(true)"),
        (Filter::FirstKeyOnly, "FirstKeyOnlyFilter()"),
        (Filter::Timestamps(vec![1, 20]), "TimestampsFilter(1, 20)"),
        (
            Filter::ColumnPage { limit, offset },
            "ColumnPaginationFilter(2, 1)",
        ),
        (
            Filter::QualifierPrefixes(prefixes),
            "MultipleColumnPrefixFilter('a', 'b')",
        ),
        (
            Filter::Value(CompareOp::NotEqual, regex),
            "ValueFilter(!=, 'regexstring:^a.*')",
        ),
        (
            Filter::Skip(Box::new(ones)),
            "(SKIP ValueFilter(=, 'binary:1'))",
        ),
    ] {
        assert_eq!(as_text(&filter), expected);
    }
}

#[test]
fn filters_with_several_arguments_keep_their_order() {
    let range = Filter::QualifierRange {
        min: Some(b"a".to_vec()),
        min_inclusive: true,
        max: None,
        max_inclusive: false,
    };
    assert_eq!(as_text(&range), "ColumnRangeFilter('a', true, '', false)");
    let column = Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
        op: CompareOp::GreaterOrEqual,
        comparator: binary(b"5"),
        filter_if_missing: true,
        latest_version_only: false,
    };
    let expected = "SingleColumnValueFilter('f', 'q', >=, 'binary:5', true, false)";
    assert_eq!(as_text(&column), expected);
}

#[test]
fn quotes_are_doubled_and_bytes_stay() {
    let filter = Filter::RowPrefix(b"'a''\xff)\0".to_vec());
    let expected = b"PrefixFilter('''a''''\xff)\0')".to_vec();
    assert_eq!(text(&filter, false).unwrap().unwrap(), expected);
}

#[test]
fn lists_stand_in_parentheses() {
    let prefix = |p: &str| Filter::RowPrefix(p.into());
    let inner = Filter::Or(vec![prefix("a"), prefix("b")]);
    let filter = Filter::And(vec![inner, Filter::FirstKeyOnly]);
    assert_eq!(
        as_text(&filter),
        "((PrefixFilter('a') OR PrefixFilter('b')) AND FirstKeyOnlyFilter())"
    );
    assert_eq!(text(&Filter::And(Vec::new()), false).unwrap(), None);
}

#[test]
fn a_negation_is_pushed_down() {
    let filter = Filter::Not(Box::new(Filter::RowPrefix(b"a".to_vec())));
    assert_eq!(as_text(&filter), "RowFilter(!=, 'binaryprefix:a')");
}

#[test]
fn what_cannot_be_expressed_is_rejected_by_name() {
    let value = |comparator| Filter::Value(CompareOp::Equal, comparator);
    for (filter, name) in [
        (value(Comparator::Long(1)), "LongComparator"),
        (value(Comparator::Null), "NullComparator"),
        (
            Filter::RowRanges(vec![(b"a".to_vec(), b"b".to_vec())]),
            "MultiRowRangeFilter",
        ),
        (
            Filter::FuzzyRow(vec![(b"a".to_vec(), vec![true])]),
            "FuzzyRowFilter",
        ),
        (Filter::Or(Vec::new()), "a list of no filters"),
        (
            Filter::QualifierPrefixes(Vec::new()),
            "MultipleColumnPrefixFilter",
        ),
        (
            Filter::And(vec![Filter::FirstKeyOnly, value(Comparator::Null)]),
            "NullComparator",
        ),
    ] {
        let error = text(&filter, false).unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains(name), "{error}");
    }
}

#[test]
fn an_empty_bound_is_not_no_bound() {
    let range = |min: Option<&[u8]>, min_inclusive, max: Option<&[u8]>| Filter::QualifierRange {
        min: min.map(<[u8]>::to_vec),
        min_inclusive,
        max: max.map(<[u8]>::to_vec),
        max_inclusive: true,
    };
    assert!(text(&range(Some(b""), false, None), false).is_err());
    assert!(text(&range(None, true, Some(b"")), false).is_err());
    assert!(text(&range(Some(b""), true, None), false).is_ok());
}

#[test]
fn filters_that_count_are_known_at_any_depth() {
    assert!(counts_rows(&Filter::Or(vec![
        Filter::FirstKeyOnly,
        Filter::Page(1)
    ])));
    assert!(!counts_rows(&Filter::And(vec![Filter::FirstKeyOnly])));
}

fn as_text_in_reverse(filter: &Filter) -> String {
    let text = text(filter, true).unwrap().unwrap();
    String::from_utf8_lossy(&text).into_owned()
}

fn prefix(prefix: &[u8]) -> Filter {
    Filter::QualifierPrefix(prefix.to_vec())
}

#[test]
fn in_reverse_an_or_holds_comparisons_in_place_of_hints() {
    let range = Filter::QualifierRange {
        min: Some(b"b".to_vec()),
        min_inclusive: true,
        max: Some(b"c".to_vec()),
        max_inclusive: false,
    };
    let prefixes = Filter::QualifierPrefixes(vec![b"x".to_vec(), b"y".to_vec()]);
    let value = Filter::Value(CompareOp::Equal, binary(b"v"));
    let or = Filter::Or(vec![
        Filter::And(vec![prefix(b"a"), value]),
        range,
        prefixes,
    ]);
    assert_eq!(
        as_text_in_reverse(&or),
        "((QualifierFilter(=, 'binaryprefix:a') AND ValueFilter(=, 'binary:v')) \
         OR (QualifierFilter(>=, 'binary:b') AND QualifierFilter(<, 'binary:c')) \
         OR (QualifierFilter(=, 'binaryprefix:x') OR QualifierFilter(=, 'binaryprefix:y')))"
    );
    assert!(as_text(&or).contains("ColumnPrefixFilter('a')"));
    // Without an `Or`, a hint is harmless.
    assert_eq!(as_text_in_reverse(&prefix(b"a")), "ColumnPrefixFilter('a')");
}

#[test]
fn in_reverse_an_or_of_hints_and_of_what_counts_cells_is_rejected() {
    let page = Filter::ColumnPage {
        limit: 1,
        offset: 0,
    };
    let longer = Filter::QualifierPrefixes(vec![b"a".to_vec(), b"ab".to_vec()]);
    for beside in [
        page,
        Filter::FirstKeyOnly,
        Filter::Skip(Box::new(prefix(b"b"))),
        longer,
    ] {
        let filter = Filter::Or(vec![prefix(b"a"), beside]);
        assert!(text(&filter, false).is_ok(), "{filter:?}");
        let error = text(&filter, true).unwrap_err();
        assert!(matches!(error, Error::Unsupported { .. }), "{error}");
        assert!(error.to_string().contains("Filter::Qualifier"), "{error}");
    }
}

#[test]
fn in_reverse_a_columns_value_needs_every_family() {
    let column = Filter::ColumnValue {
        family: b"f".to_vec(),
        qualifier: b"q".to_vec(),
        op: CompareOp::Equal,
        comparator: binary(b"5"),
        filter_if_missing: true,
        latest_version_only: true,
    };
    let or = Filter::Or(vec![column, Filter::RowPrefix(b"r".to_vec())]);
    assert_eq!(
        as_text_in_reverse(&or),
        "(PrefixFilter('') AND (SingleColumnValueFilter('f', 'q', =, 'binary:5', true, true) \
         OR PrefixFilter('r')))"
    );
    assert!(!as_text(&or).contains("PrefixFilter('')"));
}
