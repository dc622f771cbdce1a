//! Converts between values and fields.

use std::collections::BTreeMap;
use std::ops::Bound;
use std::sync::Arc;

use hbase_schema::{Dynamic, Sequence, TimeOfDay, Timestamp};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::Arg;
use hbase_schema_random_generator::value::Json;

use crate::types::{
    Delta, Entry, Hexed, Letter, Letters, Level, Memo, Moment, Name, Perhaps, Tagged, UserId,
};

/// The type of a field.
pub trait Typed: Sized {
    /// Converts from a value of the type's kind.
    fn of(value: &Value) -> Self;
    /// Converts to a value.
    fn value(&self) -> Value;
}

/// Converts a value to a type.
pub fn typed<T: Typed>(value: &Value) -> T {
    T::of(value)
}

/// The values of a group.
pub fn fields(value: &Value) -> &[Value] {
    match value {
        Value::Group(fields) => fields,
        other => panic!("expected a group, found {other:?}"),
    }
}

/// The value of an argument.
pub fn arg<T: Typed>(arg: &Arg) -> T {
    match arg {
        Arg::Value(value) | Arg::Other(value) => T::of(value),
        other => panic!("expected a value, found {other:?}"),
    }
}

/// The range of an argument.
pub fn range<T: Typed>(arg: &Arg) -> (Bound<T>, Bound<T>) {
    match arg {
        Arg::Range(low, high) => (low.as_ref().map(T::of), high.as_ref().map(T::of)),
        other => panic!("expected a range, found {other:?}"),
    }
}

/// The values of an argument.
pub fn several<T: Typed>(arg: &Arg) -> Vec<T> {
    match arg {
        Arg::IsIn(values) => values.iter().map(T::of).collect(),
        other => panic!("expected values, found {other:?}"),
    }
}

/// The ranges of an argument.
pub fn several_ranges<T: Typed>(arg: &Arg) -> Vec<(Bound<T>, Bound<T>)> {
    let range = |(low, high): &(Bound<Value>, Bound<Value>)| {
        (low.as_ref().map(T::of), high.as_ref().map(T::of))
    };
    match arg {
        Arg::Ranges(ranges) => ranges.iter().map(range).collect(),
        other => panic!("expected ranges, found {other:?}"),
    }
}

/// The text of a prefix, or a domain.
pub fn text(arg: &Arg) -> String {
    match arg {
        Arg::Prefix(value) | Arg::Under(value) => String::of(value),
        other => panic!("expected a prefix, found {other:?}"),
    }
}

/// The bytes of a prefix.
pub fn bytes(arg: &Arg) -> Vec<u8> {
    match arg {
        Arg::Prefix(value) => Vec::of(value),
        other => panic!("expected a prefix, found {other:?}"),
    }
}

/// Implements `Typed`: the variant of [`Value`], the conversion of its content to the type, and the conversion back.
macro_rules! typed {
    ($($type:ty: $variant:ident($value:pat) => $of:expr, |$this:ident| $to:expr;)*) => {$(
        impl Typed for $type {
            fn of(value: &Value) -> Self {
                match value {
                    Value::$variant($value) => $of,
                    other => panic!("expected a {}, found {other:?}", stringify!($type)),
                }
            }

            fn value(&self) -> Value {
                let $this = self;
                Value::$variant($to)
            }
        }
    )*};
}

macro_rules! integers {
    ($($type:ident)*) => {$(
        typed!($type: Int(value) => $type::try_from(*value).expect("the value fits the type"), |this| (*this).try_into().expect("at most i128::MAX"););
    )*};
}

integers!(u8 u16 u32 u64 u128 i8 i16 i32 i64 i128);

/// Milliseconds since midnight.
fn ms_of(hour: i64, minute: i64, second: i64, ms: i64) -> u32 {
    u32::try_from(((hour * 60 + minute) * 60 + second) * 1000 + ms).expect("within a day")
}

typed! {
    bool: Bool(value) => *value, |this| *this;
    f32: F32(bits) => Self::from_bits(*bits), |this| this.to_bits();
    f64: F64(bits) => Self::from_bits(*bits), |this| this.to_bits();
    String: Text(text) => text.clone(), |this| this.clone();
    Box<str>: Text(text) => text.as_str().into(), |this| this.to_string();
    Arc<str>: Text(text) => text.as_str().into(), |this| this.to_string();
    Vec<u8>: Bytes(bytes) => bytes.clone(), |this| this.clone();
    Box<[u8]>: Bytes(bytes) => bytes.clone().into(), |this| this.to_vec();
    uuid::Uuid: Bytes(bytes) => Self::from_slice(bytes).expect("16 bytes"), |this| this.as_bytes().to_vec();
    Timestamp: Time(ms) => Self::from_millis(*ms), |this| this.as_millis();
    TimeOfDay: OfDay(ms) => Self::from_millis(*ms).expect("within a day"), |this| this.as_millis();
    chrono::DateTime<chrono::Utc>: Time(ms) => Self::from_timestamp_millis(*ms).expect("a time"),
        |this| this.timestamp_millis();
    jiff::Timestamp: Time(ms) => Self::from_millisecond(*ms).expect("a time"), |this| this.as_millisecond();
    chrono::NaiveTime: OfDay(ms) => Self::MIN + chrono::TimeDelta::milliseconds((*ms).into()),
        |this| u32::try_from((*this - Self::MIN).num_milliseconds()).expect("within a day");
    jiff::civil::Time: OfDay(ms) => Self::midnight() + jiff::SignedDuration::from_millis((*ms).into()),
        |this| ms_of(this.hour().into(), this.minute().into(), this.second().into(), this.millisecond().into());
    Letters: Variant(index) => [Self::Ab, Self::Cd, Self::Ef][*index], |this| *this as usize;
    Level: Variant(index) => [Self::One, Self::Two, Self::Many][*index],
        |this| [Self::One, Self::Two, Self::Many].iter().position(|level| level == this).expect("a level");
    serde_json::Value: Json(json) => json_of(json), |this| of_json(this);
}

impl<const N: usize> Typed for [u8; N] {
    fn of(value: &Value) -> Self {
        Vec::of(value).try_into().expect("the length of the array")
    }

    fn value(&self) -> Value {
        Value::Bytes(self.to_vec())
    }
}

impl<T: Typed> Typed for Option<T> {
    fn of(value: &Value) -> Self {
        (!value.is_none()).then(|| T::of(value))
    }

    fn value(&self) -> Value {
        self.as_ref().map_or(Value::None, T::value)
    }
}

macro_rules! newtypes {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> Typed for $type {
            fn of(value: &Value) -> Self {
                Self(Typed::of(value))
            }

            fn value(&self) -> Value {
                self.0.value()
            }
        }
    )*};
}

newtypes! {
    [] Name;
    [] UserId;
    [] Delta;
    [] Moment;
    [] Hexed;
    [] Perhaps;
    [T: Typed] Tagged<T>;
    [T: Typed] Sequence<T>;
}

impl Typed for Entry {
    fn of(value: &Value) -> Self {
        let values = fields(value);
        Self {
            at: Typed::of(&values[0]),
            number: Typed::of(&values[1]),
        }
    }

    fn value(&self) -> Value {
        Value::Group(vec![self.at.value(), self.number.value()])
    }
}

macro_rules! items {
    ($($type:ident)*) => {$(
        impl Typed for $type {
            fn of(value: &Value) -> Self {
                let values = fields(value);
                Self {
                    sender: Typed::of(&values[0]),
                    size: Typed::of(&values[1]),
                    sent: Typed::of(&values[2]),
                    code: Typed::of(&values[3]),
                }
            }

            fn value(&self) -> Value {
                Value::Group(vec![
                    self.sender.value(),
                    self.size.value(),
                    self.sent.value(),
                    self.code.value(),
                ])
            }
        }
    )*};
}

items!(Letter Memo);

impl<Q: Typed + Ord, V: Typed> Typed for BTreeMap<Q, V> {
    fn of(value: &Value) -> Self {
        match value {
            Value::Map(columns) => columns
                .iter()
                .map(|(name, value)| (Q::of(name), V::of(value)))
                .collect(),
            other => panic!("expected a map, found {other:?}"),
        }
    }

    fn value(&self) -> Value {
        let mut columns: Vec<_> = self
            .iter()
            .map(|(name, value)| (name.value(), value.value()))
            .collect();
        columns.sort();
        Value::Map(columns)
    }
}

impl<Q, V> Typed for Dynamic<Q, V> {
    fn of(_: &Value) -> Self {
        Self::new()
    }

    fn value(&self) -> Value {
        Value::None
    }
}

fn json_of(json: &Json) -> serde_json::Value {
    match json {
        Json::Null => serde_json::Value::Null,
        Json::Bool(value) => (*value).into(),
        Json::Int(value) => (*value).into(),
        Json::Text(text) => text.clone().into(),
        Json::List(items) => items.iter().map(json_of).collect(),
    }
}

fn of_json(json: &serde_json::Value) -> Json {
    match json {
        serde_json::Value::Bool(value) => Json::Bool(*value),
        serde_json::Value::Number(number) => number.as_i64().map_or(Json::Null, Json::Int),
        serde_json::Value::String(text) => Json::Text(text.clone()),
        serde_json::Value::Array(items) => Json::List(items.iter().map(of_json).collect()),
        serde_json::Value::Null | serde_json::Value::Object(_) => Json::Null,
    }
}
