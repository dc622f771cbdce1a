//! Arguments of a builder's methods: values, ranges, prefixes.

use std::borrow::Cow;
use std::ops::{
    Bound, Range, RangeBounds, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive,
};
use std::rc::Rc;
use std::sync::Arc;

use super::builder::KeyScan;
use super::type_state::{Ended, SaltState};
use crate::key::{KeyPart, RangePart, Sequence};
use crate::time::{TimeOfDay, Timestamp};
use crate::type_lists::{each_bytes, each_text};

/// Selects values of a key part of type `T` in the encoding `E`: a value, a range if its bytes sort
/// as its values do, or a [`prefix`](fn@super::prefix) of a text.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not select values of this key part, which is a `{T}`",
    label = "expected a `{T}`, a reference to one, or, if the part allows it, a range or a prefix",
    note = "a range is available if the part's bytes sort as its values do: not on `text` integers (10 sorts before 9), not on text closed by a separator, not on `reverse`, not on signed integers and floats with `java`",
    note = "a prefix is offered on text and on bytes",
    note = "several values are selected by `is_in([…])`, several ranges of one kind by `ranges([a..b, c..d])`"
)]
pub trait KeyArg<T, E> {
    /// The next state: the next part after a value, none after a range.
    #[doc(hidden)]
    type After<Next>;
    /// The state of the salt after this argument.
    #[doc(hidden)]
    type Salt<OnValue: SaltState, OnRange: SaltState>: SaltState;
    /// Adds the argument to a builder.
    #[doc(hidden)]
    fn apply(self, scan: &mut KeyScan, index: usize);
}

/// A single value of a key part of type `T` in the encoding `E`.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value of this key part, which is a `{T}`",
    label = "expected a `{T}`, or a reference to one"
)]
pub trait SingleValue<T, E>: KeyArg<T, E> {
    /// Adds the value to a builder ahead of its position, for the salt.
    #[doc(hidden)]
    fn feed_salt(self, scan: &mut KeyScan, index: usize);
}

impl<T: KeyPart<E>, E> KeyArg<T, E> for T {
    type After<Next> = Next;
    type Salt<OnValue: SaltState, OnRange: SaltState> = OnValue;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        scan.push_value::<T, E>(index, &self);
    }
}

impl<T: KeyPart<E>, E> KeyArg<T, E> for &T {
    type After<Next> = Next;
    type Salt<OnValue: SaltState, OnRange: SaltState> = OnValue;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        scan.push_value::<T, E>(index, self);
    }
}

impl<T: KeyPart<E>, E> SingleValue<T, E> for T {
    fn feed_salt(self, scan: &mut KeyScan, index: usize) {
        scan.push_salt_part::<T, E>(index, &self);
    }
}

impl<T: KeyPart<E>, E> SingleValue<T, E> for &T {
    fn feed_salt(self, scan: &mut KeyScan, index: usize) {
        scan.push_salt_part::<T, E>(index, self);
    }
}

/// Borrowed forms of an owned part, and references to them, which iterators over borrowed texts yield.
macro_rules! borrowed {
    ($([$($g:tt)*] $part:ty, $arg:ty;)*) => {$(
        borrowed!(@one [] [$($g)*] $part, $arg, $arg);
        borrowed!(@one [#[diagnostic::do_not_recommend]] [$($g)*] $part, $arg, &$arg);
    )*};
    (@one [$($hidden:tt)*] [$($g:tt)*] $part:ty, $arg:ty, $self:ty) => {
        $($hidden)*
        impl<$($g)* E> KeyArg<$part, E> for $self
        where
            $arg: KeyPart<E>,
        {
            type After<Next> = Next;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnValue;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                scan.push_value::<$arg, E>(index, &self);
            }
        }

        $($hidden)*
        impl<$($g)* E> SingleValue<$part, E> for $self
        where
            $arg: KeyPart<E>,
        {
            fn feed_salt(self, scan: &mut KeyScan, index: usize) {
                scan.push_salt_part::<$arg, E>(index, &self);
            }
        }
    };
}

borrowed! {
    ['a,] String, &'a str;
    ['a,] Box<str>, &'a str;
    ['a,] Arc<str>, &'a str;
    ['a,] Rc<str>, &'a str;
    ['a, 'b,] Cow<'b, str>, &'a str;
    ['a,] Vec<u8>, &'a [u8];
    ['a,] Box<[u8]>, &'a [u8];
    ['a, 'b,] Cow<'b, [u8]>, &'a [u8];
}

borrowed!(@one [] ['a,] Option<String>, Option<&'a str>, Option<&'a str>);

/// `..`: every value. One impl per type, since an impl for all types would overlap with the impl
/// for values: the compiler assumes that `RangeFull` may have an encoding.
macro_rules! every_value {
    ($([$($g:tt)*] $part:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($g)* E> KeyArg<$part, E> for RangeFull {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, _: usize) {
                scan.set_unbounded();
            }
        }
    )*};
}

each_text!(every_value);
each_bytes!(every_value);
every_value! {
    [const N: usize,] [u8; N];
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
    [] bool;
    [] f32;
    [] f64;
    [T,] Sequence<T>;
    [T,] Option<T>;
    [] Timestamp;
    [] TimeOfDay;
}

#[cfg(feature = "uuid")]
every_value!([] uuid::Uuid;);
#[cfg(feature = "chrono")]
every_value!([] chrono::DateTime<chrono::Utc>; [] chrono::NaiveTime;);
#[cfg(feature = "jiff")]
every_value!([] jiff::Timestamp; [] jiff::civil::Time;);
#[cfg(feature = "rust_decimal")]
every_value!([] rust_decimal::Decimal;);
#[cfg(feature = "bigdecimal")]
every_value!([] bigdecimal::BigDecimal;);

macro_rules! range {
    ($($range:ident)*) => {$(
        impl<T: RangePart<E>, E> KeyArg<T, E> for $range<T> {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                scan.set_range::<T, E>(index, self.start_bound(), self.end_bound());
            }
        }

        impl<T: RangePart<E>, E> KeyArg<T, E> for $range<&T> {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                let (low, high) = (self.start_bound().cloned(), self.end_bound().cloned());
                scan.set_range::<T, E>(index, low, high);
            }
        }

        impl<'a, E> KeyArg<String, E> for $range<&'a str>
        where
            &'a str: RangePart<E>,
        {
            type After<Next> = Ended;
            type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

            fn apply(self, scan: &mut KeyScan, index: usize) {
                scan.set_range::<&'a str, E>(index, self.start_bound(), self.end_bound());
            }
        }
    )*};
}

range!(Range RangeInclusive RangeFrom RangeTo RangeToInclusive Above);

/// The values above one, which no range of Rust's syntax has.
#[doc(hidden)]
#[derive(Debug)]
pub struct Above<V>(pub(super) V);

impl<V> RangeBounds<V> for Above<V> {
    fn start_bound(&self) -> Bound<&V> {
        Bound::Excluded(&self.0)
    }

    fn end_bound(&self) -> Bound<&V> {
        Bound::Unbounded
    }
}

impl<T: RangePart<E>, E> KeyArg<T, E> for (Bound<T>, Bound<T>) {
    type After<Next> = Ended;
    type Salt<OnValue: SaltState, OnRange: SaltState> = OnRange;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        scan.set_range::<T, E>(index, self.0.as_ref(), self.1.as_ref());
    }
}
