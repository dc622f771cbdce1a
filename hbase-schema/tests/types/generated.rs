//! The functions that generated code calls in consts, also with what no struct compiles with.

use std::borrow::Cow;

use hbase_model::time::{TimeFormat, TimeKind};
use hbase_model::{CustomEncoding, Encoding, KeyLayout, PartLayout, Splits, TableName, TimeOrder};
use hbase_schema::__private::{
    Absence, CompareOp, JsonCell, NativeCell, PeriodUnit, QualifierShape, Salt, SaltLayout,
    SaltText, TableDescriptor, are_apart, bytes, column, compare_codes, counted, ends_from_behind,
    feeds_by_integer, feeds_by_text, feeds_by_time, has_no_width, has_time, holds_units,
    is_complete, is_fine_enough, is_optional, is_within, json_column, key_width, may_be_absent,
    omit_none, part_layout, salt_layout, splits_fit, terminated, text, width_or_zero, with_default,
};
use hbase_schema::key::KeyPart;
use hbase_schema::key::encoding::Native;
use hbase_schema::schema::{CellCodec, ColumnEntry, ColumnSchema};
use hbase_schema::{CellValue, Columns, HTable};

const MILLIS: Encoding = Encoding::Time(TimeFormat::new(TimeKind::Millis));
const TEXT: Encoding = Encoding::Text {
    width: None,
    pad: None,
};

const fn integer(width: u8) -> Encoding {
    Encoding::Integer {
        width,
        signed: false,
    }
}

fn part(encoding: Encoding) -> PartLayout {
    PartLayout::plain("part".into(), encoding)
}

fn key(parts: impl Into<Vec<PartLayout>>) -> KeyLayout {
    KeyLayout {
        salt: None,
        parts: parts.into().into(),
    }
}

fn digits(width: u8) -> Encoding {
    let max = u64::MAX.into();
    Encoding::Digits { width, max }
}

#[test]
fn a_period_is_fine_enough_from_the_finest_on() {
    let units = [
        (PeriodUnit::Hour, [true, true, true]),
        (PeriodUnit::Day, [false, true, true]),
        (PeriodUnit::Month, [false, false, true]),
    ];
    for (finest, expected) in units {
        let units = [PeriodUnit::Hour, PeriodUnit::Day, PeriodUnit::Month];
        assert_eq!(units.map(|unit| is_fine_enough(finest, unit)), expected);
    }
}

#[test]
fn a_number_holds_units_up_to_its_largest_value() {
    for (encoding, last, expected) in [
        (integer(1), 254, true),
        (integer(1), 255, true),
        (integer(1), 256, false),
        (digits(2), 99, true),
        (digits(2), 100, false),
        (TEXT, 1, false),
    ] {
        let qualifier = key([part(encoding.clone())]);
        assert_eq!(
            holds_units(&qualifier, last),
            expected,
            "{encoding:?} {last}"
        );
    }
    assert!(!holds_units(&key([]), 0));
}

#[derive(CellValue, Debug, Clone, Copy, PartialEq)]
enum State {
    #[code = "A"]
    Active,
    #[code = "C"]
    Closed,
}

#[test]
fn a_column_has_the_facts_and_codes_of_its_type() {
    let names = ["state", "D1", "STATE", "State"];
    let state = column::<State, NativeCell>(names, CellCodec::Java);
    assert_eq!(state.codes, "A=Active,C=Closed");
    let expected = ColumnSchema::new(names, CellCodec::Java, state.facts);
    let expected = ColumnSchema {
        codes: state.codes,
        ..expected
    };
    assert_eq!(state, expected);
    assert_eq!(column::<u32, NativeCell>(names, CellCodec::Java).codes, "");
    assert_eq!(
        (with_default(state).default, counted(state).default),
        (true, false)
    );
    assert_eq!(
        (with_default(state).counter, counted(state).counter),
        (false, true)
    );
    assert_eq!(with_default(state).field, "state");
    assert_eq!(counted(state).qualifier, state.qualifier);
    assert!(may_be_absent::<Option<u32>, NativeCell>());
    assert!(!may_be_absent::<u32, NativeCell>());
}

#[test]
fn a_column_of_json_knows_from_its_type_whether_null_is_a_value() {
    let names = ["notes", "D1", "NOTES", "Notes"];
    for (known, expected) in [
        (Absence::NoCell, Absence::JSON_NULL),
        (Absence::Never, Absence::Never),
        (Absence::Unknown, Absence::MAYBE_JSON_NULL),
    ] {
        let column = json_column::<Vec<u32>, JsonCell>(names, known);
        assert_eq!(column.facts.absence, expected, "{known:?}");
        assert_eq!((column.field, column.codec), ("notes", CellCodec::Json));
    }
}

#[test]
fn layouts_have_what_the_attributes_say() {
    assert_eq!(
        (&*text("D1"), &*bytes(b"\x02\x03")),
        ("D1", &b"\x02\x03"[..])
    );
    let salt = || Salt::Random {
        count: 16,
        text: true,
    };
    assert_eq!(
        salt_layout(salt(), Some(b"__")),
        SaltLayout {
            salt: salt(),
            separator: Some(Cow::Borrowed(b"__"))
        }
    );
    assert_eq!(salt_layout(salt(), None).separator, None);
    let of = |order| {
        let fed = Some(SaltText::Whole);
        part_layout("id", TEXT, "A=Active", order, Some(b"|"), fed, Some(9))
    };
    let expected = PartLayout {
        separator: Some(Cow::Borrowed(b"|")),
        salt: Some(SaltText::Whole),
        max: Some(9),
        codes: "A=Active".into(),
        ..PartLayout::plain("id".into(), TEXT)
    };
    assert_eq!(of([false, false]), expected);
    let (desc, reverse) = (of([true, false]), of([false, true]));
    assert_eq!((desc.desc, desc.reverse), (true, false));
    assert_eq!((reverse.desc, reverse.reverse), (false, true));
    let changed = PartLayout {
        terminated: true,
        ..expected.clone()
    };
    assert_eq!(terminated(expected.clone()), changed);
    let changed = PartLayout {
        omit_none: true,
        ..expected.clone()
    };
    assert_eq!(omit_none(expected), changed);
}

#[test]
fn the_width_of_a_key_is_that_of_all_its_parts() {
    assert_eq!(key_width(3, &[]), Some(3));
    assert_eq!(key_width(3, &[Some(8), Some(4)]), Some(15));
    assert_eq!(key_width(3, &[Some(8), None]), None);
    assert_eq!((width_or_zero(Some(15)), width_or_zero(None)), (15, 0));
}

#[test]
fn a_key_is_within_a_length_with_its_salt_and_its_longest_parts() {
    let separated = PartLayout {
        separator: Some(Cow::Borrowed(b"__")),
        max: Some(7),
        ..part(TEXT)
    };
    // 8, 7 and 2, and a part without a maximum.
    let mut layout = key([part(integer(8)), separated, part(TEXT)]);
    assert!(is_within(Some(&layout), 17) && is_within(Some(&layout), 18));
    assert!(!is_within(Some(&layout), 16));
    layout.salt = Some(SaltLayout {
        salt: Salt::Random {
            count: 100,
            text: true,
        },
        separator: Some(Cow::Borrowed(b"_")),
    });
    assert!(is_within(Some(&layout), 20) && !is_within(Some(&layout), 19));
    // Of an unknown layout nothing is known to be too long.
    assert!(is_within(None, 0));
}

#[test]
fn any_bytes_may_be_the_last_kind_only() {
    let wide = Some(QualifierShape::of(&key([part(integer(8))])));
    let other = Some(QualifierShape::of(&key([part(integer(4))])));
    let any = Some(QualifierShape::of(&key([part(TEXT)])));
    for is_last in [true, false] {
        assert!(are_apart(wide, other, is_last));
        assert!(!are_apart(wide, wide, is_last));
        assert!(!are_apart(any, any, is_last));
        assert!(!are_apart(any, wide, is_last));
        assert_eq!(are_apart(wide, any, is_last), is_last);
        assert!(are_apart(None, any, is_last) && are_apart(any, None, is_last));
    }
}

const OPTIONAL: Encoding = <Option<u32> as KeyPart<Native>>::ENCODING;

#[test]
fn an_optional_part_is_known_by_its_encoding() {
    static PARTS: [PartLayout; 3] = [
        PartLayout::plain(Cow::Borrowed("id"), integer(8)),
        PartLayout::plain(Cow::Borrowed("level"), OPTIONAL),
        PartLayout::plain(
            Cow::Borrowed("own"),
            Encoding::Custom(CustomEncoding::new("optional_")),
        ),
    ];
    let layout = KeyLayout {
        salt: None,
        parts: Cow::Borrowed(&PARTS),
    };
    let found = [0, 1, 2].map(|index| is_optional(Some(&layout), index));
    assert_eq!(found, [false, true, false]);
    assert!(!is_optional(None, 1));
}

#[test]
fn a_time_anywhere_in_the_key_orders_the_rows() {
    let own = CustomEncoding::new("Own").with_time(TimeOrder::Ascending);
    assert!(has_time(Some(&key([part(TEXT), part(MILLIS)]))));
    assert!(has_time(Some(&key([
        part(Encoding::Custom(own)),
        part(TEXT)
    ]))));
    assert!(!has_time(Some(&key([part(TEXT), part(integer(8))]))));
    assert!(!has_time(Some(&key([]))));
    assert!(has_time(None));
}

#[test]
fn parts_feed_the_salts_that_fit_their_values() {
    let layout = key([part(TEXT), part(integer(8)), part(MILLIS)]);
    let fed = |feeds: fn(Option<&KeyLayout>, usize) -> bool| {
        assert!(feeds(None, 7), "a key with errors is already reported");
        [0, 1, 2].map(|index| feeds(Some(&layout), index))
    };
    assert_eq!(fed(feeds_by_text), [true, false, false]);
    assert_eq!(fed(feeds_by_integer), [false, true, false]);
    assert_eq!(fed(feeds_by_time), [false, false, true]);
    assert_eq!(fed(has_no_width), [true, false, false]);
}

#[test]
fn an_end_is_found_from_behind_where_the_rest_has_a_width() {
    let separated = PartLayout {
        separator: Some(Cow::Borrowed(b"_")),
        ..part(TEXT)
    };
    let fixed = key([part(integer(4)), part(TEXT), part(integer(8))]);
    assert!(ends_from_behind(Some(&fixed), 1));
    // A part that determines its own end.
    assert!(!ends_from_behind(Some(&fixed), 0));
    assert!(!ends_from_behind(Some(&fixed), 2));
    let open = key([part(TEXT), separated, part(integer(8))]);
    assert!(!ends_from_behind(Some(&open), 0));
    assert!(ends_from_behind(None, 1));
}

#[test]
fn splits_fit_the_first_part_of_the_key() {
    let mut table = TableDescriptor::new(TableName::from_static("S", "T"));
    table.splits = Splits::DecimalString { regions: 10 };
    let fits = |first| splits_fit(&table, Some(&key([part(first), part(TEXT)])));
    assert!(fits(digits(11)));
    assert!(!fits(integer(8)));
    assert!(splits_fit(&table, None));
}

#[test]
fn codes_are_compared_on_the_server_for_equality_only() {
    let names = ["state", "D1", "STATE", "State"];
    let column = column::<State, NativeCell>(names, CellCodec::Java);
    let compare = |op| compare_codes::<State, NativeCell>(&column, op, &State::Closed);
    for op in [CompareOp::Equal, CompareOp::NotEqual] {
        assert!(compare(op).is_ok(), "{op:?}");
    }
    for op in [CompareOp::Less, CompareOp::GreaterOrEqual] {
        assert!(compare(op).is_err(), "{op:?}");
    }
}

#[derive(Columns, Debug, Clone, PartialEq)]
struct Always {
    left: u32,
    right: u32,
}

#[derive(Columns, Debug, Clone, PartialEq)]
struct Sometimes {
    left: u32,
    right: Option<u32>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:READINGS")]
#[family("D1")]
struct Reading {
    #[rowkey]
    id: u64,
    value: u32,
    unit: Option<u32>,
    #[column(counter)]
    seen: i64,
    #[column(flatten, prefix = "A_")]
    always: Always,
    #[column(flatten, prefix = "B_")]
    sometimes: Sometimes,
    #[column(flatten, prefix = "C_")]
    absent: Option<Always>,
    #[column(dynamic, prefix = "T_")]
    tags: std::collections::BTreeMap<String, u32>,
}

#[test]
fn a_row_is_complete_where_each_put_writes_each_column() {
    let columns = Reading::SCHEMA.columns;
    let complete: Vec<_> = (0..columns.len())
        .map(|at| is_complete(columns, at))
        .collect();
    assert_eq!(complete, [true, false, true, true, false, false, false]);
    let ColumnEntry::Dynamic(tags) = columns[6] else {
        panic!("the dynamic columns are last");
    };
    let of = |limit, counter| {
        let mut tags = tags.clone();
        (tags.limit, tags.counter) = (limit, counter);
        is_complete(&[ColumnEntry::Dynamic(Box::leak(Box::new(tags)))], 0)
    };
    assert!(of(None, false) && of(None, true) && of(Some(9), true));
    assert!(!of(Some(9), false));
}
