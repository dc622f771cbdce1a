//! `store_none`: absent values as empty cells.

use std::marker::PhantomData;

use hbase_backend::{Comparator, CompareOp, Filter};

use super::codec::{CellFacts, DecodeCell, EncodeCell};
use super::compare::{CompareCell, OrderCell, present};
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

/// `store_none`: the codec `C`, with an empty cell for an absent value. A present value is never
/// empty.
#[derive(Clone, Copy, Debug)]
pub struct StoreNone<C>(PhantomData<C>);

#[diagnostic::do_not_recommend]
impl<T: EncodeCell<C>, C> EncodeCell<StoreNone<C>> for T {
    const FACTS: CellFacts = <T as EncodeCell<C>>::FACTS.store_none();
    const CODES: &'static str = <T as EncodeCell<C>>::CODES;

    #[inline]
    fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
        let start = out.len();
        if <T as EncodeCell<C>>::encode_cell(self, out)? && out.len() == start {
            return Err(empty());
        }
        Ok(true)
    }
}

#[cold]
fn empty() -> CodecError {
    CodecError::new(
        "found an empty value, expected at least one byte: with `store_none` an empty cell is `None`; use `None`, or leave out `store_none`",
    )
}

#[diagnostic::do_not_recommend]
impl<'r, T: DecodeCell<'r, C>, C> DecodeCell<'r, StoreNone<C>> for T {
    #[inline]
    fn decode_cell(bytes: &'r [u8]) -> Result<Self, CodecError> {
        if bytes.is_empty()
            && let Some(absent) = <T as DecodeCell<'r, C>>::absent()
        {
            return Ok(absent);
        }
        <T as DecodeCell<'r, C>>::decode_cell(bytes)
    }

    #[inline]
    fn absent() -> Option<Self> {
        <T as DecodeCell<'r, C>>::absent()
    }
}

/// As bytes, an empty cell is less than every value, so it is excluded.
#[diagnostic::do_not_recommend]
impl<T: CompareCell<C, V>, C, V> CompareCell<StoreNone<C>, V> for T {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
        let filter = <T as CompareCell<C, V>>::filter(column, op, value)?;
        if op != CompareOp::Equal {
            return Ok(Filter::And(vec![filter, present(column)]));
        }
        if is_empty_value(&filter) {
            return Err(empty());
        }
        Ok(filter)
    }
}

/// As bytes, an empty cell is less than every value, so it is excluded.
#[diagnostic::do_not_recommend]
impl<T: OrderCell<C, V>, C, V> OrderCell<StoreNone<C>, V> for T {
    fn order_filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
        let filter = <T as OrderCell<C, V>>::order_filter(column, op, value)?;
        Ok(Filter::And(vec![filter, present(column)]))
    }
}

/// Whether the filter compares with an empty value, rather than with an absent one.
fn is_empty_value(filter: &Filter) -> bool {
    matches!(
        filter,
        Filter::ColumnValue {
            comparator: Comparator::Binary(value),
            filter_if_missing: true,
            ..
        } if value.is_empty()
    )
}
