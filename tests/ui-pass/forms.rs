//! Attributes in every form that is accepted.

use hbase_schema::{HTable, TimeOfDay, Timestamp};

/// The first form: everything on one field.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
struct First {
    #[rowkey(salt, fixed = 14, reverse_ts)]
    #[family("D1")]
    at: Timestamp,
    duration_s: u32,
}

#[test]
fn the_first_form() {
    let row = First {
        at: Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap(),
        duration_s: 1,
    };
    assert_eq!(super::round_trip(&row).len(), 15);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = buckets(16), separator = "_",)]
#[family("D1", ttl = "1d 12h", versions = 3, min_versions = 1, compression = zstd,)]
#[family("D2", keep_deleted_cells, in_memory, block_cache = false)]
struct Commas {
    #[rowkey(salt, fixed = 11)]
    phone: String,
    #[rowkey()]
    id: u64,
    #[family("D1")]
    count: u32,
    #[column("PEER")]
    #[family("D2")]
    peer: String,
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", naming = strict, allow(families, name_length), durability = sync_wal)]
#[family("D1")]
struct Times {
    #[rowkey]
    id: u64,
    #[rowkey(fixed = 8, offset = "+08:00", truncate)]
    day: Timestamp,
    #[rowkey(ms_of_day)]
    time: TimeOfDay,
    #[rowkey(desc)]
    number: u32,
    #[rowkey(java)]
    other: u32,
    #[rowkey(ordered)]
    level: i32,
    #[rowkey(fixed = 4, pad_left = '0')]
    code: String,
    #[rowkey(fixed = 4, reverse)]
    back: String,
    #[column(text)]
    count: u32,
    #[column(rename = "LABEL")]
    title: String,
    #[column(counter)]
    hits: i64,
    #[column(default = seven)]
    seven: u32,
    #[column(with = upper)]
    name: String,
}

fn seven() -> u32 {
    7
}

mod upper {
    pub(super) fn encode(value: &str, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.to_uppercase().into_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<String, std::string::FromUtf8Error> {
        String::from_utf8(bytes.to_vec())
    }
}

#[test]
fn options_of_parts_and_columns() {
    let row = Times {
        id: 1,
        day: Timestamp::from_utc(2026, 1, 1, 16, 0, 0).unwrap(),
        time: TimeOfDay::from_millis(5).unwrap(),
        number: 2,
        other: 3,
        level: -4,
        code: "12".into(),
        back: "abcd".into(),
        count: 5,
        title: "t".into(),
        hits: 0,
        seven: 8,
        name: "N".into(),
    };
    super::round_trip(&row);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", splits = ["4", "8", b"\x63"])]
#[family("D1")]
struct BareColumn {
    /// An attribute without options says only what is so without it.
    #[rowkey]
    id: u64,
    #[column]
    a: u32,
    #[column()]
    b: u32,
}

#[test]
fn attributes_without_options() {
    super::round_trip(&BareColumn { id: 1, a: 2, b: 3 });
}

#[test]
fn commas_at_the_end() {
    let row = Commas {
        phone: "13812345678".into(),
        id: 1,
        count: 2,
        peer: "x".into(),
    };
    super::round_trip(&row);
}
