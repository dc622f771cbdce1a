//! `part`: cells in the encoding of a key part.

use std::marker::PhantomData;

use hbase_backend::{Comparator, CompareOp, Filter};
use hbase_model::{Encoding, PartFormat};

use super::codec::{CellFacts, DecodeCell, EncodeCell};
use super::compare::{CompareCell, OrderCell, leaf, with_none};
use crate::codec::CodecError;
use crate::key::{BoundAt, DecodePart, KeyPart, RangePart, SaltPart};
use crate::schema::ColumnSchema;

/// `part`: the encoding `E` of a key part. `DESC` and `REVERSE` are known to `E` too, but not as data.
#[derive(Clone, Copy, Debug)]
pub struct PartCell<E, const DESC: bool = false, const REVERSE: bool = false>(PhantomData<E>);

/// A reference to a type's encoding.
struct EncodingOf<T, E>(PhantomData<(T, E)>);

impl<T: KeyPart<E>, E> EncodingOf<T, E> {
    const ENCODING: &'static Encoding = &<T as KeyPart<E>>::ENCODING;
}

// Each type that can feed a salt is one; an `Option` is not, so it has impls of its own.
#[diagnostic::do_not_recommend]
impl<T, E, const DESC: bool, const REVERSE: bool> EncodeCell<PartCell<E, DESC, REVERSE>> for T
where
    T: KeyPart<E> + SaltPart,
{
    const FACTS: CellFacts =
        PartFormat::from_static(EncodingOf::<T, E>::ENCODING, DESC, REVERSE).facts();
    const CODES: &'static str = <T as KeyPart<E>>::CODES;

    #[inline]
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        self.encode(out)?;
        Ok(true)
    }
}

#[diagnostic::do_not_recommend]
impl<'r, T, E, const DESC: bool, const REVERSE: bool> DecodeCell<'r, PartCell<E, DESC, REVERSE>>
    for T
where
    T: DecodePart<'r, E> + SaltPart,
{
    #[inline]
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
        T::decode(bytes)
    }
}

#[diagnostic::do_not_recommend]
impl<T, E, const DESC: bool, const REVERSE: bool> EncodeCell<PartCell<E, DESC, REVERSE>>
    for Option<T>
where
    T: KeyPart<E> + SaltPart,
{
    const FACTS: CellFacts = <T as EncodeCell<PartCell<E, DESC, REVERSE>>>::FACTS.optional();
    const CODES: &'static str = <T as KeyPart<E>>::CODES;

    #[inline]
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        match self {
            Some(value) => EncodeCell::<PartCell<E, DESC, REVERSE>>::encode_cell(value, out),
            None => Ok(false),
        }
    }
}

#[diagnostic::do_not_recommend]
impl<'r, T, E, const DESC: bool, const REVERSE: bool> DecodeCell<'r, PartCell<E, DESC, REVERSE>>
    for Option<T>
where
    T: DecodePart<'r, E> + SaltPart,
{
    #[inline]
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
        T::decode(bytes).map(Some)
    }

    #[inline]
    fn absent() -> Option<Self> {
        Some(None)
    }
}

/// Compares for equality: equal values have equal bytes.
fn equal<V: KeyPart<E>, E>(
    column: &ColumnSchema,
    op: CompareOp,
    value: &V,
) -> Result<Filter, CodecError> {
    let mut bytes = Vec::new();
    value.encode(&mut bytes)?;
    Ok(leaf(column, op, Comparator::Binary(bytes)))
}

/// Compares the order, of which the bytes have the same, or the opposite one.
fn ordered<V: RangePart<E>, E>(
    column: &ColumnSchema,
    op: CompareOp,
    value: &V,
) -> Result<Filter, CodecError> {
    let mut bytes = Vec::new();
    let op = match (value.encode_bound(&mut bytes)?, op) {
        // The encoding has no such value, and the bytes are those of the next larger one.
        (BoundAt::Above, CompareOp::LessOrEqual) => CompareOp::Less,
        (BoundAt::Above, CompareOp::Greater) => CompareOp::GreaterOrEqual,
        (BoundAt::PastEnd, _) => {
            return Err(CodecError::new(
                "found a value above the largest one of the column's encoding",
            ));
        }
        (_, op) => op,
    };
    let op = match op {
        _ if !V::DESCENDING => op,
        CompareOp::Less => CompareOp::Greater,
        CompareOp::LessOrEqual => CompareOp::GreaterOrEqual,
        CompareOp::Greater => CompareOp::Less,
        CompareOp::GreaterOrEqual => CompareOp::LessOrEqual,
        CompareOp::Equal | CompareOp::NotEqual => op,
    };
    Ok(leaf(column, op, Comparator::Binary(bytes)))
}

/// A value that the encoding of a column takes: not an `Option`.
impl<T, E, const DESC: bool, const REVERSE: bool> CompareCell<PartCell<E, DESC, REVERSE>, Self>
    for T
where
    T: KeyPart<E> + SaltPart,
{
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        equal::<Self, E>(column, op, value)
    }
}

/// Text and bytes are compared with borrowed values.
macro_rules! borrowed {
    ($($owned:ty, $borrowed:ty;)*) => {$(
        impl<'v, E, const DESC: bool, const REVERSE: bool>
            CompareCell<PartCell<E, DESC, REVERSE>, &'v $borrowed> for $owned
        where
            Self: KeyPart<E>,
            &'v $borrowed: KeyPart<E>,
        {
            fn filter(
                column: &ColumnSchema,
                op: CompareOp,
                value: &&'v $borrowed,
            ) -> Result<Filter, CodecError> {
                equal::<&'v $borrowed, E>(column, op, value)
            }
        }
    )*};
}

borrowed! {
    String, str;
    Box<str>, str;
    std::sync::Arc<str>, str;
    Vec<u8>, [u8];
    Box<[u8]>, [u8];
}

impl<T, V, E, const DESC: bool, const REVERSE: bool> CompareCell<PartCell<E, DESC, REVERSE>, V>
    for Option<T>
where
    T: CompareCell<PartCell<E, DESC, REVERSE>, V>,
    V: SaltPart,
{
    fn filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
        T::filter(column, op, value)
    }
}

impl<T, V, E, const DESC: bool, const REVERSE: bool>
    CompareCell<PartCell<E, DESC, REVERSE>, Option<V>> for Option<T>
where
    T: CompareCell<PartCell<E, DESC, REVERSE>, V>,
    V: SaltPart,
{
    fn filter(
        column: &ColumnSchema,
        op: CompareOp,
        value: &Option<V>,
    ) -> Result<Filter, CodecError> {
        match value {
            Some(value) => T::filter(column, op, value),
            None => with_none(column, op),
        }
    }
}

impl<T, V, E, const DESC: bool, const REVERSE: bool> OrderCell<PartCell<E, DESC, REVERSE>, V> for T
where
    T: CompareCell<PartCell<E, DESC, REVERSE>, V>,
    V: RangePart<E> + SaltPart,
{
    fn order_filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
        ordered::<V, E>(column, op, value)
    }
}

impl<T, V, E, const DESC: bool, const REVERSE: bool>
    OrderCell<PartCell<E, DESC, REVERSE>, Option<V>> for Option<T>
where
    T: OrderCell<PartCell<E, DESC, REVERSE>, V>,
    V: SaltPart,
{
    fn order_filter(
        column: &ColumnSchema,
        op: CompareOp,
        value: &Option<V>,
    ) -> Result<Filter, CodecError> {
        match value {
            Some(value) => T::order_filter(column, op, value),
            None => with_none(column, op),
        }
    }
}
