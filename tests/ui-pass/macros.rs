//! Structs that macros make.

use hbase_schema::{Columns, HTable, Timestamp};

macro_rules! table {
    ($vis:vis struct $name:ident($table:literal, $key:ident: $key_type:ty, $($field:ident: $type:ty),*)) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table($table)]
        #[rowkey(salt)]
        #[family("D1", ttl = "1d")]
        $vis struct $name {
            #[rowkey(salt)]
            $vis $key: $key_type,
            $($vis $field: $type,)*
        }
    };
}

table!(pub(crate) struct Call("DLQX:CALL_RECORD", id: u64, duration_s: u32, peer: Option<String>));
table!(struct Event("DLQX:EVENT_LOG", at: Timestamp, size: u32));

macro_rules! fixed {
    ($name:ident, $width:literal, $salt:expr, $ttl:literal, $qualifier:literal, $codec:path) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:CALL_RECORD")]
        #[family("D1", ttl = $ttl)]
        struct $name {
            #[rowkey(fixed = $width)]
            phone: String,
            #[rowkey(reverse_ts)]
            at: Timestamp,
            #[column($qualifier, default = $codec)]
            value: u32,
            #[column(skip)]
            cached: u32,
            #[column(flatten)]
            place: Place,
        }
    };
}

#[derive(Columns, Debug, Clone, PartialEq)]
struct Place {
    cell: u32,
}

fn zero() -> u32 {
    0
}

fixed!(Fixed, 11, 16, "7d", "VALUE", zero);

macro_rules! whole {
    ($(#[$attribute:meta])* struct $name:ident { $($(#[$field_attribute:meta])* $field:ident: $type:ty,)* }) => {
        $(#[$attribute])*
        struct $name {
            $($(#[$field_attribute])* $field: $type,)*
        }
    };
}

whole! {
    #[derive(HTable, Debug, Clone, PartialEq)]
    #[table("DLQX:CALL_RECORD")]
    #[family("D1")]
    struct Whole {
        #[rowkey]
        id: u64,
        #[column(json)]
        list: Vec<u32>,
    }
}

macro_rules! hygienic {
    ($name:ident, $type:ty) => {
        #[derive(HTable, Debug, Clone, PartialEq)]
        #[table("DLQX:CALL_RECORD")]
        #[family("D1")]
        struct $name {
            #[rowkey]
            id: $type,
            #[column(with = as_is)]
            value: $type,
            other: $type,
        }
    };
}

mod as_is {
    pub(super) fn encode(value: &u64, out: &mut Vec<u8>) -> Result<(), std::fmt::Error> {
        out.extend(value.to_be_bytes());
        Ok(())
    }

    pub(super) fn decode(bytes: &[u8]) -> Result<u64, std::array::TryFromSliceError> {
        bytes.try_into().map(u64::from_be_bytes)
    }
}

hygienic!(Hygienic, u64);

#[test]
fn structs_made_by_macros() {
    let call = Call {
        id: 1,
        duration_s: 2,
        peer: None,
    };
    super::round_trip(&call);
    let event = Event {
        at: Timestamp::from_millis(3),
        size: 4,
    };
    super::round_trip(&event);
    assert!(Event::scan().at(event.at).ranges().is_ok());
    let fixed = Fixed {
        phone: "13812345678".into(),
        at: Timestamp::from_millis(5),
        value: 6,
        cached: 0,
        place: Place { cell: 7 },
    };
    super::round_trip(&fixed);
    super::round_trip(&Whole {
        id: 1,
        list: vec![2],
    });
    super::round_trip(&Hygienic {
        id: 1,
        value: 2,
        other: 3,
    });
}
