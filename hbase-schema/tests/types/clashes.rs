//! Dynamic columns that could have the name of another column. The derive rejects them; here are the schemas of several structs.

use std::collections::BTreeMap;

use hbase_schema::__private::is_apart;
use hbase_schema::{Columns, HTable};

#[derive(Columns, Debug, Clone, PartialEq)]
struct Place {
    #[column("SHELF")]
    shelf: u32,
    #[column("TAG_ROOM")]
    room: u32,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STOCK")]
#[family("D1")]
#[family("D2")]
struct Stock {
    #[rowkey]
    id: u64,
    #[column("TAG_LEFT")]
    #[family("D1")]
    left: u32,
    #[column(flatten)]
    #[family("D1")]
    place: Place,
    #[column(flatten, prefix = "P_")]
    #[family("D1")]
    prefixed: Place,
    #[column(flatten)]
    #[family("D2")]
    other: Place,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STOCK")]
#[family("D1")]
struct Tagged {
    #[rowkey]
    id: u64,
    #[column(dynamic, prefix = "TAG_")]
    tags: BTreeMap<String, u32>,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:STOCK")]
#[family("D1")]
struct Rooms {
    #[rowkey]
    id: u64,
    #[column(dynamic, prefix = "TAG_ROOM_")]
    rooms: BTreeMap<String, u32>,
}

#[test]
fn dynamic_columns_are_apart_from_columns_groups_and_other_dynamic_columns() {
    let columns = Stock::SCHEMA.columns;
    let tags = Tagged::SCHEMA.columns[0];
    let cases = [
        (columns[0], false),
        // Its second column.
        (columns[1], false),
        // With a prefix, and in another family.
        (columns[2], true),
        (columns[3], true),
        (Rooms::SCHEMA.columns[0], false),
    ];
    for (other, expected) in cases {
        assert_eq!(is_apart(&[tags, other], 0), expected, "{other:?}");
        assert_eq!(is_apart(&[other, tags], 1), expected, "{other:?}");
    }
    assert!(is_apart(&[tags], 0));
}
