//! Pinpoint 2, calls between applications: the table `ApplicationMapStatisticsCaller_Ver2`.
//!
//! Sources: `pinpoint-apm/pinpoint`, `ApplicationMapStatisticsUtils.java` and its test (keys and qualifiers),
//! `AutomaticBuffer.java` (`put2PrefixedString`), `DistributorConfiguration.java` (the salt: `newRangeOneByteSimpleHash(0, 36, 32)`
//! of keys of at most 36 bytes), `TimeUtils.java`, and `hbase/scripts/hbase-create.hbase` (the statement). The cells are
//! counters.

use std::collections::BTreeMap;

use hbase_schema::{HTable, Qualifier, RowKey, Timestamp};

use crate::support::{assert_key, assert_row, store};

/// The calls that an application made in a minute.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table(
    "ApplicationMapStatisticsCaller_Ver2",
    naming = hbase,
    splits = per_bucket(step = 2, width = 16)
)]
#[rowkey(salt = java_bytes(32))]
#[family("C", ttl = "60d", data_block_encoding = prefix)]
struct Calls {
    /// At most 24 bytes after the length.
    #[rowkey(salt, length = u16, max = 26)]
    application: String,
    #[rowkey(salt, java)]
    service_type: i16,
    #[rowkey(salt, reverse_ts, align = "1m")]
    slot: Timestamp,
    #[column(dynamic)]
    counts: BTreeMap<Callee, i64>,
}

/// The application that was called, and how long it took.
#[derive(Qualifier, Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
struct Callee {
    #[qualifier(java)]
    service_type: i16,
    /// The upper bound in milliseconds; 0 for slow calls, -1 for errors.
    #[qualifier(java)]
    slot: i16,
    #[qualifier(length = u16)]
    application: String,
    #[qualifier]
    host: String,
}

fn callee(slot: i16) -> Callee {
    let service_type = 1000;
    let (application, host) = ("applicationName".to_owned(), "dest".to_owned());
    Callee {
        service_type,
        slot,
        application,
        host,
    }
}

fn calls(application: &str, minute: i64) -> Calls {
    Calls {
        application: application.into(),
        service_type: 123,
        slot: Timestamp::from_millis(minute * 60_000),
        counts: BTreeMap::from([(callee(10), 3), (callee(-1), 1)]),
    }
}

/// `Arrays.hashCode` of the key, without its sign, modulo 32.
fn salted(rest: &[u8]) -> Vec<u8> {
    let hash = rest.iter().fold(1_i32, |hash, byte| {
        let byte = i32::from(i8::from_be_bytes([*byte]));
        hash.wrapping_mul(31).wrapping_add(byte)
    });
    let salt = u8::try_from((hash & i32::MAX) % 32).unwrap();
    [&[salt], rest].concat()
}

#[test]
fn rows_have_the_bytes_of_the_utilities() {
    let slot = (i64::MAX - 60_000).to_be_bytes();
    // The row of `makeRowKey`: the length, the name, the type, and the time.
    let key = salted(&[b"\0\x07TESTAPP\0\x7b", &slot[..]].concat());
    let columns = [
        b"\x03\xe8\0\x0a\0\x0fapplicationNamedest",
        b"\x03\xe8\xff\xff\0\x0fapplicationNamedest",
    ];
    let cells = [
        ("C", &columns[0][..], &[0, 0, 0, 0, 0, 0, 0, 3][..]),
        ("C", columns[1], &[0, 0, 0, 0, 0, 0, 0, 1]),
    ];
    assert_row(&calls("TESTAPP", 1), &key, &cells);
}

#[test]
fn the_salt_is_that_of_the_whole_key() {
    let longest = "an-application-24-bytes!";
    assert!(calls(&format!("{longest}!"), 1).key().encode().is_err());
    for application in ["a", "shop", longest] {
        let key = calls(application, 28_333_333).key().encode().unwrap();
        assert_eq!(key.as_ref(), salted(&key.as_ref()[1..]));
        assert_key::<CallsKey>(key.as_ref());
    }
}

#[tokio::test]
async fn the_calls_of_an_application_in_a_time_are_found() {
    let db = store::<Calls>().await;
    let rows = [1, 2, 3].map(|minute| [calls("shop", minute), calls("sho", minute)]);
    db.put_many(rows.as_flattened()).await.unwrap();
    let at = |minute: i64| Timestamp::from_millis(minute * 60_000);
    let scan = Calls::scan()
        .application("shop")
        .service_type(123)
        .slot(at(2)..at(4));
    let found = db.scan(scan).rows().collect().await.unwrap();
    // The newest minute comes first.
    assert_eq!(found, [rows[2][0].clone(), rows[1][0].clone()]);
}
