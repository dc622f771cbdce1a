//! The costs that `explain` shows equal those in the types of the scan builder: both the command and the
//! compiler read this file.
#![allow(dead_code, reason = "only the structs' queries are used")]

use std::path::Path;
use std::process::Command;

use hbase_schema::query::{Cost, KeyQuery};
use hbase_schema::{HTable, TimeOfDay, Timestamp, any, prefix};
use serde_json::Value;

/// Text, a salt of six values, ranged over by months.
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

/// Too many salts to scan each.
#[derive(HTable)]
#[table("TRADE_20151226")]
#[rowkey(salt = md5(2))]
#[family("D1")]
struct Trade {
    #[rowkey(ms_of_day)]
    at: TimeOfDay,
    #[rowkey(salt)]
    account: String,
    cents: i64,
}

/// No salt; a text that is closed has no ranges.
#[derive(HTable)]
#[table("DLQX:MAIL_TABLE")]
#[rowkey(separator = "-")]
#[family("D1")]
struct Mail {
    #[rowkey]
    user: String,
    #[rowkey(fixed = 8)]
    day: Timestamp,
    #[rowkey]
    message: String,
    size: u32,
}

/// A random salt: every query scans all of its values.
#[derive(HTable)]
#[table("DLQX:SENSOR_DATA")]
#[rowkey(salt = random(16))]
#[family("D1")]
struct Measured {
    #[rowkey]
    at: Timestamp,
    #[rowkey]
    sensor: u32,
    value: f64,
}

/// A salt that the first parts determine, and two parts after them.
#[derive(HTable)]
#[table("DLQX:METER_DATA")]
#[rowkey(salt = buckets(16))]
#[family("D1")]
struct Usage {
    #[rowkey(salt)]
    house: u32,
    #[rowkey(salt)]
    meter: u32,
    #[rowkey]
    kind: u8,
    #[rowkey]
    at: Timestamp,
    value: f64,
}

/// Bytes in a form that does not sort as they do.
#[derive(HTable)]
#[table("DLQX:BLOB_TABLE")]
#[family("D1")]
struct Blob {
    #[rowkey(ordered)]
    id: Vec<u8>,
    #[rowkey(ordered)]
    at: i64,
    size: u32,
}

/// The cost of a query in the type of the builder.
fn ranges<Q: KeyQuery>(_: Q) -> Option<u32> {
    <Q::Cost as Cost>::RANGES
}

/// The queries of `explain`: expression, cost and ranges.
fn explained(row: &str) -> Vec<(String, String, Option<u64>)> {
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(["--json", "explain"])
        .arg(Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/it/queries.rs"))
        .arg(row)
        .output()
        .unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{errors}");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let queries = answer["questions"].as_array().unwrap();
    let of = |query: &Value| {
        let text = |name: &str| query[name].as_str().unwrap().to_owned();
        (text("ask"), text("cost"), query["ranges"].as_u64())
    };
    queries.iter().map(of).collect()
}

/// Compares all queries that the builder accepts with all explained ones, except those that do not compile.
fn agrees(row: &str, expected: &[(&str, Option<u32>)]) {
    let explained = explained(row);
    let offered = explained.iter().filter(|(_, cost, _)| cost != "refused");
    let mut offered: Vec<(&str, Option<u32>)> = offered
        .map(|(ask, _, ranges)| (&**ask, ranges.map(|n| u32::try_from(n).unwrap())))
        .collect();
    let mut expected = expected.to_vec();
    offered.sort_unstable();
    expected.sort_unstable();
    assert_eq!(offered, expected);
}

macro_rules! queries {
    ($($words:literal: $query:expr;)*) => {
        &[$(($words, ranges($query))),*]
    };
}

#[test]
fn calls() {
    let (phone, at) = ("13812345678", Timestamp::default());
    let ahead = || Call::scan().salted_by(phone, at);
    agrees(
        "Call",
        queries! {
            "Call::scan().salted_by(phone, at)": ahead();
            "Call::scan().phone(from..to)": Call::scan().phone(phone..phone);
            "Call::scan().salted_by(phone, at).phone(from..to)": ahead().phone(phone..phone);
            "Call::scan().phone(prefix(…))": Call::scan().phone(prefix(phone));
            "Call::scan().salted_by(phone, at).phone(prefix(…))": ahead().phone(prefix(phone));
            "Call::scan().phone(phone)": Call::scan().phone(phone);
            "Call::scan().salted_by(phone, at).phone(phone)": ahead().phone(phone);
            "Call::scan().phone(phone).at(from..to)": Call::scan().phone(phone).at(at..at);
            "Call::scan().salted_by(phone, at).phone(phone).at(from..to)": ahead().phone(phone).at(at..at);
            "Call::scan().phone(phone).at(at)": Call::scan().phone(phone).at(at);
            "Call::scan().phone(any()).at(from..to)": Call::scan().phone(any()).at(at..at);
            "Call::scan().phone(any()).at(at)": Call::scan().phone(any()).at(at);
            "Call::scan().all()": Call::scan().all();
        },
    );
}

#[test]
fn trades() {
    let (at, account) = (TimeOfDay::default(), "AC00000017");
    let ahead = || Trade::scan().salted_by(account);
    // One scan by a pattern that leaves the salt open; the type counts the salt's values.
    let open = || Trade::scan().any_salt().at(any());
    let _ = (open().account(account), open().account(account..account));
    let _ = open().account(prefix(account));
    let at_one = || Trade::scan().any_salt().at(at);
    let patterns = [
        (
            "Trade::scan().any_salt().at(any()).account(prefix(…))",
            Some(1),
        ),
        (
            "Trade::scan().any_salt().at(any()).account(from..to)",
            Some(1),
        ),
        (
            "Trade::scan().any_salt().at(any()).account(account)",
            Some(1),
        ),
    ];
    let expected: &[_] = queries! {
            "Trade::scan().salted_by(account)": ahead();
            "Trade::scan().salted_by(account).at(from..to)": ahead().at(at..at);
            "Trade::scan().salted_by(account).at(at)": ahead().at(at);
            "Trade::scan().salted_by(account).at(at).account(from..to)": ahead().at(at).account(account..account);
            "Trade::scan().salted_by(account).at(at).account(prefix(…))": ahead().at(at).account(prefix(account));
            "Trade::scan().at(at).account(account)": Trade::scan().at(at).account(account);
            "Trade::scan().any_salt().at(from..to)": Trade::scan().any_salt().at(at..at);
            "Trade::scan().any_salt().at(at)": at_one();
            "Trade::scan().any_salt().at(at).account(from..to)": at_one().account(account..account);
            "Trade::scan().any_salt().at(at).account(prefix(…))": at_one().account(prefix(account));
            "Trade::scan().all()": Trade::scan().all();
    };
    agrees("Trade", &[expected, &patterns].concat());
}

#[test]
fn mails() {
    let (user, day, message) = ("u", Timestamp::default(), "m");
    let of_user = || Mail::scan().user(user);
    let on_day = || of_user().day(day);
    agrees(
        "Mail",
        queries! {
            "Mail::scan().user(prefix(…))": Mail::scan().user(prefix(user));
            "Mail::scan().user(user)": Mail::scan().user(user);
            "Mail::scan().user(user).day(from..to)": Mail::scan().user(user).day(day..day);
            "Mail::scan().user(user).day(day)": on_day();
            "Mail::scan().user(user).day(day).message(from..to)": on_day().message(message..message);
            "Mail::scan().user(user).day(day).message(prefix(…))": on_day().message(prefix(message));
            "Mail::scan().user(user).day(day).message(message)": on_day().message(message);
            "Mail::scan().user(user).day(any()).message(message)": of_user().day(any()).message(message);
            "Mail::scan().user(user).day(any()).message(from..to)": of_user().day(any()).message(message..message);
            "Mail::scan().user(user).day(any()).message(prefix(…))": of_user().day(any()).message(prefix(message));
            "Mail::scan().all()": Mail::scan().all();
        },
    );
}

#[test]
fn drawn_salts() {
    let (at, sensor) = (Timestamp::default(), 7);
    agrees(
        "Measured",
        queries! {
            "Measured::scan().at(from..to)": Measured::scan().at(at..at);
            "Measured::scan().at(at)": Measured::scan().at(at);
            "Measured::scan().at(at).sensor(from..to)": Measured::scan().at(at).sensor(sensor..sensor);
            "Measured::scan().at(at).sensor(sensor)": Measured::scan().at(at).sensor(sensor);
            "Measured::scan().at(any()).sensor(from..to)": Measured::scan().at(any()).sensor(sensor..sensor);
            "Measured::scan().at(any()).sensor(sensor)": Measured::scan().at(any()).sensor(sensor);
            "Measured::scan().all()": Measured::scan().all();
        },
    );
}

#[test]
fn meters() {
    let (house, meter, kind, at) = (1, 2, 3, Timestamp::default());
    let skip_scans: &[_] = queries! {
        "Usage::scan().house(any()).meter(from..to)": Usage::scan().house(any()).meter(meter..meter);
        "Usage::scan().house(any()).meter(meter)": Usage::scan().house(any()).meter(meter);
        "Usage::scan().house(any()).meter(any()).kind(from..to)": Usage::scan().house(any()).meter(any()).kind(kind..kind);
        "Usage::scan().house(any()).meter(any()).kind(kind)": Usage::scan().house(any()).meter(any()).kind(kind);
        "Usage::scan().house(any()).meter(any()).kind(any()).at(from..to)": Usage::scan().house(any()).meter(any()).kind(any()).at(at..at);
        "Usage::scan().house(any()).meter(any()).kind(any()).at(at)": Usage::scan().house(any()).meter(any()).kind(any()).at(at);
        "Usage::scan().house(house).meter(any()).kind(from..to)": Usage::scan().house(house).meter(any()).kind(kind..kind);
        "Usage::scan().house(house).meter(any()).kind(kind)": Usage::scan().house(house).meter(any()).kind(kind);
        "Usage::scan().house(house).meter(any()).kind(any()).at(from..to)": Usage::scan().house(house).meter(any()).kind(any()).at(at..at);
        "Usage::scan().house(house).meter(any()).kind(any()).at(at)": Usage::scan().house(house).meter(any()).kind(any()).at(at);
        "Usage::scan().house(house).meter(meter).kind(any()).at(from..to)": Usage::scan().house(house).meter(meter).kind(any()).at(at..at);
        "Usage::scan().house(house).meter(meter).kind(any()).at(at)": Usage::scan().house(house).meter(meter).kind(any()).at(at);
    };
    let mut explained = explained("Usage");
    explained.retain(|(scan, ..)| scan.contains("any()"));
    let explained: Vec<_> = explained
        .iter()
        .map(|(scan, _, ranges)| (&**scan, ranges.map(|n| u32::try_from(n).unwrap())))
        .collect();
    assert_eq!(explained.len(), skip_scans.len());
    for query in skip_scans {
        assert!(explained.contains(query), "{query:?}: {explained:?}");
    }
}

#[test]
fn blobs() {
    let id = || Blob::scan().id([7].as_slice());
    agrees(
        "Blob",
        queries! {
            "Blob::scan().id(id)": id();
            "Blob::scan().id(id).at(from..to)": id().at(1..2);
            "Blob::scan().id(id).at(at)": id().at(1);
            "Blob::scan().all()": Blob::scan().all();
        },
    );
}
