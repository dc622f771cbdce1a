//! Whether the qualifiers of two sets of dynamic columns can be the same.

use std::borrow::Cow;

use hbase_model::{CellCodec, CellFormat, ColumnQualifier, DynamicSchema, Encoding, LogicalType};

use crate::layouts::{TEXT, key, part, uint};

fn columns(prefix: &'static str, encoding: Encoding) -> DynamicSchema {
    DynamicSchema {
        counter: false,
        field: "columns",
        family: "D1",
        prefix: ColumnQualifier::new(prefix),
        qualifier: Cow::Owned(key(None, [part("name", encoding)])),
        type_name: "Columns",
        codec: CellCodec::Java,
        format: CellFormat::Bytes,
        logical_type: LogicalType::Unknown,
        limit: None,
    }
}

#[test]
fn columns_meet_if_one_prefix_starts_the_other_and_the_lengths_allow_it() {
    let cases = [
        (columns("a", TEXT), columns("b", TEXT), false),
        (columns("a", TEXT), columns("ab", TEXT), true),
        (columns("a", uint(4)), columns("a", uint(4)), true),
        // The same length, but other prefixes.
        (columns("a", uint(4)), columns("b", uint(4)), false),
        // One prefix starts the other, but the lengths differ.
        (columns("a", uint(4)), columns("ab", uint(4)), false),
        (columns("a", uint(4)), columns("ab", uint(2)), false),
        (columns("ab", uint(1)), columns("a", uint(2)), true),
        (columns("", uint(8)), columns("ab", TEXT), true),
    ];
    for (a, b, expected) in cases {
        assert_eq!(a.may_meet(&b), expected, "{a:?} {b:?}");
        assert_eq!(b.may_meet(&a), expected, "{b:?} {a:?}");
    }
}

#[test]
fn a_qualifier_has_the_prefix_and_the_width() {
    let four = columns("a:", uint(4));
    assert!(four.may_be(b"a", b":1234"));
    assert!(!four.may_be(b"a:", b"123"));
    assert!(!four.may_be(b"b:", b"1234"));
    assert!(columns("a:", TEXT).may_be(b"a:", b""));
}

#[test]
fn qualifiers_in_words_begin_with_the_prefix() {
    let parts = "name (unsigned 32-bit integer, big-endian)";
    let with_prefix = columns("a:", uint(4)).qualifiers();
    assert_eq!(with_prefix, format!("\"a:\", {parts}"));
    assert_eq!(columns("", uint(4)).qualifiers(), parts);
}
