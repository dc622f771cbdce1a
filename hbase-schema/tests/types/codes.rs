//! Enums with codes, in keys and in cells.

use hbase_schema::cell;
use hbase_schema::key::encoding::{Fixed, Java, Native, Ordered, Padded, PlainText};
use hbase_schema::key::{DecodePart, RowKey};
use hbase_schema::{CellValue, HTable, KeyPart};

use crate::support::{assert_cell, assert_part, cell_error, part};

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
enum State {
    #[code = "A"]
    Active,
    #[code = "C"]
    Closed,
}

/// Codes of different lengths.
#[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
enum Kind {
    #[code = "LOGIN"]
    Login,
    #[code = "PAY"]
    Pay,
}

const BASE: i16 = 300;

#[derive(KeyPart, CellValue, Debug, Clone, Copy, PartialEq)]
#[repr(i16)]
enum Level {
    Low = -1,
    Normal = 0,
    High = BASE + 1,
}

#[derive(KeyPart, CellValue, Debug, Clone, PartialEq)]
#[repr(u8)]
enum Unit {
    Only = 7,
}

#[test]
fn codes_stand_in_keys() {
    assert_part::<State, Native>(&State::Closed, b"C");
    assert_part::<State, Padded<3, b'.', false>>(&State::Closed, b"C..");
    assert_part::<Kind, Native>(&Kind::Pay, b"PAY");
    assert_part::<Kind, Fixed<3>>(&Kind::Pay, b"PAY");
    assert_part::<Kind, Ordered>(&Kind::Pay, b"\x34PAY\0");
    assert_part::<Level, Native>(&Level::High, &[0x81, 0x2d]);
    assert_part::<Level, Java>(&Level::Low, &[0xff, 0xff]);
    assert_part::<Level, PlainText>(&Level::Low, b"-1");
    assert_part::<Level, Ordered>(&Level::Normal, &[0x2a, 0x80, 0]);
    assert_part::<Unit, Fixed<2>>(&Unit::Only, b"07");
    assert_eq!(part::<Unit, Native>(&Unit::Only), [7]);
}

/// A lock compares the codes in each encoding, and through newtypes.
#[test]
fn a_key_layout_has_the_codes_of_enums() {
    #[derive(KeyPart, Debug, Clone, PartialEq)]
    struct Newtype<T>(T);

    #[derive(HTable)]
    #[table("DLQX:CODES")]
    #[family("D1")]
    #[rowkey(separator = "_")]
    #[allow(dead_code, reason = "only the layout is used")]
    struct Texts {
        #[rowkey(salt)]
        plain: Kind,
        #[rowkey(fixed = 9, pad_right = ' ')]
        padded: Kind,
        #[rowkey(escape("%" = "%9", "_" = "%0"))]
        escaped: Kind,
        #[rowkey(reverse_labels = ".")]
        labels: Kind,
        #[rowkey(ordered)]
        ordered: Newtype<Kind>,
        #[rowkey(terminator = b"\0")]
        terminated: Newtype<Kind>,
        state: u8,
        #[rowkey(omit_none)]
        last: Option<Kind>,
    }

    #[derive(HTable)]
    #[table("DLQX:NUMBERS")]
    #[family("D1")]
    #[allow(dead_code, reason = "only the layout is used")]
    struct Numbers {
        #[rowkey]
        id: u64,
        #[rowkey]
        plain: Unit,
        #[rowkey(fixed = 3)]
        digits: Newtype<Unit>,
        #[rowkey(java)]
        java: Newtype<Unit>,
        #[rowkey]
        optional: Option<Unit>,
        #[rowkey(text)]
        text: Unit,
        state: u8,
    }

    let texts = Texts::SCHEMA.key.parts.iter();
    for part in texts {
        assert_eq!(part.codes, "LOGIN=Login,PAY=Pay", "{}", part.name);
    }
    let numbers = Numbers::SCHEMA.key.parts.iter().skip(1);
    for part in numbers {
        assert_eq!(part.codes, "7=Only", "{}", part.name);
    }
    assert_eq!(Numbers::SCHEMA.key.parts[0].codes, "");
}

#[test]
fn codes_stand_in_cells() {
    assert_cell::<State, cell::NativeCodec>(&State::Active, b"A");
    assert_cell::<Kind, cell::Text>(&Kind::Login, b"LOGIN");
    assert_cell::<Level, cell::NativeCodec>(&Level::High, &[1, 45]);
    assert_cell::<Option<Level>, cell::Text>(&Some(Level::Low), b"-1");
}

#[test]
fn an_unknown_code_is_an_error_that_lists_the_known_ones() {
    let expected = "found the code \"X\", expected one of \"A\" (Active), \"C\" (Closed)";
    assert_eq!(cell_error::<State, cell::NativeCodec>(b"X"), expected);
    let error = <State as DecodePart<'_, Native>>::decode(b"X").unwrap_err();
    assert_eq!(error.to_string(), expected);
    assert_eq!(
        cell_error::<Level, cell::Text>(b"5"),
        "found the code 5, expected one of -1 (Low), 0 (Normal), BASE + 1 (High)"
    );
}

#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:ORDER_TABLE")]
#[family("D1")]
struct Order {
    #[rowkey]
    number: u32,
    #[rowkey]
    state: State,
    #[rowkey]
    level: Level,
    #[rowkey]
    kind: Kind,
    before: State,
    after: Option<Level>,
}

#[test]
fn codes_of_one_length_need_no_separator() {
    let order = Order {
        number: 1,
        state: State::Closed,
        level: Level::Normal,
        kind: Kind::Login,
        before: State::Active,
        after: None,
    };
    let key = order.key().encode().expect("it fits");
    assert_eq!(key.as_ref(), b"\0\0\0\x01C\x80\0LOGIN");
    assert_eq!(OrderKey::decode(key.as_ref()).expect("a key"), order.key());
    let scan = Order::scan().number(1).state(State::Closed);
    assert!(scan.ranges().expect("ranges").as_slice()[0].contains(key.as_ref()));
}

#[test]
fn codes_are_compared_for_equality() {
    assert!(Order::BEFORE.eq(State::Active).into_filter().is_ok());
    let error = Order::BEFORE.gt(State::Active).into_filter().unwrap_err();
    assert!(
        error
            .to_string()
            .ends_with("codes have no order on the server: compare them by `eq` and `ne`")
    );
}
