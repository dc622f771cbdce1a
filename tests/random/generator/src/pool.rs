//! Chooses random values of fields, mostly boundary values.

use fastrand::Rng;

use crate::civil::DAY_MS;
use crate::key::rounded_down;
use crate::spec::{Column, DefaultValue, Encoding, Key, Part, Stamp};
use crate::types::Kind;
use crate::value::{Json, Value};

/// Texts that are special cases in a key: separators, pads, digits, the smallest and largest characters, and characters
/// of several bytes.
const TEXTS: [&str; 22] = [
    "",
    "a",
    "ab",
    "abc",
    "b",
    "a b",
    "A",
    "é",
    "user_1",
    "%0$",
    "foo.com",
    "www.foo.com",
    "a.foo.com",
    ".com",
    "\u{1}\u{1}",
    "x-y",
    "0",
    "007",
    "\0",
    "\u{7f}",
    "~",
    "\u{10ffff}",
];

const CHARACTERS: [char; 13] = [
    'a', 'b', 'c', '0', '9', 'é', '~', 'Z', ' ', '_', '\u{7f}', '漢', '%',
];

/// Times near the start or end of months, years and days.
const TIMES: [i64; 8] = [
    0,
    1_448_928_000_000,
    1_451_606_399_999,
    1_451_606_400_000,
    1_456_704_000_000,
    1_772_357_400_000,
    1_772_409_599_000,
    4_102_444_800_000,
];

const OF_DAY: [u32; 6] = [0, 1, 59_999, 60_000, 44_640_000, 86_399_999];

/// A random value for a cell of this kind.
pub fn cell(rng: &mut Rng, kind: Kind) -> Value {
    match kind {
        Kind::Bool => Value::Bool(rng.bool()),
        Kind::Int { .. } => Value::Int(integer(rng, kind)),
        Kind::F32 => Value::F32(narrow(rng)),
        Kind::F64 => Value::F64(float(rng)),
        Kind::Text => Value::Text((*pick(rng, &TEXTS)).to_owned()),
        Kind::Bytes => Value::Bytes(bytes(rng, None)),
        Kind::Array(length) => Value::Bytes(bytes(rng, Some(length))),
        Kind::Time => Value::Time(pick(rng, &TIMES) + i64::from(rng.u8(..2))),
        Kind::OfDay => Value::OfDay(*pick(rng, &OF_DAY)),
        Kind::Words(words) => Value::Variant(rng.usize(..words.len())),
        Kind::Numbers(numbers) => Value::Variant(rng.usize(..numbers.len())),
        Kind::Json => Value::Json(json(rng)),
    }
}

/// A random value for a column; it may be `Value::None` if the column allows it.
pub fn of_column(rng: &mut Rng, column: &Column) -> Value {
    if column.absence.is_possible() && rng.u8(..3) == 0 {
        return Value::None;
    }
    compared(rng, column)
}

/// A random value for a column, never `Value::None`.
pub fn compared(rng: &mut Rng, column: &Column) -> Value {
    loop {
        let value = cell(rng, column.of.kind);
        if is_storable(column, &value) {
            return value;
        }
    }
}

/// Whether every call accepts the value. Columns with `store_none` cannot store empty text or bytes.
fn is_storable(column: &Column, value: &Value) -> bool {
    let is_empty = matches!(value, Value::Text(text) if text.is_empty())
        || matches!(value, Value::Bytes(bytes) if bytes.is_empty());
    !(is_empty && column.absence == crate::spec::Absence::Stored)
}

/// The value of a missing cell in a column with a default.
pub fn default_of(column: &Column) -> Value {
    let is_trait = matches!(column.default, DefaultValue::Trait | DefaultValue::Version);
    if is_trait && column.absence.is_possible() {
        return Value::None;
    }
    match column.of.kind {
        Kind::Bool => Value::Bool(!is_trait),
        Kind::Int { .. } => Value::Int(if is_trait { 0 } else { 7 }),
        Kind::F32 => Value::F32(if is_trait { 0 } else { 1.5_f32.to_bits() }),
        Kind::F64 => Value::float(if is_trait { 0.0 } else { 1.5 }),
        Kind::Text => Value::Text(if is_trait {
            String::new()
        } else {
            "?".to_owned()
        }),
        Kind::Bytes => Value::Bytes(if is_trait { Vec::new() } else { vec![9] }),
        Kind::Array(length) => Value::Bytes(vec![9; length]),
        Kind::Time => Value::Time(86_400_000),
        Kind::OfDay => Value::OfDay(60_000),
        Kind::Words(_) | Kind::Numbers(_) => Value::Variant(0),
        Kind::Json => Value::Json(if is_trait { Json::Null } else { Json::Int(7) }),
    }
}

fn integer(rng: &mut Rng, kind: Kind) -> i128 {
    let (min, max) = kind.bounds();
    let near = [0, 1, 2, 9, 10, 11, 99, 100, 127, 128, 255, 256];
    let value = match rng.u8(..8) {
        0 => min,
        1 => max,
        2 => min + i128::from(rng.u8(..3)),
        3 => max - i128::from(rng.u8(..3)),
        4 if min < 0 => -pick(rng, &near),
        _ => *pick(rng, &near),
    };
    value.clamp(min, max)
}

const FLOATS: [f64; 9] = [
    0.0,
    -0.0,
    1.0,
    -1.0,
    0.5,
    -2.5,
    1e10,
    f64::INFINITY,
    f64::NEG_INFINITY,
];

/// The bits of an `f64`.
fn float(rng: &mut Rng) -> u64 {
    match rng.u8(..12) {
        0 => f64::MAX.to_bits(),
        1 => f64::MIN_POSITIVE.to_bits(),
        _ => pick(rng, &FLOATS).to_bits(),
    }
}

/// The bits of an `f32`.
fn narrow(rng: &mut Rng) -> u32 {
    match rng.u8(..12) {
        0 => f32::MAX.to_bits(),
        1 => f32::MIN_POSITIVE.to_bits(),
        #[allow(
            clippy::cast_possible_truncation,
            reason = "an `f32` represents each value exactly"
        )]
        _ => (*pick(rng, &FLOATS) as f32).to_bits(),
    }
}

fn bytes(rng: &mut Rng, length: Option<usize>) -> Vec<u8> {
    let length = length.unwrap_or_else(|| rng.usize(..4));
    let bytes = [0, 1, b'_', b'a', 0x7f, 0x80, 0xfe, 0xff];
    (0..length).map(|_| *pick(rng, &bytes)).collect()
}

fn json(rng: &mut Rng) -> Json {
    match rng.u8(..6) {
        0 => Json::Null,
        1 => Json::Bool(rng.bool()),
        2 => Json::Int(*pick(rng, &[0, 1, -1, i64::MAX, i64::MIN])),
        3 => Json::Text((*pick(rng, &TEXTS)).to_owned()),
        4 => Json::List(vec![Json::Int(1), Json::Null]),
        _ => Json::List(Vec::new()),
    }
}

/// Up to five different values that the guide allows for a key part.
pub fn of_part(rng: &mut Rng, key: &Key, at: usize) -> Vec<Value> {
    let part = &key.parts[at];
    let count = rng.usize(3..6);
    let mut values = Vec::new();
    // Some kinds have fewer values than `count`, so the number of attempts is limited.
    for _ in 0..200 {
        let value = one_of_part(rng, part);
        let fits = crate::key::part_bytes(key, at, &value).is_ok();
        if fits && !values.contains(&value) {
            values.push(value);
        }
        if values.len() == count {
            break;
        }
    }
    values
}

/// A random value for a key part. The part's encoding may reject it.
pub fn of_any_part(rng: &mut Rng, part: &Part) -> Value {
    one_of_part(rng, part)
}

fn one_of_part(rng: &mut Rng, part: &Part) -> Value {
    if part.optional && rng.u8(..4) == 0 {
        return Value::None;
    }
    match (part.of.kind, part.encoding) {
        (Kind::Text, Encoding::Fixed(width)) => Value::Text(exactly(rng, width)),
        (Kind::Text, Encoding::PadLeft(width, _) | Encoding::PadRight(width, _)) => {
            let length = rng.usize(..=width);
            Value::Text(exactly(rng, length))
        }
        (Kind::Text, Encoding::Labels) if rng.bool() => Value::Text(host(rng)),
        (Kind::Text, _) if rng.bool() => {
            let length = rng.usize(..6);
            Value::Text(exactly(rng, length))
        }
        (Kind::Bytes, Encoding::Fixed(width)) => Value::Bytes(bytes(rng, Some(width))),
        (Kind::Bytes, Encoding::List { sorted: true }) => {
            let mut elements = bytes(rng, None);
            elements.sort_unstable();
            elements.dedup();
            Value::Bytes(elements)
        }
        (Kind::Int { .. }, Encoding::Fixed(width)) => {
            let most = 10_i128
                .checked_pow(u32::try_from(width).unwrap_or(38))
                .unwrap_or(i128::MAX);
            let value = integer(rng, part.of.kind);
            let (_, max) = part.of.kind.bounds();
            Value::Int(if rng.u8(..4) == 0 {
                max.min(most - 1)
            } else {
                value
            })
        }
        (Kind::Time, encoding) => Value::Time(time(rng, encoding)),
        (Kind::OfDay, Encoding::MinuteOfDay) if !part.truncate => {
            Value::OfDay(pick(rng, &OF_DAY) / 60_000 * 60_000)
        }
        (kind, _) => cell(rng, kind),
    }
}

/// A random time; the encoding's digits can represent most of these times.
fn time(rng: &mut Rng, encoding: Encoding) -> i64 {
    let time = pick(rng, &TIMES) + i64::from(rng.u8(..2)) * 1000 + i64::from(rng.u8(..2)) * DAY_MS;
    if rng.u8(..8) == 0 {
        time + 1
    } else {
        rounded_down(encoding, time)
    }
}

/// A random text of this many bytes.
fn exactly(rng: &mut Rng, length: usize) -> String {
    let mut text = String::new();
    while text.len() < length {
        let character = *pick(rng, &CHARACTERS);
        if text.len() + character.len_utf8() <= length {
            text.push(character);
        }
    }
    text
}

/// A random timestamp of a row's cells: a small number, a time before the store's time, or `Value::None`.
pub fn stamp(rng: &mut Rng, stamp: Stamp, now: i64) -> Value {
    match stamp {
        Stamp::Number => Value::Int(rng.i64(1..9).into()),
        Stamp::Optional if rng.bool() => Value::None,
        Stamp::Time | Stamp::Optional => Value::Time(now - rng.i64(0..40) * 1000),
        Stamp::Period(..) => Value::Time(now - rng.i64(0..5) * 9 * 3_600_000),
    }
}

fn pick<'i, T>(rng: &mut Rng, items: &'i [T]) -> &'i T {
    &items[rng.usize(..items.len())]
}

/// A host of a few labels, of which some are equal.
fn host(rng: &mut Rng) -> String {
    let labels = ["com", "foo", "a", "foob", "", "fo", "é"];
    let labels = (0..rng.usize(1..4)).map(|_| *pick(rng, &labels));
    labels.collect::<Vec<_>>().join(".")
}
