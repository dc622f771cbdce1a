//! Finds numbers that JSON does not have: `serde_json` writes NaN and the infinities as `null`, which
//! would be decoded as an absent value, or be an error. Also tells `None` from other values that JSON writes as `null`.

use std::fmt::{self, Display};

use serde::ser::{
    Error as _, Serialize, SerializeMap, SerializeSeq, SerializeStruct, SerializeStructVariant,
    SerializeTuple, SerializeTupleStruct, SerializeTupleVariant, Serializer,
};

/// A serializer without output; the first number that is not finite is an error. Its result is whether the value is
/// `None` itself, rather than JSON's `null` (`serde_json::Value::Null`, `()`) or a type that contains `None`, such as
/// `Some(None)` or a newtype of `None`.
#[derive(Clone, Copy)]
pub(super) struct Finite;

/// A number that JSON does not have.
#[derive(Debug)]
pub(super) struct NotFinite(String);

impl Display for NotFinite {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

impl std::error::Error for NotFinite {}

impl serde::ser::Error for NotFinite {
    fn custom<T: Display>(message: T) -> Self {
        Self(message.to_string())
    }
}

fn check(value: f64) -> Result<bool, NotFinite> {
    if value.is_finite() {
        return Ok(false);
    }
    Err(NotFinite::custom(format_args!(
        "found {value}, expected a finite number: JSON has no other"
    )))
}

/// Methods that check nothing: those of values without numbers return `false`, the others the serializer of the parts.
macro_rules! unchecked {
    ($result:ident: $($method:ident($($type:ty),*);)*) => {$(
        unchecked!(@one $result $method ($($type),*));
    )*};
    (@one nothing $method:ident ($($type:ty),*)) => {
        fn $method(self, $(_: $type),*) -> Result<bool, NotFinite> {
            Ok(false)
        }
    };
    (@one parts $method:ident ($($type:ty),*)) => {
        fn $method(self, $(_: $type),*) -> Result<Self, NotFinite> {
            Ok(self)
        }
    };
}

/// Methods that check one value, the last argument.
macro_rules! checked {
    ($of:ty => $ok:expr, $result:ty: $($method:ident($($name:ty),*);)*) => {$(
        fn $method<T>(self: $of, $(_: $name,)* value: &T) -> Result<$result, NotFinite>
        where
            T: Serialize + ?Sized,
        {
            value.serialize(Finite).map(|_| $ok)
        }
    )*};
}

impl Serializer for Finite {
    type Ok = bool;
    type Error = NotFinite;
    type SerializeSeq = Self;
    type SerializeTuple = Self;
    type SerializeTupleStruct = Self;
    type SerializeTupleVariant = Self;
    type SerializeMap = Self;
    type SerializeStruct = Self;
    type SerializeStructVariant = Self;

    unchecked! {
        nothing:
        serialize_bool(bool);
        serialize_i8(i8);
        serialize_i16(i16);
        serialize_i32(i32);
        serialize_i64(i64);
        serialize_i128(i128);
        serialize_u8(u8);
        serialize_u16(u16);
        serialize_u32(u32);
        serialize_u64(u64);
        serialize_u128(u128);
        serialize_char(char);
        serialize_str(&str);
        serialize_bytes(&[u8]);
        serialize_unit();
        serialize_unit_struct(&'static str);
        serialize_unit_variant(&'static str, u32, &'static str);
    }

    unchecked! {
        parts:
        serialize_seq(Option<usize>);
        serialize_tuple(usize);
        serialize_tuple_struct(&'static str, usize);
        serialize_tuple_variant(&'static str, u32, &'static str, usize);
        serialize_map(Option<usize>);
        serialize_struct(&'static str, usize);
        serialize_struct_variant(&'static str, u32, &'static str, usize);
    }

    fn serialize_none(self) -> Result<bool, NotFinite> {
        Ok(true)
    }

    fn serialize_f32(self, value: f32) -> Result<bool, NotFinite> {
        check(value.into())
    }

    fn serialize_f64(self, value: f64) -> Result<bool, NotFinite> {
        check(value)
    }

    checked! {
        Self => false, bool:
        serialize_some();
        serialize_newtype_struct(&'static str);
        serialize_newtype_variant(&'static str, u32, &'static str);
    }
}

/// The parts of a value, by the name of their method, and what comes before each.
macro_rules! parts {
    ($($of:ident: $($method:ident($($name:ty),*)),*;)*) => {$(
        impl $of for Finite {
            type Ok = bool;
            type Error = NotFinite;

            checked!(&mut Self => (), (): $($method($($name),*);)*);

            fn end(self) -> Result<bool, NotFinite> {
                Ok(false)
            }
        }
    )*};
}

parts! {
    SerializeSeq: serialize_element();
    SerializeTuple: serialize_element();
    SerializeTupleStruct: serialize_field();
    SerializeTupleVariant: serialize_field();
    SerializeStruct: serialize_field(&'static str);
    SerializeStructVariant: serialize_field(&'static str);
    SerializeMap: serialize_key(), serialize_value();
}
