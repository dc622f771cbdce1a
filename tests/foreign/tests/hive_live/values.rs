//! Random values, in files that Hive reads, and in the JSON of its results.

use std::collections::BTreeMap;
use std::fmt::{Display, LowerExp};
use std::str::FromStr;

use fastrand::Rng;
use serde_json::Value;

pub(crate) fn maybe<T>(rng: &mut Rng, make: impl FnOnce(&mut Rng) -> T) -> Option<T> {
    (rng.u8(..4) > 0).then(|| make(rng))
}

/// Text without the characters that separate values in files; maybe empty.
pub(crate) fn text(rng: &mut Rng) -> String {
    let letters = ['a', 'b', 'z', 'Z', '0', '-', 'é', '中', ' ', '"', '\''];
    let length = rng.usize(..6);
    (0..length)
        .map(|_| letters[rng.usize(..letters.len())])
        .collect()
}

/// One of few texts, so that many keys start with it.
pub(crate) fn short_text(rng: &mut Rng) -> String {
    let places = ["a", "b", "ab", "Z", "é", "中-1"];
    places[rng.usize(..places.len())].to_owned()
}

/// A map of up to three entries.
pub(crate) fn map<V>(
    rng: &mut Rng,
    mut entry: impl FnMut(&mut Rng) -> (String, V),
) -> BTreeMap<String, V> {
    let length = rng.usize(..4);
    (0..length).map(|_| entry(rng)).collect()
}

pub(crate) fn merged<V: Clone>(
    mut old: BTreeMap<String, V>,
    new: &BTreeMap<String, V>,
) -> BTreeMap<String, V> {
    old.extend(new.iter().map(|(key, value)| (key.clone(), value.clone())));
    old
}

/// Any bits, a round number, or a special one.
pub(crate) fn double(rng: &mut Rng) -> f64 {
    let special = [
        0.0,
        -0.0,
        1.0,
        1e10,
        1e-5,
        2e23,
        f64::MAX,
        f64::from_bits(1),
        f64::INFINITY,
        f64::NAN,
    ];
    match rng.u8(..4) {
        0 => special[rng.usize(..special.len())],
        1 => f64::from(rng.i32(-2000..2000)) / 8.0,
        _ => Some(f64::from_bits(rng.u64(..)))
            .filter(|value| !value.is_nan())
            .unwrap_or(0.5),
    }
}

pub(crate) fn float(rng: &mut Rng) -> f32 {
    let special = [
        0.0,
        -0.0,
        1.0,
        1e10,
        1e-5,
        f32::MAX,
        f32::from_bits(1),
        f32::NEG_INFINITY,
        f32::NAN,
    ];
    match rng.u8(..4) {
        0 => special[rng.usize(..special.len())],
        1 => f32::from(rng.i16(..)) / 8.0,
        _ => Some(f32::from_bits(rng.u32(..)))
            .filter(|value| !value.is_nan())
            .unwrap_or(0.5),
    }
}

/// The text of a float, in another form than that of the codec.
pub(crate) fn of_float<F: LowerExp>(float: F) -> String {
    format!("{float:e}").replace("inf", "Infinity")
}

/// The float of a text of Java.
pub(crate) fn read<F: FromStr<Err: Display>>(text: &str) -> F {
    text.parse()
        .unwrap_or_else(|error| panic!("{text}: {error}"))
}

pub(crate) fn number<T: Display>(value: Option<T>) -> Option<String> {
    value.map(|value| value.to_string())
}

/// A line of a file: `\N` is `NULL`.
pub(crate) fn line<const N: usize>(values: [Option<String>; N]) -> String {
    let values = values.map(|value| value.unwrap_or_else(|| "\\N".into()));
    values.join("\t") + "\n"
}

pub(crate) fn text_of(value: &Value) -> Option<String> {
    value.as_str().map(str::to_owned)
}

pub(crate) fn integer<T: TryFrom<i64, Error: std::fmt::Debug>>(value: &Value) -> Option<T> {
    value
        .as_i64()
        .map(|number| number.try_into().expect("of the column's type"))
}

/// A map, which is text of JSON.
pub(crate) fn of_map<V>(value: &Value, of: impl Fn(&Value) -> V) -> BTreeMap<String, V> {
    let text = value.as_str().expect("a map as JSON");
    let map: Value = serde_json::from_str(text).unwrap_or_else(|error| panic!("{text}: {error}"));
    let map = map.as_object().expect("a map");
    map.iter()
        .map(|(key, value)| (key.clone(), of(value)))
        .collect()
}
