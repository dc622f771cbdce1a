//! The fields of an index by their types.

use hbase_model::KeyLayout;

use super::value::IndexValue;
use crate::cell::{DecodeCell, EncodeCell};
use crate::codec::CodecError;
use crate::key::DecodeKey;
use crate::schema::{AppendValue, ColumnSchema, IndexedField, IndexedSource};

impl IndexedField {
    /// A column of type `F`, whose cells have the codec `C`.
    #[doc(hidden)]
    pub const fn new<F, C>(column: &'static ColumnSchema) -> Self
    where
        F: IndexValue + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
    {
        Self {
            source: IndexedSource::Cell(column),
            encoding: const { &F::ENCODING },
            desc: false,
            by_format: !<F as EncodeCell<C>>::FACTS.is_unknown(),
            append: append::<F, C>,
        }
    }

    /// A key part of type `F`, whose value `append` takes from a row key.
    #[doc(hidden)]
    pub const fn key_part<F: IndexValue>(
        field: &'static str,
        key: &'static KeyLayout,
        append: AppendValue,
    ) -> Self {
        Self {
            source: IndexedSource::KeyPart { field, key },
            encoding: const { &F::ENCODING },
            desc: false,
            by_format: true,
            append,
        }
    }
}

/// Appends the entry's bytes of the part that `part` takes from a row key.
#[doc(hidden)]
pub fn append_part<K, F>(
    key: &[u8],
    part: impl FnOnce(K) -> F,
    out: &mut Vec<u8>,
) -> Result<(), CodecError>
where
    K: for<'k> DecodeKey<'k>,
    F: IndexValue,
{
    let key = K::decode(key).map_err(CodecError::new)?;
    part(key).encode_entry(out)
}

fn append<F, C>(cell: &[u8], out: &mut Vec<u8>) -> Result<(), CodecError>
where
    F: IndexValue + for<'r> DecodeCell<'r, C>,
{
    F::decode_cell(cell)?.encode_entry(out)
}
