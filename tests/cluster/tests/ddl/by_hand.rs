//! A statement written by hand, and the struct that declares the same table.

use hbase_schema::HTable;

use crate::{live, renamed, shell};

#[derive(HTable, Debug)]
#[table("TEST_BY_STRUCT", splits = hex_string(16))]
#[rowkey(salt = md5_hex(4), separator = "_")]
#[family("INFO", ttl = "365d", versions = 400, compression = snappy)]
struct Log {
    #[rowkey(salt)]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    a: u32,
}

const BY_HAND: &str = "create 'TEST_BY_HAND', {NAME => 'INFO', TTL => 31536000, VERSIONS => '400', \
     COMPRESSION => 'snappy'}, {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}";

#[tokio::test]
async fn the_structs_statement_has_the_effect_of_the_one_by_hand() {
    shell("by_hand", &format!("{BY_HAND}\n{}", Log::DDL), &[]);
    let declared = Log::SCHEMA.table;
    let ours = live(&declared.name).await;
    let theirs = live(&renamed(declared, "TEST_BY_HAND").name).await;
    assert_eq!(ours.splits.keys().expect("good splits").len(), 15);
    assert_eq!(renamed(&ours, "TEST_BY_HAND"), theirs);
}
