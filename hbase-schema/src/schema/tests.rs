//! The columns of tables and groups, and the fields of indexes, as data.

use std::borrow::Cow;

use hbase_backend::{CellBlock, CellRef};
use hbase_model::descriptor::Ttl;
use hbase_model::{CellFormat, Encoding, LogicalType, PartLayout, Splits, TableName};

use super::*;
use crate::cell::{EncodeCell, NativeCodec};

const fn column(family: &'static str, name: &'static str) -> ColumnSchema {
    let facts = <u32 as EncodeCell<NativeCodec>>::FACTS;
    ColumnSchema::new([name, family, name, "u32"], CellCodec::Java, facts)
}

const fn counter(family: &'static str, name: &'static str) -> ColumnSchema {
    ColumnSchema {
        counter: true,
        ..column(family, name)
    }
}

static COUNT: ColumnSchema = column("D1", "COUNT");
static SEEN: ColumnSchema = counter("D1", "SEEN");
/// Of which the name is also one of `TAGS`.
static TAG: ColumnSchema = column("D1", "T_X");
static GROUP: ColumnGroupSchema = ColumnGroupSchema {
    field: "group",
    family: "D2",
    prefix: ColumnQualifier::from_bytes(b"P_"),
    may_be_absent: true,
    columns: &[column("", "A"), counter("", "B")],
};

static TEXT: KeyLayout = KeyLayout {
    salt: None,
    parts: Cow::Borrowed(&[PartLayout::plain(
        Cow::Borrowed("name"),
        Encoding::Text {
            width: None,
            pad: None,
        },
    )]),
};

const fn dynamic(
    field: &'static str,
    prefix: &'static [u8],
    limit: Option<u32>,
    counter: bool,
) -> DynamicSchema {
    DynamicSchema {
        field,
        family: "D1",
        prefix: ColumnQualifier::from_bytes(prefix),
        qualifier: Cow::Borrowed(&TEXT),
        type_name: "",
        codec: CellCodec::Java,
        format: CellFormat::Custom,
        logical_type: LogicalType::Unknown,
        limit,
        counter,
        since: None,
    }
}

static TAGS: DynamicSchema = dynamic("tags", b"T_", None, true);
static NOTES: DynamicSchema = dynamic("notes", b"N_", Some(7), false);

static COLUMNS: [ColumnEntry; 6] = [
    ColumnEntry::Cell(&COUNT),
    ColumnEntry::Cell(&SEEN),
    ColumnEntry::Cell(&TAG),
    ColumnEntry::Group(&GROUP),
    ColumnEntry::Dynamic(&TAGS),
    ColumnEntry::Dynamic(&NOTES),
];

const fn of(columns: &'static [ColumnEntry]) -> TableSchema {
    TableSchema::new("Row", crate::stand_in::TABLE, &TEXT, columns, None)
}

static SCHEMA: TableSchema = of(&COLUMNS);

fn names<'n>(
    names: impl Iterator<Item = (&'static str, ColumnQualifier<Cow<'n, [u8]>>)>,
) -> Vec<String> {
    names
        .map(|(family, name)| format!("{family}:{name}"))
        .collect()
}

fn row(names: &[(&str, &str)]) -> Row {
    let mut block = CellBlock::new();
    for (family, name) in names {
        let cell = CellRef {
            row: b"r",
            family: family.as_bytes(),
            qualifier: name.as_bytes(),
            timestamp: 7,
            kind: hbase_backend::CellKind::Put,
            value: b"v",
        };
        block.push(cell).expect("it fits");
    }
    Row::new(block.take()).expect("one row")
}

#[test]
fn columns_are_those_of_fields_and_of_groups() {
    let all = ["D1:COUNT", "D1:SEEN", "D1:T_X", "D2:P_A", "D2:P_B"];
    assert_eq!(names(SCHEMA.column_names()), all);
    assert_eq!(names(SCHEMA.put_names()), [all[0], all[2], all[3]]);
    assert_eq!(names(SCHEMA.counter_names()), [all[1], all[4]]);
    let dynamic: Vec<_> = SCHEMA.dynamic().map(|columns| columns.field).collect();
    assert_eq!(dynamic, ["tags", "notes"]);
    let whole: Vec<_> = SCHEMA
        .whole_dynamic()
        .map(|columns| columns.field)
        .collect();
    assert_eq!(whole, ["notes"]);
}

#[test]
fn a_table_has_counters_of_each_kind() {
    static NONE: [ColumnEntry; 2] = [ColumnEntry::Cell(&COUNT), ColumnEntry::Dynamic(&NOTES)];
    assert!(SCHEMA.has_counters());
    assert!(of(&COLUMNS[1..2]).has_counters());
    assert!(of(&COLUMNS[3..4]).has_counters());
    assert!(of(&COLUMNS[4..5]).has_counters());
    assert!(!of(&NONE).has_counters());
    for (family, name, expected) in [
        ("D1", "SEEN", true),
        ("D2", "SEEN", false),
        ("D1", "COUNT", false),
        ("D2", "P_B", true),
        ("D2", "B", false),
        ("D2", "P_A", false),
        ("D1", "T_Y", true),
        ("D2", "T_Y", false),
        // That of another field.
        ("D1", "T_X", false),
        ("D1", "N_Y", false),
    ] {
        let found = SCHEMA.is_counter(family.as_bytes(), name.as_bytes());
        assert_eq!(found, expected, "{family}:{name}");
    }
}

#[test]
fn a_name_is_that_of_another_field() {
    assert!(SCHEMA.has_other(&TAGS, b"T_X"));
    assert!(SCHEMA.has_other(&TAGS, b"N_Y"));
    assert!(!SCHEMA.has_other(&TAGS, b"T_Y"));
    assert!(!SCHEMA.has_other(&NOTES, b"N_Y"));
    // In another family.
    assert!(!SCHEMA.has_other(&NOTES, b"P_A"));
}

#[test]
fn a_row_has_a_cell_that_a_put_writes() {
    assert!(SCHEMA.has_put_cell(&row(&[("D1", "COUNT")])));
    assert!(SCHEMA.has_put_cell(&row(&[("D1", "SEEN"), ("D2", "P_A")])));
    assert!(!SCHEMA.has_put_cell(&row(&[("D1", "SEEN"), ("D2", "A")])));
}

#[test]
fn the_cells_of_a_row_are_limited_by_its_columns() {
    // Five columns, seven of the notes, and one more that shows that there are too many.
    assert_eq!(SCHEMA.most_cells(), 13);
    assert_eq!(SCHEMA.most_versions(1), 13);
    assert_eq!(SCHEMA.most_versions(3), 39);
    assert_eq!(SCHEMA.most_versions(u32::MAX), i32::MAX.cast_unsigned());
}

#[test]
fn families_of_named_columns_are_not_read_whole() {
    let named = SCHEMA.with_named_columns(&["D2"]);
    let selection = |family: &'static str| ColumnSelection {
        family: Cow::Borrowed(family.as_bytes()),
        qualifiers: Vec::new(),
    };
    let (first, second) = (selection("D1"), selection("D2"));
    let both = [first.clone(), second];
    assert!(SCHEMA.reads_whole_families(None, &both));
    assert!(!named.reads_whole_families(None, &both));
    assert!(named.reads_whole_families(None, &[first]));
    // That of the rows, or that of the table.
    assert!(!SCHEMA.reads_whole_families(Some(&named), &both));
    assert!(!named.reads_whole_families(Some(&SCHEMA), &both));
}

#[test]
fn a_group_holds_the_cells_with_its_prefix() {
    let holds = |family, name| {
        let row = row(&[(family, name)]);
        let cell = row.cells().next().expect("a cell");
        GROUP.holds(&cell, &GROUP.columns[0])
    };
    assert!(holds("D2", "P_A"));
    assert!(!holds("D1", "P_A") && !holds("D2", "A") && !holds("D2", "P_B"));
}

#[test]
fn a_description_has_the_columns_of_groups_under_their_own_names() {
    let described = SCHEMA.describe();
    let names = described.columns.iter().map(|column| {
        let (field, family) = (&column.field, &column.family);
        format!("{field} {family}:{}", column.qualifier)
    });
    assert_eq!(
        names.collect::<Vec<_>>(),
        [
            "COUNT D1:COUNT",
            "SEEN D1:SEEN",
            "T_X D1:T_X",
            "group.A D2:P_A",
            "group.B D2:P_B",
        ]
    );
    let absence = |at: usize| described.columns[at].facts.absence;
    // Rows may have none of the group's columns.
    assert_ne!(absence(3), absence(0));
}

#[test]
fn a_schema_keeps_what_it_is_given() {
    static INDEX: IndexSchema = index(&[IndexedField::stand_in(&COUNT)]);
    static INDEXES: [&IndexSchema; 1] = [&INDEX];
    let version = VersionColumn::of::<u32, NativeCodec>(&COUNT);
    let schema = SCHEMA
        .with_version(version)
        .with_period(PeriodUnit::Day)
        .with_indexes(&INDEXES)
        .with_table_date("day")
        .with_named_columns(&["D1"]);
    let expected = TableSchema {
        version: Some(version),
        period: Some(PeriodUnit::Day),
        indexes: &INDEXES,
        table_date: Some("day"),
        named_columns: &["D1"],
        ..SCHEMA
    };
    assert_eq!(schema, expected);
    assert_ne!(schema, SCHEMA.with_version(version));
    let other = VersionColumn::of::<u32, NativeCodec>(&SEEN);
    assert!(version == version && version != other);
}

const fn index(fields: &'static [IndexedField]) -> IndexSchema {
    IndexSchema::new("S", "T_BY_COUNT", fields)
}

const PART: IndexedField = IndexedField {
    source: IndexedSource::KeyPart {
        field: "name",
        key: &TEXT,
    },
    ..IndexedField::stand_in(&COUNT)
};

#[test]
fn an_index_has_its_first_column() {
    static FIELDS: [IndexedField; 3] = [
        PART,
        IndexedField::stand_in(&SEEN),
        IndexedField::stand_in(&COUNT),
    ];
    let index = index(&FIELDS);
    assert_eq!(*index.column, SEEN);
    assert_eq!(index.columns().count(), 2);
    assert_eq!(index.table(), TableName::from_static("S", "T_BY_COUNT"));
    assert_eq!(FIELDS[0].field(), "name");
    assert_eq!(
        (FIELDS[0].column(), FIELDS[1].column()),
        (None, Some(&SEEN))
    );
    assert!(FIELDS[0].descending().desc && !FIELDS[0].desc);
}

#[test]
fn an_index_has_the_attributes_that_are_valid() {
    static FIELDS: [IndexedField; 1] = [IndexedField {
        encoding: &Encoding::Integer {
            width: 1,
            signed: false,
        },
        ..IndexedField::stand_in(&COUNT)
    }];
    static UNIFORM: Splits = Splits::Uniform { regions: 2 };
    static HEX: Splits = Splits::HexString { regions: 2 };
    let plain = index(&FIELDS);
    assert_eq!(
        (plain.ttl, plain.buckets, plain.splits()),
        (None, None, Splits::None)
    );
    assert_eq!(plain.with_ttl(9).ttl.map(Ttl::as_secs), Some(9));
    assert_eq!(plain.with_ttl(0).ttl, None);
    let spread = plain.with_buckets(4);
    assert!(spread.buckets.is_some() && plain.with_buckets(1).buckets.is_none());
    assert_eq!(spread.splits().keys().map(|keys| keys.len()), Ok(3));
    assert_eq!(plain.with_splits(&UNIFORM).splits(), UNIFORM);
    assert!(plain.splits_fit() && plain.with_splits(&UNIFORM).splits_fit());
    assert!(!plain.with_splits(&HEX).splits_fit());
    assert!(plain == plain.with_splits(&Splits::None) && plain != plain.with_ttl(9));
}
