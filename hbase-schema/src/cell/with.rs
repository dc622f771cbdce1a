//! `with = module`: cells by the functions of a module.

use std::marker::PhantomData;

use super::codec::{CellFormat, DecodeCell, EncodeCell};
use crate::codec::CodecError;

/// `with = module`: the codec of a module's functions; the derive makes a type `M` for each such
/// column.
///
/// The functions belong to `M`, not to the field's type, which may be a type parameter of the row.
#[derive(Clone, Copy, Debug)]
pub struct With<M>(PhantomData<M>);

/// A module's `encode` for values of type `T`.
#[doc(hidden)]
pub trait EncodeWith<T> {
    fn encode(value: &T, out: &mut Vec<u8>) -> Result<bool, CodecError>;
}

/// A module's `decode` for values of type `T`.
#[doc(hidden)]
pub trait DecodeWith<'r, T> {
    fn decode(bytes: &'r [u8]) -> Result<T, CodecError>;
}

#[diagnostic::do_not_recommend]
impl<T, M: EncodeWith<T>> EncodeCell<With<M>> for T {
    const FORMAT: CellFormat = CellFormat::Custom;

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
}
