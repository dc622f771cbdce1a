//! Types of entries.

use std::fmt;
use std::marker::PhantomData;

use super::bounds::EntryArg;
use super::field::{FieldTag, IndexField};
use crate::codec::CodecError;

/// A type of entries with indexed fields.
///
/// `#[derive(IndexedEntry)]` implements it for a struct whose indexed fields each have one value in every entry:
///
/// ```
/// use hbase_schema::Timestamp;
/// use hbase_schema::row_index::IndexedEntry;
///
/// #[derive(IndexedEntry)]
/// struct Mail {
///     #[index(tag = 1)]
///     from: String,
///     #[index(tag = 2, native)]
///     at: Timestamp,
///     body: String,
/// }
///
/// assert_eq!(Mail::FIELDS, [Mail::FROM.declared(), Mail::AT.declared()]);
/// ```
///
/// Otherwise it is implemented by hand:
///
/// ```
/// use hbase_schema::Timestamp;
/// use hbase_schema::key::{CodecError, encoding::Native};
/// use hbase_schema::row_index::{FieldTag, IndexField, IndexWriter, IndexedEntry};
///
/// struct Mail {
///     from: String,
///     at: Timestamp,
///     list: Option<String>,
///     body: String,
/// }
///
/// impl Mail {
///     const FROM: IndexField<Self, String> = IndexField::new("from", 1);
///     const AT: IndexField<Self, Timestamp, Native> = IndexField::new("at", 2);
///     const LIST: IndexField<Self, String> = IndexField::new("list", 3);
/// }
///
/// impl IndexedEntry for Mail {
///     const FIELDS: &'static [FieldTag] =
///         &[Self::FROM.declared(), Self::AT.declared(), Self::LIST.declared()];
///
///     fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError> {
///         out.put(Self::FROM, &self.from)?;
///         out.put(Self::AT, self.at)?;
///         // A mail without a list is not found by list.
///         self.list.iter().try_for_each(|list| out.put(Self::LIST, list))
///     }
/// }
/// ```
#[diagnostic::on_unimplemented(
    message = "`{Self}` has no indexed fields",
    label = "expected a type that implements `IndexedEntry`",
    note = "a struct gets it from `#[derive(IndexedEntry)]`, with `#[index(tag = 1)]` on a field"
)]
pub trait IndexedEntry: Sized {
    /// The indexed fields. Two fields with the same tag are a compile error when the constant of
    /// [`IndexedEntries`](super::IndexedEntries) is evaluated: `cargo check` evaluates constants of modules, but not
    /// those of types.
    const FIELDS: &'static [FieldTag];

    /// Puts the value of each indexed field: none for an absent value, several for a list.
    ///
    /// The values must be the same whenever the entry is encoded and decoded.
    ///
    /// # Errors
    /// [`CodecError`] if an encoding cannot represent a value.
    fn write_index(&self, out: &mut IndexWriter<'_, Self>) -> Result<(), CodecError>;
}

/// The value of an indexed field, encoded.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(crate) struct IndexedValue {
    pub(crate) tag: u8,
    pub(crate) value: Vec<u8>,
}

/// Takes the values of an entry's indexed fields.
pub struct IndexWriter<'w, E> {
    values: &'w mut Vec<IndexedValue>,
    of: PhantomData<fn(E)>,
}

impl<E: IndexedEntry> IndexWriter<'_, E> {
    /// Puts a value of a field.
    ///
    /// # Errors
    /// [`CodecError`] if the encoding cannot represent the value, and for a field that is not in
    /// [`IndexedEntry::FIELDS`].
    #[allow(
        clippy::needless_pass_by_value,
        reason = "a value or a reference, given as it is"
    )]
    pub fn put<T, C>(
        &mut self,
        field: IndexField<E, T, C>,
        value: impl EntryArg<T, C>,
    ) -> Result<(), CodecError> {
        let declared = field.declared();
        if !E::FIELDS.contains(&declared) {
            return Err(CodecError::new(format_args!(
                "found a value of the field {field:?}, expected one that `FIELDS` lists: {:?}",
                E::FIELDS
            )));
        }
        let mut bytes = Vec::new();
        value.encode_value(&mut bytes).map_err(|error| {
            CodecError::new(format_args!(
                "the indexed field `{}`: {error}",
                declared.name
            ))
        })?;
        self.values.push(IndexedValue {
            tag: declared.tag,
            value: bytes,
        });
        Ok(())
    }
}

/// The values of an entry's indexed fields, each once.
pub(crate) fn values_of<E: IndexedEntry>(entry: &E) -> Result<Vec<IndexedValue>, CodecError> {
    let mut values = Vec::with_capacity(E::FIELDS.len());
    entry.write_index(&mut IndexWriter {
        values: &mut values,
        of: PhantomData,
    })?;
    values.sort_unstable();
    values.dedup();
    Ok(values)
}

impl<E> fmt::Debug for IndexWriter<'_, E> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("IndexWriter").field(&self.values).finish()
    }
}
