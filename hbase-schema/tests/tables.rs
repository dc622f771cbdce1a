//! Tables that were designed by hand, as structs: exactly their bytes, and back.

#[path = "tables/mail.rs"]
mod mail;

use hbase_schema::key::{DecodeKey, RowKey};
use hbase_schema::model::{CellBlock, Row};
use hbase_schema::table::{decode_row, encode_key, encode_row};
use hbase_schema::{FromRow, HTable, Sequence, Table, TimeOfDay, Timestamp};
use serde::{Deserialize, Serialize};

/// The row has this key, the key reads back, and so does the whole row.
fn assert_row<T>(row: &T, key: &[u8])
where
    T: Table + for<'r> FromRow<'r> + PartialEq + std::fmt::Debug,
    T::Key: for<'k> DecodeKey<'k>,
{
    let encoded = encode_key(row).expect("the row has a key");
    assert_eq!(encoded.as_ref(), key, "{row:?}");
    let back = T::Key::decode(key).expect("a key of the table");
    assert_eq!(back.encode().expect("again").as_ref(), key);
    let mut block = CellBlock::new();
    encode_row(row, &mut block).expect("the row fits");
    let cells = Row::new(block.take()).expect("one row");
    assert_eq!(decode_row::<T>(&cells).expect("a row"), *row);
}

fn at(year: u16, month: u8, day: u8, hour: u8, minute: u8, second: u8) -> Timestamp {
    Timestamp::from_utc(year, month, day, hour, minute, second).expect("a time")
}

/// The bytes of hex digits.
fn hex(digits: &str) -> Vec<u8> {
    let at = (0..digits.len()).step_by(2);
    at.map(|at| u8::from_str_radix(&digits[at..at + 2], 16).expect("hex"))
        .collect()
}

mod user_events {
    use super::*;

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:USER_EVENT")]
    #[rowkey(separator = "_")]
    #[family("D1")]
    struct Event {
        #[rowkey(text)]
        user: u64,
        #[rowkey(fixed = 19, reverse_ts)]
        at: Timestamp,
        #[rowkey(text)]
        inserted_ns: u64,
        kind: String,
    }

    /// The same with an insert time that sorts.
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:USER_EVENT")]
    #[rowkey(separator = "_")]
    #[family("D1")]
    struct Sorted {
        #[rowkey(text)]
        user: u64,
        #[rowkey(fixed = 19, reverse_ts)]
        at: Timestamp,
        #[rowkey(fixed = 19)]
        inserted_ns: u64,
        kind: String,
    }

    #[test]
    fn both_forms() {
        let event = Event {
            user: 42,
            at: Timestamp::from_millis(1_400_657_685_457),
            inserted_ns: 123_456_789_012_345,
            kind: "login".into(),
        };
        assert_row(&event, b"42_9223370636197090350_123456789012345");
        let sorted = Sorted {
            user: 42,
            at: event.at,
            inserted_ns: event.inserted_ns,
            kind: event.kind,
        };
        assert_row(&sorted, b"42_9223370636197090350_0000123456789012345");
    }

    #[test]
    fn the_rows_between_two_times_newest_first() {
        let (from, to) = (at(2014, 5, 1, 0, 0, 0), at(2014, 6, 1, 0, 0, 0));
        let scan = Event::scan().user(42).at(from..to);
        let ranges = scan.ranges().expect("ranges");
        let [range] = ranges.as_slice() else {
            panic!("{ranges:?}");
        };
        assert!(range.contains(b"42_9223370636197090350_123456789012345"));
        assert!(!range.contains(b"4_9223370636197090350_123456789012345"));
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("bi.dpdim_imei_dpid_mapping", naming = hbase, rename_all = "snake_case")]
    #[family("dim")]
    struct Device {
        #[rowkey]
        imei: String,
        #[column(text)]
        dpid: u64,
    }

    #[test]
    fn a_number_as_text_under_a_text() {
        let device = Device {
            imei: "352784041181135".into(),
            dpid: 4_369_382_019_346_202_985,
        };
        assert_row(&device, b"352784041181135");
        let mut block = CellBlock::new();
        encode_row(&device, &mut block).expect("the row fits");
        let row = Row::new(block.take()).expect("one row");
        let cell = row.cells().next().expect("a cell");
        assert_eq!(cell.family, b"dim");
        assert_eq!(cell.qualifier, b"dpid");
        assert_eq!(cell.value, b"4369382019346202985");
    }
}

mod calls {
    use super::*;

    macro_rules! calls {
        ($name:ident, $($salt:tt)*) => {
            #[derive(HTable, Debug, Clone, PartialEq)]
            #[table("DLQX:CALL_RECORD", splits = number_pipe)]
            #[rowkey(salt = $($salt)*, separator = "_")]
            #[family("D1", ttl = "365d", compression = snappy, bloom = row)]
            struct $name {
                #[rowkey(salt = last(4), fixed = 11)]
                phone: String,
                #[rowkey(salt = format("yyyyMM"), fixed = 14)]
                at: Timestamp,
                duration_s: u32,
            }

            impl $name {
                fn of(phone: &str, at: Timestamp) -> Self {
                    Self { phone: phone.into(), at, duration_s: 60 }
                }
            }
        };
    }

    calls!(Six, region_number(6));
    calls!(Hundred, region_number(100));
    calls!(ThreeHundred, region_number(300));
    // The original pads to the width of (regions - 2).
    calls!(OldWay, region_number(300, width = 3));
    calls!(Wider, region_number(6, width = 2));

    #[test]
    fn regions_are_computed_from_phone_and_month() {
        let christmas = at(2015, 12, 26, 12, 24, 0);
        assert_row(
            &Six::of("13812345678", christmas),
            b"1_13812345678_20151226122400",
        );
        assert_row(
            &Six::of("18600009999", at(2024, 2, 29, 23, 59, 59)),
            b"4_18600009999_20240229235959",
        );
        assert_row(
            &Hundred::of("13812345678", christmas),
            b"17_13812345678_20151226122400",
        );
        let new_year = at(2020, 1, 1, 0, 0, 0);
        let key = b"276_13700000001_20200101000000";
        assert_row(&ThreeHundred::of("13700000001", new_year), key);
        assert_row(&OldWay::of("13700000001", new_year), key);
        assert_row(
            &Wider::of("13812345678", christmas),
            b"01_13812345678_20151226122400",
        );
    }

    #[test]
    fn one_month_is_one_scan_and_three_are_at_most_three() {
        let month = at(2015, 12, 1, 0, 0, 0)..at(2016, 1, 1, 0, 0, 0);
        let one = Six::scan().phone("13812345678").at(month);
        assert_eq!(one.ranges().expect("ranges").as_slice().len(), 1);
        let months = at(2015, 11, 15, 0, 0, 0)..at(2016, 1, 15, 0, 0, 0);
        let three = Hundred::scan().phone("13812345678").at(months);
        assert_eq!(three.ranges().expect("ranges").as_slice().len(), 3);
    }
}

mod user_logs {
    use super::*;

    /// Rarely used features.
    #[derive(Debug, Clone, PartialEq, Default, Serialize, Deserialize)]
    #[serde(rename_all = "UPPERCASE")]
    struct Remark {
        f: Option<String>,
        g: Option<i64>,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("TEST", allow(name_length), splits = hex_string(16))]
    #[rowkey(salt = md5_hex(4), separator = "_")]
    #[family("INFO", ttl = "365d", versions = 400, compression = snappy)]
    struct Log {
        #[rowkey(salt)]
        uid: String,
        #[rowkey(salt)]
        kind: String,
        #[timestamp(day, keep = "365d")]
        day: Timestamp,
        #[column(store_none)]
        a: Option<String>,
        #[column(store_none)]
        b: Option<String>,
        #[column(store_none)]
        c: Option<String>,
        #[column(store_none)]
        d: Option<String>,
        #[column(store_none)]
        e: Option<String>,
        #[column(json)]
        remark: Remark,
    }

    fn log(uid: &str, kind: &str) -> Log {
        Log {
            uid: uid.into(),
            kind: kind.into(),
            day: at(2015, 12, 26, 0, 0, 0),
            a: Some("1".into()),
            b: None,
            c: None,
            d: None,
            e: None,
            remark: Remark {
                f: None,
                g: Some(7),
            },
        }
    }

    #[test]
    fn md5_in_front_and_the_day_as_version() {
        assert_row(&log("10086", "LOGIN"), b"a16c_10086_LOGIN");
        assert_row(&log("zhang.san", "VIP"), b"894f_zhang.san_VIP");
        assert_row(&log("1", "2"), b"ab35_1_2");
        let mut block = CellBlock::new();
        encode_row(&log("1", "2"), &mut block).expect("the row fits");
        let row = Row::new(block.take()).expect("one row");
        assert_eq!(row.cells().count(), 6);
        let remark = row.cells().find(|cell| cell.qualifier == b"REMARK");
        assert_eq!(remark.expect("a cell").value, br#"{"F":null,"G":7}"#);
    }

    /// The cells of a record of 2015-12-26: the day as timestamp, and absent values as empty cells,
    /// whatever the hour.
    #[test]
    fn every_record_of_a_day_writes_the_same_cells() {
        let cell = |qualifier: &[u8], value: &[u8]| {
            let head = [&[0, 8][..], b"ab35_1_2", &[4], b"INFO", qualifier];
            let midnight = hex("00000151db95b400");
            let key = [&head.concat()[..], &midnight, &[4]].concat();
            let length = |bytes: &[u8]| u32::try_from(bytes.len()).expect("short");
            let total = 8 + length(&key) + length(value);
            let lengths = [total, length(&key), length(value)].map(u32::to_be_bytes);
            [&lengths.concat()[..], &key, value].concat()
        };
        let expected = [
            cell(b"A", b"1"),
            cell(b"B", b""),
            cell(b"C", b""),
            cell(b"D", b""),
            cell(b"E", b""),
            cell(b"REMARK", br#"{"F":null,"G":7}"#),
        ];
        for (hour, minute) in [(0, 0), (12, 24), (23, 59)] {
            let day = at(2015, 12, 26, hour, minute, 0);
            let record = Log {
                day,
                ..log("1", "2")
            };
            let mut block = CellBlock::new();
            encode_row(&record, &mut block).expect("the row fits");
            assert_eq!(block.as_bytes(), expected.concat());
        }
        let mut block = CellBlock::new();
        let next = at(2015, 12, 27, 0, 0, 0);
        let next = Log {
            day: next,
            ..log("1", "2")
        };
        encode_row(&next, &mut block).expect("the row fits");
        assert_ne!(block.as_bytes(), expected.concat());
    }

    #[test]
    fn the_statement_is_the_one_written_by_hand() {
        assert_eq!(
            Log::DDL,
            "create 'TEST', {NAME => 'INFO', VERSIONS => 400, TTL => 31536000, COMPRESSION => 'SNAPPY'}, \
             {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}"
        );
    }
}

mod tables_a_day {
    use super::*;

    #[derive(HTable, Debug, Clone, PartialEq)]
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

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("STAT_20151226")]
    #[family("D1")]
    struct Statistics {
        #[rowkey]
        hash: u32,
        #[rowkey(minute_of_day)]
        minute: TimeOfDay,
        #[rowkey]
        region: String,
        count: i64,
    }

    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("GENERAL_DATA", allow(hotspot))]
    #[family("D1")]
    struct General {
        #[rowkey]
        number: Sequence<u32>,
        #[rowkey(fixed = 8)]
        loader: String,
        #[rowkey]
        factor: u32,
        data: Vec<u8>,
    }

    #[test]
    fn all_three_kinds() {
        let trade = Trade {
            at: TimeOfDay::from_millis(44_640_000).expect("a time of day"),
            account: "AC00000017".into(),
            cents: -5,
        };
        assert_row(&trade, &hex("0e2b02a9270041433030303030303137"));
        let statistics = Statistics {
            hash: 3_000_000_001,
            minute: TimeOfDay::from_minutes(744).expect("a time of day"),
            region: "REGION0001".into(),
            count: 1,
        };
        assert_row(&statistics, &hex("b2d05e0102e8524547494f4e30303031"));
        let general = General {
            number: Sequence(17),
            loader: "LOADER01".into(),
            factor: 9,
            data: vec![0],
        };
        assert_row(&general, &hex("000000114c4f41444552303100000009"));
    }

    #[test]
    fn one_account_within_an_hour_is_one_scan() {
        let hour = TimeOfDay::from_hms(12, 0, 0).unwrap()..TimeOfDay::from_hms(13, 0, 0).unwrap();
        let ranges = Trade::scan().salted_by("AC00000017").at(hour);
        let ranges = ranges.ranges().expect("ranges");
        let key = hex("0e2b02a9270041433030303030303137");
        assert_eq!(ranges.as_slice().len(), 1);
        assert!(ranges.as_slice()[0].contains(&key));
        assert!(ranges.checks()[0].matches(&key));
        let neighbour = [&key[..6], b"AC00000018"].concat();
        assert!(!ranges.checks()[0].matches(&neighbour));
    }
}
