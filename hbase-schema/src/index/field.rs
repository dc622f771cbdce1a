//! The fields of an index by their types.

use super::value::IndexValue;
use crate::cell::{DecodeCell, EncodeCell};
use crate::codec::CodecError;
use crate::schema::{ColumnSchema, IndexedField};

impl IndexedField {
    /// A field of type `F`, whose cells have the codec `C`.
    #[doc(hidden)]
    pub const fn new<F, C>(column: &'static ColumnSchema) -> Self
    where
        F: IndexValue + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
    {
        Self {
            column,
            encoding: const { &F::ENCODING },
            by_format: !<F as EncodeCell<C>>::FACTS.is_unknown(),
            append: append::<F, C>,
        }
    }
}

fn append<F, C>(cell: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError>
where
    F: IndexValue + for<'r> DecodeCell<'r, C>,
{
    F::decode_cell(cell)?.encode_entry(out)
}
