//! Salts have the same bytes as the derive's.

use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema::{HTable, RowKey, TableRow, Timestamp};
use serde_json::{Value, json};

use crate::support::{key, part, policy};

fn salted(salt: &Value, separator: &str, parts: &[Value]) -> RowKeyPolicy {
    let salt = json!({"salt": salt, "splitChar": separator});
    policy(&[&[salt], parts].concat())
}

/// Calls: the last digits of the phone, and the month of the time.
fn calls(regions: u32) -> RowKeyPolicy {
    let of = json!([{"columnName": "PHONE", "last": 4}, {"columnName": "AT", "first": 6}]);
    salted(
        &json!({"kind": "region_number", "regions": regions, "of": of}),
        "_",
        &[
            part("PHONE", &json!({"length": 11, "splitChar": "_"})),
            part("AT", &json!({"length": 14, "replaceSourceChar": "- :"})),
        ],
    )
}

#[test]
fn region_numbers_are_those_of_existing_tables() {
    for (regions, phone, at, expected) in [
        (
            6,
            "13812345678",
            "2015-12-26 12:24:00",
            "1_13812345678_20151226122400",
        ),
        (
            6,
            "18600009999",
            "2024-02-29 23:59:59",
            "4_18600009999_20240229235959",
        ),
        (
            100,
            "13812345678",
            "2015-12-26 12:24:00",
            "17_13812345678_20151226122400",
        ),
        (
            300,
            "13700000001",
            "2020-01-01 00:00:00",
            "276_13700000001_20200101000000",
        ),
    ] {
        let made = key(&calls(regions), &[Some(phone), Some(at)]);
        assert_eq!(made.as_deref(), Ok(expected));
    }
}

#[derive(HTable)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt = region_number(6), separator = "_")]
#[family("D1")]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: Timestamp,
    seconds: u32,
}

#[derive(HTable)]
#[table("DLQX:USER_LOG")]
#[rowkey(salt = md5_hex(4, from = 8, upper), separator = "_")]
#[family("D1")]
struct Log {
    #[rowkey(salt)]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    #[rowkey]
    day: String,
    text: String,
}

#[derive(HTable)]
#[table("DLQX:SPREAD_LOG")]
#[rowkey(salt = buckets(100), separator = "::")]
#[family("D1")]
struct Spread {
    #[rowkey(salt)]
    uid: String,
    #[rowkey]
    kind: String,
    #[rowkey(salt)]
    day: String,
    text: String,
}

#[derive(HTable)]
#[table("DLQX:HASHED_LOG")]
#[rowkey(salt = java_hash(1000, width = 5), separator = "_")]
#[family("D1")]
struct Hashed {
    #[rowkey(salt = first(2))]
    uid: String,
    #[rowkey(salt)]
    kind: String,
    text: String,
}

/// A row's key, made by the derive.
fn derived<T: TableRow>(row: &T) -> String {
    let bytes = row.key().encode().unwrap();
    String::from_utf8(bytes.as_ref().to_vec()).unwrap()
}

#[test]
fn region_numbers_are_the_derives() {
    for (phone, at) in [
        ("13812345678", "2015-12-26 12:24:00"),
        ("18600009999", "2024-02-29 23:59:59"),
        ("00000000000", "1970-01-01 00:00:00"),
    ] {
        let time: Timestamp = format!("{}Z", at.replace(' ', "T")).parse().unwrap();
        let call = Call {
            phone: phone.into(),
            at: time,
            seconds: 1,
        };
        let made = key(&calls(6), &[Some(phone), Some(at)]);
        assert_eq!(made.unwrap(), derived(&call));
    }
}

#[test]
fn hashes_of_parts_are_the_derives() {
    let text = |name| part(name, &json!({"splitChar": "_"}));
    let md5 = salted(
        // The order differs from the key's, which counts.
        &json!({"kind": "md5_hex", "digits": 4, "from": 8, "upper": true, "of": [{"columnName": "KIND"}, {"columnName": "UID"}]}),
        "_",
        &[text("UID"), text("KIND"), part("DAY", &json!({}))],
    );
    let separated = |name| part(name, &json!({"splitChar": "::"}));
    let buckets = salted(
        &json!({"kind": "buckets", "count": 100, "of": [{"columnName": "UID"}, {"columnName": "DAY"}]}),
        "::",
        &[separated("UID"), separated("KIND"), part("DAY", &json!({}))],
    );
    let java = salted(
        &json!({"kind": "java_hash", "buckets": 1000, "width": 5, "of": [{"columnName": "UID", "first": 2}, {"columnName": "KIND"}]}),
        "_",
        &[text("UID"), part("KIND", &json!({}))],
    );
    for (uid, kind, day) in [
        ("10086", "LOGIN", "20151226"),
        ("用户\u{1F600}", "é", "x"),
        ("u", "LOGOUT", "20160101"),
    ] {
        let [u, k, d] = [uid, kind, day].map(str::to_owned);
        let text = String::new();
        let log = Log {
            uid: u.clone(),
            kind: k.clone(),
            day: d.clone(),
            text: text.clone(),
        };
        let spread = Spread {
            uid: u.clone(),
            kind: k.clone(),
            day: d,
            text: text.clone(),
        };
        let hashed = Hashed {
            uid: u,
            kind: k,
            text,
        };
        let values = [Some(uid), Some(kind), Some(day)];
        assert_eq!(key(&md5, &values).unwrap(), derived(&log));
        assert_eq!(key(&buckets, &values).unwrap(), derived(&spread));
        assert_eq!(key(&java, &values[..2]).unwrap(), derived(&hashed));
    }
}

/// A salt of binary bytes, and a running number that a salt spreads.
#[test]
fn a_running_number_is_spread_by_a_salt() {
    use hbase_model::hash::{md5, murmur3};

    let policy = policy(&[
        json!({"salt": {"kind": "md5", "bytes": 3, "of": [{"columnName": ""}]}}),
        json!({"salt": {"kind": "buckets", "count": 7, "text": false, "of": [{"columnName": ""}]}}),
        part(
            "",
            &json!({"prefixChar": "0", "length": 4, "startNumber": 42}),
        ),
    ]);
    let mut maker = hbase_row_key_policy::KeyMaker::new(&policy).unwrap();
    let mut made = Vec::new();
    maker.key(&[], &mut policy.counter(), &mut made).unwrap();
    let bucket = murmur3(b"0042").cast_unsigned() % 7;
    let mut expected = md5(&[b"0042"])[..3].to_vec();
    expected.push(u8::try_from(bucket).unwrap());
    expected.extend_from_slice(b"0042");
    assert_eq!(made, expected);
}

/// A salt can also follow the parts, or precede a single part.
#[test]
fn a_salt_can_stand_anywhere() {
    let salt = json!({"salt": {"kind": "md5_hex", "digits": 2, "of": [{"columnName": "B"}]}});
    let policy = policy(&[
        part("A", &json!({"splitChar": "_"})),
        salt,
        part("B", &json!({})),
    ]);
    let made = key(&policy, &[Some("a"), Some("10086_LOGIN")]);
    assert_eq!(made.unwrap(), "a_a110086_LOGIN");
}
