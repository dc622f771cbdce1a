//! Types under other names, and types of the user's own.

use std::sync::Arc;

use hbase_schema::key::{CodecError, DecodePart, KeyPart, LeadingPart, RangePart, SelfDelimiting};
use hbase_schema::model::{CustomEncoding, Encoding, KeySink};
use hbase_schema::{CellValue, HTable, KeyPart as DeriveKeyPart, Sequence, Timestamp};

type Phone = String;
type Moment = Timestamp;
type Maybe<T> = Option<T>;
type Name = Maybe<String>;

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt)]
#[family("D1", ttl = "1d")]
struct Aliases {
    #[rowkey(salt, fixed = 11)]
    phone: Phone,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Moment,
    name: Name,
    count: Maybe<u32>,
    #[column(counter)]
    hits: Maybe<i64>,
    #[timestamp]
    written: Maybe<Moment>,
}

#[test]
fn aliases() {
    let row = Aliases {
        phone: "13812345678".into(),
        at: Timestamp::from_millis(0),
        name: None,
        count: Some(1),
        hits: None,
        written: Some(Timestamp::from_millis(2)),
    };
    super::round_trip(&row);
}

enum IsoCountry {}

#[derive(Debug, Clone, PartialEq)]
struct Country([u8; 2]);

impl KeyPart<IsoCountry> for Country {
    const ENCODING: Encoding = Encoding::Custom(CustomEncoding::new("IsoCountry").with_width(2));
    const WIDTH: Option<usize> = Some(2);

    fn encode<S: KeySink>(&self, out: &mut S) -> Result<(), CodecError> {
        out.put(&self.0);
        Ok(())
    }
}

impl DecodePart<'_, IsoCountry> for Country {
    fn decode(bytes: &[u8]) -> Result<Self, CodecError> {
        let bytes = bytes.try_into();
        bytes
            .map(Self)
            .map_err(|_| CodecError::new("expected two letters"))
    }
}

impl SelfDelimiting<IsoCountry> for Country {}
impl RangePart<IsoCountry> for Country {}
impl LeadingPart<IsoCountry> for Country {}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[family("D1")]
struct Custom {
    #[rowkey(encoding = IsoCountry)]
    country: Country,
    #[rowkey(encoding = self::IsoCountry)]
    other: Country,
    #[rowkey]
    number: Sequence<u64>,
    #[rowkey]
    name: Arc<str>,
    size: u32,
}

#[test]
fn an_encoding_of_the_users_own() {
    let row = Custom {
        country: Country(*b"DE"),
        other: Country(*b"FR"),
        number: Sequence(1),
        name: "n".into(),
        size: 1,
    };
    assert_eq!(super::round_trip(&row), b"DEFR\0\0\0\0\0\0\0\x01n");
    let scan = Custom::scan()
        .country(Country(*b"DE"))
        .other(Country(*b"A ")..);
    assert_eq!(scan.ranges().unwrap().as_slice().len(), 1);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD", allow(hotspot, key_length))]
#[family("D1")]
struct Allowed {
    #[rowkey]
    at: Timestamp,
    #[rowkey]
    urgent: bool,
    #[rowkey]
    blob: [u8; 200],
    size: u32,
}

#[test]
fn what_was_allowed() {
    let row = Allowed {
        at: Timestamp::from_millis(0),
        urgent: true,
        blob: [0; 200],
        size: 1,
    };
    assert_eq!(super::round_trip(&row).len(), 209);
}

#[derive(DeriveKeyPart, CellValue, Debug, Clone, PartialEq)]
struct PhoneNumber(String);

#[derive(DeriveKeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
#[repr(u8)]
enum Level {
    Low = 1,
    High = 2,
}

#[derive(DeriveKeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
struct Tagged<T: Clone>(T);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:CALL_RECORD")]
#[rowkey(salt)]
#[family("D1")]
struct Newtypes {
    #[rowkey(salt, fixed = 11)]
    phone: PhoneNumber,
    #[rowkey]
    level: Level,
    #[rowkey(fixed = 14, reverse_ts)]
    at: Tagged<Timestamp>,
    other: Option<PhoneNumber>,
    second: Level,
}

#[test]
fn newtypes_and_enums_with_codes() {
    let row = Newtypes {
        phone: PhoneNumber("13812345678".into()),
        level: Level::High,
        at: Tagged(Timestamp::from_millis(0)),
        other: None,
        second: Level::Low,
    };
    assert_eq!(super::round_trip(&row).len(), 27);
    let scan = Newtypes::scan().phone(row.phone.clone()).level(Level::High);
    assert_eq!(scan.at(row.at..).ranges().unwrap().as_slice().len(), 1);
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:INVOICE_BOOK")]
#[family("D1")]
struct Numbered {
    #[rowkey(fixed = 2)]
    country: String,
    #[rowkey(java, desc)]
    number: Sequence<u32>,
    cents: u32,
}

#[test]
fn a_sequence_has_the_encodings_of_its_number() {
    let row = Numbered {
        country: "DE".into(),
        number: Sequence(1),
        cents: 990,
    };
    assert_eq!(super::round_trip(&row), b"DE\xFF\xFF\xFF\xFE");
}
