//! Values that do not fit are errors that name type, part, value, expected and found.

use hbase_schema::key::{KeyError, RowKey};
use hbase_schema::table::encode_key;
use hbase_schema::{Table, Timestamp};

use crate::tables::{
    Calls, CallsKey, Closed, Events, EventsKey, Logs, LogsKey, Mail, Newest, Padded, Trades,
};

fn encode_error<T: Table>(row: &T) -> String {
    encode_key(row).map(drop).expect_err("no key").to_string()
}

fn decode_error<K: RowKey>(key: Result<K, KeyError>) -> String {
    match key {
        Ok(_) => panic!("a key"),
        Err(error) => error.to_string(),
    }
}

fn call(phone: &str, ms: i64) -> Calls {
    Calls {
        phone: phone.into(),
        at: Timestamp::from_millis(ms),
        cell: 0,
    }
}

fn padded(left: &str, right: &str, digits: u32) -> Padded {
    Padded {
        left: left.into(),
        right: right.into(),
        digits,
        down: 0,
        last: String::new(),
        cell: 0,
    }
}

#[test]
fn texts_that_do_not_fit() {
    assert_eq!(
        encode_error(&call("138", 0)),
        "Calls: key part `phone` = \"138\": found 3 bytes, expected 11"
    );
    assert_eq!(
        encode_error(&padded("12345", "", 0)),
        "Padded: key part `left` = \"12345\": found 5 bytes, expected at most 4"
    );
    assert_eq!(
        encode_error(&padded("0", "", 0)),
        "Padded: key part `left` = \"0\": found the pad character '0' at the padded end, expected \
         a text without it there, for padding is taken off on reading"
    );
    assert_eq!(
        encode_error(&padded("1", "", 10_000)),
        "Padded: key part `digits` = 10000: found 5 digits, expected at most 4"
    );
}

#[test]
fn a_separator_inside() {
    let mail = Mail {
        user: "a-b".into(),
        day: Timestamp::from_millis(0),
        message: "m-1".into(),
        cell: 0,
    };
    assert_eq!(
        encode_error(&mail),
        "Mail: key part `user` = \"a-b\": found the separator \"-\" in it, expected a value \
         without it, because the part ends there: give the part `fixed = n`, or use another separator"
    );
    let closed = Closed {
        first: "a-".into(),
        second: String::new(),
        number: 0,
        third: Vec::new(),
        last: String::new(),
        cell: 0,
    };
    // Only at the boundary: `a-` and `--` are read as `a` and `--`.
    assert!(encode_error(&closed).contains("found the separator \"--\" in it"));
}

#[test]
fn times_that_do_not_fit() {
    assert_eq!(
        encode_error(&call("13812345678", -1)),
        "Calls: key part `at` = -1 ms since 1970: found -1 ms since 1970, expected a time of 1970 \
         or later"
    );
    assert_eq!(
        encode_error(&call("13812345678", 253_402_300_800_000)),
        "Calls: key part `at` = 253402300800000 ms since 1970: found 253402300800000 ms since \
         1970, expected a time before the year 10000"
    );
    assert_eq!(
        encode_error(&call("13812345678", 1)),
        "Calls: key part `at` = 1970-01-01T00:00:00.001Z: found 1 ms, which is finer than a \
         multiple of 1000 ms, expected a time that the form can hold: cut it off before, or use \
         `truncate`"
    );
}

#[test]
fn keys_that_are_none() {
    assert_eq!(
        decode_error(CallsKey::decode(b"1_13812345678_2015122612240")),
        "Calls: key `1_13812345678_2015122612240` of 27 bytes: expected 28 bytes"
    );
    assert_eq!(
        decode_error(CallsKey::decode(b"1_13812345678_201512261224000")),
        "Calls: key `1_13812345678_201512261224000` of 29 bytes: expected 28 bytes"
    );
    assert_eq!(
        decode_error(CallsKey::decode(b"1_13812345678_20151326122400")),
        "Calls: key `1_13812345678_20151326122400`: part `at` = `20151326122400`: found month 13, \
         expected 1 to 12; was the row written with another key layout?"
    );
    assert_eq!(
        decode_error(CallsKey::decode(b"0_13812345678_20151226122400")),
        "Calls: key `0_13812345678_20151226122400`: found the salt `0`, expected `1`: the row was \
         written with another salt or bucket count"
    );
    assert_eq!(
        decode_error(CallsKey::decode(b"")),
        "Calls: key `` of 0 bytes: expected 28 bytes"
    );
    assert!(decode_error(LogsKey::decode(b"A3_only")).contains("found no separator \"_\""));
    assert!(decode_error(EventsKey::decode(b"\0x")).contains("expected 15 bytes"));
}

#[test]
fn a_query_for_what_has_no_key_says_the_same() {
    let ranges = Calls::scan().phone("138").ranges();
    assert_eq!(
        ranges.expect_err("no such phone").to_string(),
        "Calls: key part `phone` = \"138\": found 3 bytes, expected 11"
    );
    let ranges = Logs::scan().uid(hbase_schema::prefix("a_b")).ranges();
    assert_eq!(
        ranges.expect_err("no such prefix").to_string(),
        "Logs: key part `uid` = \"a_b\": found the separator \"_\" in a prefix, expected one \
         without it"
    );
    let scan = Calls::scan()
        .salted_by("13812345678", Timestamp::from_secs(0))
        .phone("13812345679")
        .at(Timestamp::from_secs(0));
    assert_eq!(
        scan.ranges().expect_err("two phones").to_string(),
        "Calls: `salted_by` and `phone` give part `phone` two values: give it once, or the same"
    );
}

#[test]
fn bounds_are_rounded_up_and_never_beyond_the_end() {
    let (early, late) = (Timestamp::from_millis(-5), Timestamp::from_millis(i64::MAX));
    let ranges = Events::scan().at(early..late).ranges().expect("ranges");
    assert_eq!(ranges.as_slice().len(), 16);
    let ranges = Newest::scan().id(1).second(late..).ranges();
    assert!(ranges.expect("ranges").as_slice().is_empty());
}

/// The smallest int has no absolute value: its bucket is that of 2^31.
#[test]
fn a_text_whose_hash_is_the_smallest_int() {
    let account = Trades {
        at: hbase_schema::TimeOfDay::MIDNIGHT,
        account: "polygenelubricants".into(),
        cell: 0,
    };
    assert!(encode_key(&account).is_ok());
    let layout = crate::tables::HashedKey::LAYOUT;
    let salt = layout.salt.as_ref().expect("a salt");
    let found = salt.salt.of(b"polygenelubricants").expect("a salt");
    assert_eq!(&*found, b"02");
}
