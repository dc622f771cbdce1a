//! Columns that have the name of another column, or could have it. The derive rejects them; here are the schemas of several structs.

use std::collections::BTreeMap;

use hbase_schema::__private::{is_apart, is_free};
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
    let others = [columns[2], columns[3]];
    assert!(is_apart(&[others[0], tags, others[1]], 1));
    assert!(!is_apart(&[others[0], tags, columns[1]], 1));
    // A single column is reported at the dynamic ones.
    assert!(is_apart(&[tags, columns[0]], 1));
}

/// The second of two groups is not free, so that they cause one error.
#[test]
fn a_group_is_free_of_the_columns_before_it_and_of_single_columns() {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:STOCK")]
    #[family("D1")]
    #[family("D2")]
    struct Single {
        #[rowkey]
        id: u64,
        // The second column of the group with a prefix.
        #[column("P_TAG_ROOM")]
        #[family("D1")]
        room: u32,
        #[column("TAG_ROOM")]
        #[family("D2")]
        other: u32,
    }

    let [_, plain, prefixed, other] = *Stock::SCHEMA.columns else {
        panic!("four columns");
    };
    let [room, other_room] = *Single::SCHEMA.columns else {
        panic!("two columns");
    };
    let tags = Tagged::SCHEMA.columns[0];
    let cases: [(&[_], &[bool]); 9] = [
        (&[plain], &[true]),
        (&[plain, prefixed, other], &[true; 3]),
        (&[plain, plain], &[true, false]),
        (&[plain, prefixed, plain], &[true, true, false]),
        (&[prefixed, room], &[false, true]),
        (&[room, prefixed], &[true, false]),
        (&[plain, other_room, other], &[true, true, false]),
        (&[plain, room], &[true, true]),
        (&[tags, plain], &[true, true]),
    ];
    for (entries, expected) in cases {
        let free: Vec<_> = (0..entries.len()).map(|at| is_free(entries, at)).collect();
        assert_eq!(free, expected, "{entries:?}");
    }
}
