//! How text in keys ends, and is changed.

use hbase_schema::{HTable, RowKey};

/// No separator after a part.
#[derive(HTable, Debug, PartialEq)]
#[table("DLQX:DIRECT")]
#[rowkey(separator = "!")]
#[family("D1")]
struct Direct<'a> {
    #[rowkey]
    user: &'a str,
    #[rowkey(separator = none)]
    number: u32,
    #[rowkey]
    rest: &'a str,
    value: u32,
}

#[test]
fn the_next_part_follows_directly() {
    let key = DirectKey {
        user: "ada",
        number: 0x6162_6364,
        rest: "!",
    };
    assert_eq!(key.encode().unwrap().as_ref(), b"ada!abcd!");
    assert_eq!(DirectKey::decode(b"ada!abcd!").unwrap(), key);
    let _ = Direct::scan().user("ada").number(1..5);
}
