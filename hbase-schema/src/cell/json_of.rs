//! Absent values of JSON, by types.

use std::collections::{BTreeMap, HashMap};
use std::marker::PhantomData;

use super::codec::Absence;

/// Whether a field of type `T` has an absent value as JSON, as far as the type shows.
///
/// `Option`, JSON's own type and types of the standard library have inherent consts, which take precedence over that of
/// [`AnyJson`]. The compiler therefore decides, even through an alias.
#[doc(hidden)]
#[derive(Debug)]
pub struct JsonOf<T>(PhantomData<T>);

impl<T> JsonOf<Option<T>> {
    pub const ABSENCE: Absence = Absence::JSON_NULL;
}

#[cfg(feature = "json")]
impl JsonOf<serde_json::Value> {
    pub const ABSENCE: Absence = Absence::JSON_NULL;
}

macro_rules! never {
    ($([$($g:tt)*] $type:ty;)*) => {$(
        impl<$($g)*> JsonOf<$type> {
            pub const ABSENCE: Absence = Absence::Never;
        }
    )*};
}

never! {
    [] bool;
    [] u8;
    [] u16;
    [] u32;
    [] u64;
    [] u128;
    [] i8;
    [] i16;
    [] i32;
    [] i64;
    [] i128;
    [] f32;
    [] f64;
    [] String;
    [T] Vec<T>;
    [K, V] BTreeMap<K, V>;
    [K, V, S] HashMap<K, V, S>;
}

/// Fields of all other types, such as a newtype of an `Option`.
#[doc(hidden)]
pub trait AnyJson {
    const ABSENCE: Absence = Absence::MAYBE_JSON_NULL;
}

impl<T> AnyJson for JsonOf<T> {}
