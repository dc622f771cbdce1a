//! The cells of a row as they are read, and comparisons of their values.

use hbase_schema::__private::CompareOp;
use hbase_schema::cell::{CompareCell, NativeCodec, RowCells};
use hbase_schema::model::{CellBlock, CellRef, Row};
use hbase_schema::{Columns, HTable, Timestamp};

#[derive(Columns, Debug, Clone, PartialEq)]
struct Sums {
    #[column(counter)]
    calls: i64,
    cents: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SUMS")]
#[family("D1")]
struct Sum {
    #[rowkey]
    id: u8,
    name: u32,
    #[column(counter)]
    seen: i64,
    #[column(flatten, prefix = "A_")]
    sums: Sums,
}

/// A row with these cells of the family `D1`: the qualifier, the timestamp and the value.
fn row(cells: &[(&str, i64, u8)]) -> Row {
    let mut block = CellBlock::new();
    for (name, timestamp, value) in cells {
        let cell = CellRef {
            row: b"\x01",
            family: b"D1",
            qualifier: name.as_bytes(),
            timestamp: *timestamp,
            kind: hbase_backend::CellKind::Put,
            value: &[*value],
        };
        block.push(cell).expect("it fits");
    }
    Row::new(block.take()).expect("one row")
}

#[test]
fn the_version_of_a_row_is_its_newest_timestamp_without_counters() {
    let all = row(&[
        ("A_CALLS", 9, 0),
        ("A_CENTS", 5, 0),
        ("NAME", 3, 0),
        ("SEEN", 8, 0),
    ]);
    let cells = RowCells::new(&all, "Sum");
    assert_eq!((cells.timestamp(), cells.version(Sum::SCHEMA)), (9, 5));
    assert_eq!(cells.key(), b"\x01");
    // An increment sets its own time; without other cells it is the only one.
    let counters = row(&[("A_CALLS", 4, 0), ("SEEN", 8, 0)]);
    assert_eq!(RowCells::new(&counters, "Sum").version(Sum::SCHEMA), 8);
}

#[test]
fn the_newest_version_of_a_column_counts() {
    let versions = row(&[("NAME", 9, 1), ("NAME", 5, 2), ("SEEN", 7, 3)]);
    let cells = RowCells::new(&versions, "Sum");
    let values = cells.values::<2>(|family, name| match (family, name) {
        (b"D1", b"NAME") => Some(0),
        (b"D1", b"SEEN") => Some(1),
        _ => None,
    });
    assert_eq!(values, [Some(&[1][..]), Some(&[3][..])]);
    // An index beyond the columns is none of them.
    assert_eq!(cells.values::<1>(|_, _| Some(1)), [None]);
}

const OPS: [CompareOp; 6] = [
    CompareOp::Less,
    CompareOp::LessOrEqual,
    CompareOp::Equal,
    CompareOp::NotEqual,
    CompareOp::GreaterOrEqual,
    CompareOp::Greater,
];

#[test]
fn timestamps_compare_as_their_milliseconds() {
    let column = Sum::NAME.schema();
    for (op, millis) in OPS
        .into_iter()
        .flat_map(|op| [-1, 0, 7].map(|millis| (op, millis)))
    {
        let at = Timestamp::from_millis(millis);
        let found = <Timestamp as CompareCell<NativeCodec, _>>::filter(column, op, &at);
        let expected = <i64 as CompareCell<NativeCodec, _>>::filter(column, op, &millis);
        assert!(found.is_ok() && found == expected, "{op:?} {millis}");
    }
}

#[cfg(feature = "uuid")]
#[test]
fn uuids_compare_as_their_bytes() {
    let (column, bytes) = (Sum::NAME.schema(), [7; 16]);
    for op in OPS {
        let uuid = uuid::Uuid::from_bytes(bytes);
        let found = <uuid::Uuid as CompareCell<NativeCodec, _>>::filter(column, op, &uuid);
        let expected = <[u8; 16] as CompareCell<NativeCodec, _>>::filter(column, op, &bytes);
        assert!(found.is_ok() && found == expected, "{op:?}");
    }
}

/// A value that the encoding does not have is compared by the next larger one.
#[cfg(feature = "chrono")]
#[test]
fn finer_times_compare_as_the_next_one() {
    use chrono::{DateTime, TimeDelta, Utc};
    use hbase_schema::cell::{OrderCell, PartCell};
    use hbase_schema::key::encoding::Time;

    type At = DateTime<Utc>;
    type Ascending = PartCell<Time<0, false, 0, false, 0>, false, false>;
    type Newest = PartCell<Time<0, true, 0, false, 0>, false, false>;
    type Seconds = PartCell<Time<2, false, 0, false, 0>, false, false>;

    let column = Sum::NAME.schema();
    let at = |ms: i64| DateTime::<Utc>::from_timestamp_millis(ms).expect("a time");
    let finer = at(4999) + TimeDelta::microseconds(1);
    let ascending = |op, at: &At| <At as OrderCell<Ascending, At>>::order_filter(column, op, at);
    let newest = |op, at: &At| <At as OrderCell<Newest, At>>::order_filter(column, op, at);
    let swapped = |op| match op {
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessOrEqual => CompareOp::GreaterOrEqual,
        CompareOp::GreaterOrEqual => CompareOp::LessOrEqual,
        CompareOp::Greater => CompareOp::Less,
        other => other,
    };
    let bytes = |ms: i64| i64::to_be_bytes(i64::MAX - ms);
    for (op, of_next) in [
        (CompareOp::Less, CompareOp::Less),
        (CompareOp::LessOrEqual, CompareOp::Less),
        (CompareOp::GreaterOrEqual, CompareOp::GreaterOrEqual),
        (CompareOp::Greater, CompareOp::GreaterOrEqual),
    ] {
        let found = ascending(op, &finer);
        assert!(
            found.is_ok() && found == ascending(of_next, &at(5000)),
            "{op:?}"
        );
        assert_eq!(newest(op, &finer), newest(of_next, &at(5000)), "{op:?}");
        // The bytes of later times are smaller.
        let as_bytes = <[u8; 8] as CompareCell<NativeCodec, _>>::filter;
        let expected = as_bytes(column, swapped(op), &bytes(5000));
        assert_eq!(newest(op, &at(5000)), expected, "{op:?}");
    }
    for op in [CompareOp::Equal, CompareOp::NotEqual] {
        let expected = <[u8; 8] as CompareCell<NativeCodec, _>>::filter(column, op, &bytes(5000));
        assert_eq!(newest(op, &at(5000)), expected, "{op:?}");
    }
    let past = at(i64::from(u32::MAX) * 1000 + 1);
    let seconds = <At as OrderCell<Seconds, At>>::order_filter(column, CompareOp::Less, &past);
    assert!(seconds.is_err());
}
