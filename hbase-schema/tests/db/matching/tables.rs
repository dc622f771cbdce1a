//! The tables of the tests.

use hbase_schema::{HTable, Timestamp};

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MATCHING_BINARY")]
#[family("D1")]
pub(super) struct Binary {
    #[rowkey]
    pub(super) kind: u8,
    #[rowkey]
    pub(super) at: u32,
    #[rowkey]
    pub(super) slot: u8,
    #[rowkey]
    pub(super) level: Option<i16>,
    #[rowkey]
    pub(super) name: String,
    pub(super) value: u32,
}

impl Binary {
    pub(super) fn new((kind, at, slot, level, name): (u8, u32, u8, Option<i16>, &str)) -> Self {
        let value = at % 7 * 20 + u32::from(slot) % 5;
        Self {
            kind,
            at,
            slot,
            level,
            name: name.into(),
            value,
        }
    }
}

/// Text with salts of one digit.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MATCHING_DIGITS")]
#[rowkey(salt = region_number(3), separator = "_")]
#[family("D1")]
pub(super) struct Digits {
    #[rowkey(salt)]
    pub(super) host: String,
    #[rowkey(reverse_ts, fixed = 13)]
    pub(super) at: Timestamp,
    #[rowkey(desc, fixed = 2)]
    pub(super) slot: u8,
    #[rowkey]
    pub(super) name: String,
    pub(super) value: u32,
}

impl Digits {
    pub(super) fn new((host, at, slot, name): (&str, Timestamp, u8, &str)) -> Self {
        Self {
            host: host.into(),
            at,
            slot,
            name: name.into(),
            value: 1,
        }
    }
}

/// A text of varying length before a number.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MATCHING_TEXTS")]
#[rowkey(separator = "_")]
#[family("D1")]
pub(super) struct Texts {
    #[rowkey(fixed = 3)]
    pub(super) day: u16,
    #[rowkey]
    pub(super) city: String,
    #[rowkey(fixed = 2)]
    pub(super) slot: u8,
    pub(super) value: u32,
}

impl Texts {
    pub(super) fn new((day, city, slot): (u16, &str, u8)) -> Self {
        Self {
            day,
            city: city.into(),
            slot,
            value: 1,
        }
    }
}

/// Keys that end early, after a descending text with a terminator.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MATCHING_EARLY", allow(hotspot))]
#[family("D1")]
pub(super) struct Early {
    #[rowkey]
    pub(super) day: u8,
    #[rowkey(desc, terminator = b"\0")]
    pub(super) name: String,
    #[rowkey(omit_none)]
    pub(super) number: Option<u16>,
    #[rowkey(omit_none)]
    pub(super) note: Option<String>,
    pub(super) value: u32,
}

impl Early {
    pub(super) fn new((day, name, number, note): (u8, &str, Option<u16>, Option<&str>)) -> Self {
        Self {
            day,
            name: name.into(),
            number,
            note: note.map(str::to_owned),
            value: 1,
        }
    }
}
