//! Newtypes behave like their inner values.

use hbase_schema::cell::{self, RowCells};
use hbase_schema::key::RowKey;
use hbase_schema::key::encoding::{Desc, Fixed, Java, Native, Ordered, Padded, PlainText, Time};
use hbase_schema::model::{CellBlock, Filter, Row};
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema::{CellValue, Column, FromRow, HTable, KeyPart, TimeOfDay, Timestamp, prefix};

use crate::support::{assert_cell, assert_part};

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct UserId(u64);

#[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
struct Phone {
    digits: String,
}

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Moment(Timestamp);

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Clock(TimeOfDay);

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Delta(i32);

/// Generic, borrowing, around another newtype.
#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Tagged<T: Copy>(T);

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Name<'a>(&'a str);

#[test]
fn a_newtype_is_written_as_what_it_holds() {
    assert_part::<UserId, Native>(&UserId(1), &[0, 0, 0, 0, 0, 0, 0, 1]);
    assert_part::<UserId, Fixed<6>>(&UserId(42), b"000042");
    assert_part::<UserId, PlainText>(&UserId(42), b"42");
    assert_part::<UserId, Java>(&UserId(1), &[0, 0, 0, 0, 0, 0, 0, 1]);
    assert_part::<UserId, Desc<Fixed<6>>>(&UserId(42), b"999957");
    assert_part::<Delta, Ordered>(&Delta(-1), &[0x2b, 0x7f, 0xff, 0xff, 0xff]);
    assert_part::<Delta, Desc<Ordered>>(&Delta(-1), &[0xd4, 0x80, 0, 0, 0]);
    let phone = Phone {
        digits: "138".into(),
    };
    assert_part::<Phone, Padded<5, b'0', true>>(&phone, b"00138");
    assert_part::<Tagged<UserId>, Fixed<6>>(&Tagged(UserId(42)), b"000042");
    let noon = Clock(TimeOfDay::from_hms(12, 0, 0).unwrap());
    assert_part::<Clock, hbase_schema::key::encoding::OfDay<true, false>>(&noon, &[2, 0xd0]);
    let moment = Moment(Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap());
    assert_part::<Moment, Fixed<14>>(&moment, b"20151226122400");
    assert_part::<Moment, Time<14, true, 0, false>>(&moment, b"79848773877599");
}

#[test]
fn a_newtype_is_a_cell_as_what_it_holds() {
    assert_cell::<UserId, cell::NativeCodec>(&UserId(1), &[0, 0, 0, 0, 0, 0, 0, 1]);
    assert_cell::<UserId, cell::Text>(&UserId(42), b"42");
    assert_cell::<Tagged<Delta>, cell::Text>(&Tagged(Delta(-4)), b"-4");
    assert_cell::<Option<Delta>, cell::NativeCodec>(&Some(Delta(-1)), &[0xff; 4]);
}

/// Every role that a newtype can have in a table.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:NEW_TYPES")]
#[rowkey(salt = buckets(4), separator = "_")]
#[family("D1", ttl = "30d")]
struct Rows<'a> {
    #[rowkey(salt, fixed = 11)]
    phone: Phone,
    #[rowkey]
    name: Name<'a>,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Moment,
    delta: Delta,
    user: Option<UserId>,
    #[column(text)]
    total: Tagged<u16>,
    label: Name<'a>,
    #[timestamp]
    written: Moment,
}

fn row() -> Rows<'static> {
    Rows {
        phone: Phone {
            digits: "13812345678".into(),
        },
        name: Name("ann"),
        at: Moment(Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap()),
        delta: Delta(-4),
        user: None,
        total: Tagged(7),
        label: Name("x"),
        written: Moment(Timestamp::from_millis(99)),
    }
}

#[test]
fn newtypes_have_every_role_in_a_table() {
    let mut block = CellBlock::new();
    let key = encode_row(&row(), &mut block).expect("it fits");
    assert!(key.ends_with(b"_13812345678_ann_79848773877599"));
    let stored = Row::new(block.take()).expect("one row");
    assert!(stored.cells().all(|cell| cell.timestamp == 99));
    assert_eq!(decode_row::<Rows<'_>>(&stored).expect("a row"), row());
    let cells = RowCells::new(&stored, "Rows");
    assert_eq!(Rows::from_row(&cells).expect("a row"), row());
}

#[test]
fn queries_take_newtypes_ranges_of_them_and_prefixes() {
    let row = row();
    let scan = Rows::scan().phone(&row.phone).name(Name("ann"));
    let ranges = scan.at(row.at..).ranges().expect("ranges");
    let key = row.key().encode().expect("a key");
    assert!(ranges.as_slice()[0].contains(key.as_ref()));
    let scan = Rows::scan().phone(row.phone.clone()).name(prefix("an"));
    assert!(scan.ranges().expect("ranges").as_slice()[0].contains(key.as_ref()));
    let scan = Rows::scan().phone(prefix("138"));
    assert_eq!(scan.ranges().expect("ranges").as_slice().len(), 4);
}

#[test]
fn filters_take_newtypes() {
    let delta: Column<Rows<'static>, Delta, _> = Rows::DELTA;
    let filter = delta.gt(Delta(0)).into_filter().expect("a filter");
    assert!(matches!(filter, Filter::And(_)));
    let filter = Rows::USER.eq(UserId(3)).into_filter().expect("a filter");
    assert!(matches!(filter, Filter::ColumnValue { .. }));
}
