//! Tables whose region numbers were padded for one region less: their stored bytes.

use hbase_schema::{HTable, RowKey, Timestamp, prefix};

macro_rules! table {
    ($name:ident, $regions:literal, $width:literal) => {
        #[derive(HTable, Debug, PartialEq)]
        #[table("DLQX:CALL_RECORD", splits = number_pipe($regions, width = $width))]
        #[rowkey(salt = region_number($regions, width = $width), separator = "_")]
        #[family("D1")]
        struct $name {
            #[rowkey(salt = last(4), fixed = 11)]
            phone: String,
            #[rowkey(salt = format("yyyyMM"), fixed = 14)]
            at: Timestamp,
            duration_s: u32,
        }
    };
}

table!(Eleven, 11, 1);
table!(Hundred, 101, 2);
table!(Thousand, 1001, 3);

const AT: &str = "20151226122400";

fn christmas() -> Timestamp {
    Timestamp::from_utc(2015, 12, 26, 12, 24, 0).unwrap()
}

/// `abs(hashCode(last 4 digits) ^ hashCode(yyyyMM)) % regions`.
fn region(phone: &str, regions: u32) -> u32 {
    let hash = |text: &str| {
        let add = |sum: i32, byte: u8| sum.wrapping_mul(31).wrapping_add(byte.into());
        text.bytes().fold(0, add)
    };
    (hash(&phone[phone.len() - 4..]) ^ hash(&AT[..6])).unsigned_abs() % regions
}

/// The key of a phone is this text, there and back.
macro_rules! holds {
    ($key:ident, $phone:ident, $($expected:tt)*) => {
        let key = $key { phone: $phone.clone(), at: christmas() };
        let expected = format!("{}_{}_{AT}", format_args!($($expected)*), $phone);
        assert_eq!(key.encode().unwrap().as_ref(), expected.as_bytes());
        assert_eq!($key::decode(expected.as_bytes()).unwrap(), key);
    };
}

#[test]
fn keys_are_padded_as_they_were() {
    let mut outgrown = 0;
    for last in 0..2000 {
        let phone = format!("1381234{last:04}");
        let number = region(&phone, 11);
        outgrown += u32::from(number == 10);
        holds!(ElevenKey, phone, "{number}");
        holds!(HundredKey, phone, "{:02}", region(&phone, 101));
        holds!(ThousandKey, phone, "{:03}", region(&phone, 1001));
    }
    assert!(outgrown > 0, "no number outgrew its padding");
}

#[test]
fn splits_are_as_they_were() {
    let splits = "['0|', '1|', '2|', '3|', '4|', '5|', '6|', '7|', '8|', '9|']";
    assert!(Eleven::DDL.contains(splits), "{}", Eleven::DDL);
    let keys = Thousand::SCHEMA.table.splits.keys().unwrap();
    assert_eq!(
        (keys.len(), &*keys[0], &*keys[999]),
        (1000, &b"000|"[..], &b"999|"[..])
    );
    let described = Hundred::SCHEMA.to_json();
    assert!(described.contains("\"width\": 2"), "{described}");
}

#[test]
fn every_number_is_reached_once() {
    let ranges = Eleven::scan().phone(prefix("138")).ranges().unwrap();
    assert_eq!(ranges.as_slice().len(), 11);
    for number in 0..11 {
        let key = format!("{number}_13812345678_{AT}");
        let found = ranges
            .as_slice()
            .iter()
            .filter(|range| range.contains(key.as_bytes()));
        assert_eq!(found.count(), 1, "{key}");
    }
}

/// Numbers of one digit and of two are merged after their separators.
#[tokio::test]
async fn rows_come_in_the_order_of_the_key_behind_the_number() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    db.create_table::<Eleven>().await.unwrap();
    let row = |last: u32| Eleven {
        phone: format!("138{last:08}"),
        at: christmas(),
        duration_s: last,
    };
    db.put_many((0..60).map(row)).await.unwrap();
    let scan = || {
        db.scan(Eleven::scan().phone(..))
            .columns(Eleven::DURATION_S)
    };
    let expected: Vec<u32> = (0..60).collect();
    assert_eq!(scan().rows().collect().await.unwrap(), expected);
    let mut found = Vec::new();
    let mut page = scan().page(7).await.unwrap();
    loop {
        found.append(&mut page.items);
        let Some(next) = page.next else { break };
        page = scan().page_after(next.to_string(), 7).await.unwrap();
    }
    assert_eq!(found, expected);
}
