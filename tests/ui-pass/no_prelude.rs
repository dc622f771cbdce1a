//! A module without a prelude.

#![no_implicit_prelude]

#[derive(::hbase_schema::HTable, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq)]
#[table("DLQX:CALL_RECORD", splits = number_pipe)]
#[rowkey(salt = region_number(6), separator = "_", derive(::std::cmp::Eq, ::std::hash::Hash))]
#[family("D1", ttl = "1d", bloom = rowcol, metadata("TEAM" = "a"))]
struct Call {
    #[rowkey(salt = last(4), fixed = 11)]
    phone: ::std::string::String,
    #[rowkey(salt = format("yyyyMM"), fixed = 14)]
    at: ::hbase_schema::Timestamp,
    #[rowkey(fixed = 3, reverse)]
    code: ::std::string::String,
    peer: ::std::option::Option<::std::string::String>,
    #[column(json)]
    list: ::std::vec::Vec<u32>,
    #[column(with = codec)]
    coded: u32,
    #[column(default)]
    size: u32,
    #[column(default = zero)]
    other: u32,
    #[column(skip)]
    cached: u32,
    #[column(counter)]
    hits: i64,
    #[column(flatten, prefix = "A_")]
    place: Place,
    #[timestamp]
    written: ::hbase_schema::Timestamp,
}

#[derive(
    ::hbase_schema::Columns, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq,
)]
struct Place {
    cell: u32,
    #[column(with = codec)]
    coded: u32,
}

#[derive(::hbase_schema::HTable, ::std::fmt::Debug, ::std::clone::Clone, ::std::cmp::PartialEq)]
#[table("DLQX:NO_PRELUDE_DAYS")]
#[family("D1", versions = 400, ttl = "365d")]
struct Daily<'a> {
    #[rowkey]
    id: u32,
    #[timestamp(day, keep = "365d")]
    day: ::hbase_schema::Timestamp,
    #[column(store_none)]
    note: ::std::option::Option<&'a ::std::primitive::str>,
    #[column(flatten, prefix = "A_")]
    place: Place,
}

fn zero() -> u32 {
    0
}

mod codec {
    use ::std::fmt::Error;
    use ::std::result::Result;
    use ::std::vec::Vec;

    pub(super) fn encode(value: &u32, out: &mut Vec<u8>) -> Result<(), Error> {
        out.extend_from_slice(&value.to_le_bytes());
        Result::Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<u32, Error> {
        match bytes {
            [a, b, c, d] => Result::Ok(u32::from_le_bytes([*a, *b, *c, *d])),
            _ => Result::Err(Error),
        }
    }
}

#[::std::prelude::v1::test]
fn a_module_without_a_prelude() {
    use ::std::convert::From;
    let row = Call {
        phone: From::from("13812345678"),
        at: ::hbase_schema::Timestamp::from_millis(0),
        code: From::from("abc"),
        peer: ::std::option::Option::None,
        list: ::std::vec![1, 2],
        coded: 3,
        size: 4,
        other: 5,
        cached: 0,
        hits: 0,
        place: Place { cell: 7, coded: 8 },
        written: ::hbase_schema::Timestamp::from_millis(9),
    };
    super::round_trip(&row);
    let scan = Call::scan().phone("13812345678").at(row.at..);
    ::std::assert!(scan.ranges().is_ok());
}
