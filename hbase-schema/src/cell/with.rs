//! `with = module`: cells by the functions of a module.

use std::marker::PhantomData;

use super::codec::{Absence, CellFacts, DecodeCell, EncodeCell};
use crate::codec::CodecError;

/// `with = module`: the codec of a module's functions; the derive makes a type `M` for each such
/// column.
///
/// The functions belong to `M`, not to the field's type, which may be a type parameter of the row.
#[derive(Clone, Copy, Debug)]
pub struct With<M>(PhantomData<M>);

/// A module's `encode` for fields of type `T`.
#[doc(hidden)]
pub trait EncodeWith<T> {
    const ABSENCE: Absence;

    fn encode(value: &T, out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

/// A module's `decode` for fields of type `T`.
#[doc(hidden)]
pub trait DecodeWith<'r, T>: Sized {
    fn decode(bytes: &'r [u8]) -> Result<T, CodecError>;

    fn absent() -> Option<T>;
}

#[diagnostic::do_not_recommend]
impl<T, M: EncodeWith<T>> EncodeCell<With<M>> for T {
    const FACTS: CellFacts = CellFacts::UNKNOWN.with_absence(M::ABSENCE);

    #[inline]
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        M::encode(self, out)
    }
}

#[diagnostic::do_not_recommend]
impl<'r, T, M: DecodeWith<'r, T>> DecodeCell<'r, With<M>> for T {
    #[inline]
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
        M::decode(bytes)
    }

    #[inline]
    fn absent() -> Option<Self> {
        M::absent()
    }
}

/// The value that a module's functions take from a field of type `T`: the content of an `Option`, whose `None` has no
/// cell, or the whole field of any other type.
///
/// `Option` has inherent methods, which take precedence over those of [`WholeValue`]. The compiler therefore decides,
/// even through an alias.
#[doc(hidden)]
#[derive(Debug)]
pub struct ValueOf<T>(PhantomData<T>);

impl<T> ValueOf<T> {
    pub const FIELD: Self = Self(PhantomData);
}

#[allow(clippy::unused_self, reason = "the receiver selects the impl")]
impl<T> ValueOf<Option<T>> {
    pub const ABSENCE: Absence = Absence::NoCell;

    #[inline]
    pub const fn value(self, field: &Option<T>) -> Option<&T> {
        field.as_ref()
    }

    /// # Errors
    /// The given error.
    #[inline]
    pub fn field<E>(self, decoded: Result<T, E>) -> Result<Option<T>, E> {
        decoded.map(Some)
    }

    #[inline]
    pub const fn absent(self) -> Option<Option<T>> {
        Some(None)
    }
}

/// Fields of all other types.
#[doc(hidden)]
pub trait WholeValue<T>: Sized {
    const ABSENCE: Absence = Absence::Never;

    #[inline]
    fn value(self, field: &T) -> Option<&T> {
        Some(field)
    }

    /// # Errors
    /// The given error.
    #[inline]
    fn field<E>(self, decoded: Result<T, E>) -> Result<T, E> {
        decoded
    }

    #[inline]
    fn absent(self) -> Option<T> {
        None
    }
}

impl<T> WholeValue<T> for ValueOf<T> {}
