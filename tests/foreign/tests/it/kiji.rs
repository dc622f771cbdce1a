//! Kiji, entity tables: a hash of the first components, components that may be left out.
//!
//! Source: `kijiproject/kiji-schema`, `FormattedEntityId.java`: text ends with a NUL byte, the sign bit of numbers is
//! flipped, and the last components of an entity may be missing. The cells are Avro. An empty text as one of these
//! components has no value here.

use hbase_schema::{HTable, RowKey};

use crate::support::assert_row;

/// The hash is that of the first component.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("kiji.default.table.users", naming = hbase)]
#[rowkey(salt = md5(2, joined = ""))]
#[family("B")]
struct Entity {
    #[rowkey(salt, terminator = b"\0")]
    user: String,
    #[rowkey(omit_none, terminator = b"\0")]
    kind: Option<String>,
    #[rowkey(omit_none)]
    number: Option<i32>,
    #[rowkey(omit_none)]
    serial: Option<i64>,
    #[column("B")]
    value: Vec<u8>,
}

/// The hash of two components, without their NUL bytes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("kiji.default.table.events", naming = hbase)]
#[rowkey(salt = md5(2, joined = ""))]
#[family("B")]
struct Event {
    #[rowkey(salt, terminator = b"\0")]
    user: String,
    #[rowkey(salt, terminator = b"\0")]
    kind: String,
    #[column("B")]
    value: Vec<u8>,
}

fn entity(kind: Option<&str>, number: Option<i32>, serial: Option<i64>) -> Entity {
    let kind = kind.map(str::to_owned);
    Entity {
        user: "10086".into(),
        kind,
        number,
        serial,
        value: vec![1],
    }
}

#[test]
fn the_last_components_may_be_missing() {
    let hash = &md5::compute("10086").0[..2];
    let cells = [("B", &b"B"[..], &[1][..])];
    let key = |rest: &[u8]| [hash, b"10086\0", rest].concat();
    assert_row(&entity(None, None, None), &key(b""), &cells);
    assert_row(&entity(Some("LOGIN"), None, None), &key(b"LOGIN\0"), &cells);
    assert_row(
        &entity(Some("LOGIN"), Some(-1), None),
        &key(b"LOGIN\0\x7f\xff\xff\xff"),
        &cells,
    );
    let all = key(b"LOGIN\0\x80\0\0\x07\x80\0\0\0\0\0\0\x08");
    assert_row(&entity(Some("LOGIN"), Some(7), Some(8)), &all, &cells);
    let error = entity(Some("LOGIN"), None, Some(8)).key().encode();
    assert!(
        error
            .expect_err("a gap")
            .to_string()
            .contains("`serial` after it has one")
    );
}

#[test]
fn a_hash_of_two_components() {
    let row = Event {
        user: "10086".into(),
        kind: "LOGIN".into(),
        value: vec![1],
    };
    let key = const_hex::decode("12603130303836004c4f47494e00").expect("hex");
    assert_row(&row, &key, &[("B", b"B", &[1])]);
}
