//! `with = module` on fields that may be absent.

use std::collections::BTreeMap;

use hbase_schema::model::{CellBlock, Row};
use hbase_schema::table::{decode_row, encode_row};
use hbase_schema::{FromRow, HTable, Table, Timestamp};

/// Little-endian numbers, as the module's functions know them: without an `Option`.
mod swapped {
    use std::array::TryFromSliceError;

    #[allow(
        clippy::trivially_copy_pass_by_ref,
        clippy::unnecessary_wraps,
        reason = "the shape that `with` asks for"
    )]
    pub(super) fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), TryFromSliceError> {
        out.extend_from_slice(&value.to_le_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<u32, TryFromSliceError> {
        bytes.try_into().map(u32::from_le_bytes)
    }
}

type Maybe<T> = Option<T>;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SWAPPED_NUMBERS")]
#[family("D1")]
struct Numbers {
    #[rowkey]
    id: u8,
    #[column(with = swapped)]
    always: u32,
    #[column(with = swapped)]
    maybe: Option<u32>,
    #[column(with = swapped)]
    alias: Maybe<u32>,
    #[column(with = swapped, default)]
    filled: Option<u32>,
    #[column(with = swapped, store_none)]
    stored: Option<u32>,
    #[column(dynamic, prefix = "M_", with = swapped)]
    more: BTreeMap<u8, u32>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:SWAPPED_DAYS")]
#[family("D1", versions = 400)]
struct Daily {
    #[rowkey]
    id: u8,
    #[timestamp(day)]
    day: Timestamp,
    #[column(with = swapped, store_none)]
    count: Option<u32>,
}

fn numbers(value: Option<u32>) -> Numbers {
    Numbers {
        id: 1,
        always: 1,
        maybe: value,
        alias: value,
        filled: value,
        stored: value,
        more: BTreeMap::from([(7, 2)]),
    }
}

/// The columns of a row with their values, and the row as it is read.
fn round_trip<T: Table + for<'r> FromRow<'r>>(row: &T) -> (Vec<(String, Vec<u8>)>, T) {
    let mut block = CellBlock::new();
    encode_row(row, &mut block).expect("it fits");
    let row = Row::new(block.take()).expect("one row");
    let columns = row.cells().map(|cell| {
        let name = String::from_utf8_lossy(cell.qualifier).into_owned();
        (name, cell.value.to_vec())
    });
    (columns.collect(), decode_row(&row).expect("it is a row"))
}

#[test]
fn none_has_no_cell_and_the_functions_see_the_value_inside() {
    let row = numbers(None);
    let (columns, back) = round_trip(&row);
    assert_eq!(back, row);
    let column = |name: &str, value: &[u8]| (name.to_owned(), value.to_vec());
    let expected = [
        column("ALWAYS", &[1, 0, 0, 0]),
        column("STORED", &[]),
        column("M_\u{7}", &[2, 0, 0, 0]),
    ];
    assert_eq!(columns, expected);

    let row = numbers(Some(2));
    let (columns, back) = round_trip(&row);
    assert_eq!(back, row);
    assert_eq!(columns.len(), 6);
    let behind = columns.iter().skip(1);
    assert!(behind.into_iter().all(|(_, value)| value == &[2, 0, 0, 0]));
}

#[test]
fn a_period_stores_none_as_an_empty_cell() {
    let row = Daily {
        id: 1,
        day: Timestamp::from_millis(0),
        count: None,
    };
    let (columns, back) = round_trip(&row);
    assert_eq!(back, row);
    assert_eq!(columns, [("COUNT".to_owned(), Vec::new())]);
}
