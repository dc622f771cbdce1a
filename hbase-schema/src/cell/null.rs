//! Tells a field that is `None` from other values that JSON writes as `null`.

use std::fmt::{self, Display};

use serde::ser::{Impossible, Serialize, Serializer};

/// Whether a value is `None` itself, rather than JSON's `null` (`serde_json::Value::Null`, `()`) or a type that
/// contains `None`, such as `Some(None)` or a newtype of `None`.
pub(super) fn is_none(value: &impl Serialize) -> bool {
    value.serialize(IsNone).unwrap_or(false)
}

/// A serializer whose result is whether the value is `None`.
struct IsNone;

/// No value has an error.
#[derive(Debug)]
struct Never;

impl Display for Never {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("another value")
    }
}

impl std::error::Error for Never {}

impl serde::ser::Error for Never {
    fn custom<T: Display>(_: T) -> Self {
        Self
    }
}

type Other = Impossible<bool, Never>;

/// Values other than `None`.
macro_rules! others {
    ($($method:ident$(<$generic:ident>)?($($arg:ident: $type:ty),*) -> $result:ty;)*) => {$(
        fn $method$(<$generic: Serialize + ?Sized>)?(self, $($arg: $type),*) -> Result<$result, Never> {
            $(let _ = $arg;)*
            Err(Never)
        }
    )*};
}

impl Serializer for IsNone {
    type Ok = bool;
    type Error = Never;
    type SerializeSeq = Other;
    type SerializeTuple = Other;
    type SerializeTupleStruct = Other;
    type SerializeTupleVariant = Other;
    type SerializeMap = Other;
    type SerializeStruct = Other;
    type SerializeStructVariant = Other;

    fn serialize_none(self) -> Result<bool, Never> {
        Ok(true)
    }

    others! {
        serialize_bool(value: bool) -> bool;
        serialize_i8(value: i8) -> bool;
        serialize_i16(value: i16) -> bool;
        serialize_i32(value: i32) -> bool;
        serialize_i64(value: i64) -> bool;
        serialize_u8(value: u8) -> bool;
        serialize_u16(value: u16) -> bool;
        serialize_u32(value: u32) -> bool;
        serialize_u64(value: u64) -> bool;
        serialize_f32(value: f32) -> bool;
        serialize_f64(value: f64) -> bool;
        serialize_char(value: char) -> bool;
        serialize_str(value: &str) -> bool;
        serialize_bytes(value: &[u8]) -> bool;
        serialize_some<T>(value: &T) -> bool;
        serialize_unit() -> bool;
        serialize_unit_struct(name: &'static str) -> bool;
        serialize_unit_variant(name: &'static str, index: u32, variant: &'static str) -> bool;
        serialize_newtype_struct<T>(name: &'static str, value: &T) -> bool;
        serialize_newtype_variant<T>(name: &'static str, index: u32, variant: &'static str, value: &T) -> bool;
        serialize_seq(len: Option<usize>) -> Other;
        serialize_tuple(len: usize) -> Other;
        serialize_tuple_struct(name: &'static str, len: usize) -> Other;
        serialize_tuple_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Other;
        serialize_map(len: Option<usize>) -> Other;
        serialize_struct(name: &'static str, len: usize) -> Other;
        serialize_struct_variant(name: &'static str, index: u32, variant: &'static str, len: usize) -> Other;
    }
}
