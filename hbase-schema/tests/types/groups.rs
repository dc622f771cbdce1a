//! Groups of columns that tables flatten.

use hbase_schema::model::{CellBlock, Row};
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema::{Columns, FromRow, HTable, Table, Timestamp};

/// The author and time of a row.
#[derive(Columns, Debug, Clone, PartialEq)]
struct Audit {
    created_by: String,
    created_at: Timestamp,
    #[column("NOTE")]
    note: Option<String>,
    #[column(default)]
    revision: u32,
    #[column(json)]
    tags: Vec<String>,
    #[column(with = shout)]
    mood: String,
    #[column(skip)]
    seen: bool,
}

mod shout {
    use std::str::Utf8Error;

    #[allow(
        clippy::unnecessary_wraps,
        clippy::ptr_arg,
        reason = "the shape that `with` asks for"
    )]
    pub(super) fn encode(value: &String, out: &mut Vec<u8>) -> Result<(), Utf8Error> {
        out.extend_from_slice(value.to_uppercase().as_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<String, Utf8Error> {
        std::str::from_utf8(bytes).map(str::to_lowercase)
    }
}

fn audit() -> Audit {
    Audit {
        created_by: "ann".into(),
        created_at: Timestamp::from_millis(7),
        note: None,
        revision: 3,
        tags: vec!["x".into()],
        mood: "calm".into(),
        seen: false,
    }
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:DOCUMENTS")]
#[family("D1")]
#[family("D2")]
struct Document {
    #[rowkey]
    name: String,
    #[column("NOTE")]
    #[family("D1")]
    note: u32,
    #[column(flatten, prefix = "A_")]
    #[family("D1")]
    audit: Audit,
    #[column(flatten)]
    #[family("D2")]
    review: Option<Audit>,
}

fn round_trip<T: Table + for<'r> FromRow<'r>>(row: &T) -> (Vec<String>, T) {
    let mut block = CellBlock::new();
    encode_row(row, &mut block).expect("it fits");
    let row = Row::new(block.take()).expect("one row");
    let names = row.cells().map(|cell| {
        let name = [cell.family, b":", cell.qualifier].concat();
        String::from_utf8(name).expect("text")
    });
    (names.collect(), decode_row(&row).expect("it is a row"))
}

#[test]
fn a_group_is_written_under_its_prefix_and_family() {
    let mut document = Document {
        name: "a".into(),
        note: 1,
        audit: audit(),
        review: None,
    };
    let (names, back) = round_trip(&document);
    assert_eq!(back, document);
    let expected = [
        "D1:NOTE",
        "D1:A_CREATED_BY",
        "D1:A_CREATED_AT",
        "D1:A_REVISION",
        "D1:A_TAGS",
        "D1:A_MOOD",
    ];
    assert_eq!(names.len(), expected.len());
    assert!(expected.iter().all(|name| names.contains(&(*name).into())));

    document.review = Some(Audit {
        note: Some("ok".into()),
        ..audit()
    });
    let (names, back) = round_trip(&document);
    assert_eq!(back, document);
    assert!(names.contains(&"D2:NOTE".into()));
}

#[test]
fn the_schema_lists_the_columns_of_groups() {
    let names: Vec<_> = Document::SCHEMA.column_names().collect();
    assert_eq!(names.len(), 1 + 6 + 6);
    assert_eq!(
        (names[1].0, &*names[1].1.to_string()),
        ("D1", "A_CREATED_BY")
    );
    assert_eq!((names[9].0, &*names[9].1.to_string()), ("D2", "NOTE"));
}

#[test]
fn what_is_missing_in_a_group_is_named_with_its_prefix() {
    let mut block = CellBlock::new();
    let document = Document {
        name: "a".into(),
        note: 1,
        audit: audit(),
        review: None,
    };
    encode_row(&document, &mut block).expect("it fits");
    let mut kept = CellBlock::new();
    for cell in block
        .iter()
        .filter(|cell| cell.qualifier != b"A_CREATED_AT")
    {
        kept.push(cell).expect("it fits");
    }
    let row = Row::new(kept.take()).expect("one row");
    let cells = hbase_schema::cell::RowCells::new(&row, "Document");
    let error = Document::from_row(&cells).expect_err("a column is missing");
    assert_eq!(
        error.to_string(),
        "Document, row `a`: column D1:A_CREATED_AT is absent, expected a Timestamp for field \
         `created_at`: make the field an `Option`, or give it a `default`"
    );
}

/// Generic groups, with lifetimes.
#[derive(Columns, Debug, Clone, PartialEq)]
struct Pair<'a, T, const N: usize>
where
    T: Clone,
{
    label: &'a str,
    value: T,
    raw: [u8; N],
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:PAIR_TABLE")]
#[family("D1")]
struct Pairs<'a, T: Clone> {
    #[rowkey]
    name: &'a str,
    #[column(flatten, prefix = "L_")]
    left: Pair<'a, T, 4>,
    #[column(flatten, prefix = "R_")]
    right: Option<Pair<'a, T, 2>>,
}

#[test]
fn groups_may_be_generic_and_borrow() {
    let row = Pairs {
        name: "n",
        left: Pair {
            label: "left",
            value: 5_u16,
            raw: *b"four",
        },
        right: None,
    };
    let mut block = CellBlock::new();
    encode_row(&row, &mut block).expect("it fits");
    let cells = Row::new(block.take()).expect("one row");
    assert_eq!(decode_row::<Pairs<'_, u16>>(&cells).expect("a row"), row);
}
