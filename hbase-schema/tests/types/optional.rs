//! Optional parts of keys.

use hbase_schema::key::encoding::Native;
use hbase_schema::key::{DecodePart, RowKey};
use hbase_schema::{HTable, KeyPart};

use crate::support::{assert_part, part};

#[derive(KeyPart, Debug, Clone, Copy, PartialEq)]
struct Floor(i8);

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ROOM_TABLE")]
#[family("D1")]
struct Room {
    #[rowkey]
    house: u16,
    #[rowkey]
    floor: Option<Floor>,
    #[rowkey]
    name: Option<String>,
    seats: u8,
}

#[test]
fn a_byte_says_whether_the_value_is_there() {
    assert_part::<Option<u16>, Native>(&Some(0), &[1, 0, 0]);
    assert_part::<Option<u16>, Native>(&None, &[0, 0, 0]);
    assert_part::<Option<String>, Native>(&None, &[0]);
    assert_part::<Option<String>, Native>(&Some(String::new()), &[1]);
    assert_part::<Option<Floor>, Native>(&Some(Floor(-1)), &[1, 0x7f]);
}

#[test]
fn bytes_that_no_value_has_are_refused() {
    let error = |bytes: &[u8]| {
        let found = <Option<u16> as DecodePart<'_, Native>>::decode(bytes);
        found.expect_err("no value").to_string()
    };
    let expected = "found byte 0x02 at 0, expected 0 for an absent value, or 1";
    assert_eq!(error(&[2, 0, 0]), expected);
    let expected = "found byte 0x07 at 2, expected zeros, because the value is absent";
    assert_eq!(error(&[0, 0, 7]), expected);
    assert_eq!(error(&[0, 0]), "found 2 bytes, expected 3");
    assert!(error(&[]).starts_with("found no bytes"));
}

#[test]
fn none_and_some_are_different_rows() {
    let room = |floor, name: Option<&str>| Room {
        house: 7,
        floor,
        name: name.map(Into::into),
        seats: 4,
    };
    let key = |room: &Room| room.key().encode().expect("it fits").to_vec();
    assert_eq!(key(&room(None, None)), [0, 7, 0, 0, 0]);
    assert_eq!(
        key(&room(Some(Floor(2)), Some("a"))),
        b"\0\x07\x01\x82\x01a"
    );
    let ground = room(Some(Floor(0)), None);
    assert_eq!(RoomKey::decode(&key(&ground)).expect("a key"), ground.key());
    let none = Room::scan().house(7).floor(None).ranges().expect("ranges");
    assert!(none.as_slice()[0].contains(&key(&room(None, Some("a")))));
    assert!(!none.as_slice()[0].contains(&key(&ground)));
    assert_eq!(part::<Option<u16>, Native>(&None).len(), 3);
}
