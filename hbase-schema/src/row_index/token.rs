//! Declarations: which entries have which index.

use super::column::IndexColumn;
use super::entry::IndexedEntry;
use super::entry_id::EntryId;
use super::field::{FieldTag, IndexField, have_distinct_tags};
use crate::cell::NativeCodec;
use crate::debug::{copyable, debug_text};
use crate::dynamic::{Dynamic, DynamicColumns};
use crate::key::encoding::Ordered;
use crate::schema::DynamicSchema;

/// The type of a field of entries: `#[column(dynamic, json)] mails: Entries<Mail>`.
pub type Entries<E> = Dynamic<EntryId, E>;

/// The type of a field of index columns: `#[column(dynamic)] index: RowIndex`.
pub type RowIndex = Dynamic<IndexColumn, Vec<u8>>;

/// The type of a field of index columns whose qualifier is the text of the indexed field, and whose
/// value is the entry's MD5: `#[column(dynamic)] senders: PlainIndex`.
///
/// A text has one column, which names the entry that was put last. Earlier entries with that text cannot be found by it
/// until the last one is deleted and [`repair`](crate::db::EntriesRequest::repair) is called.
pub type PlainIndex = Dynamic<String, EntryId>;

/// The entries of type `E` in the table of `R`, whose cells have the codec `C`, and their index: a
/// constant that is declared once, from the tokens of two fields. An example is at
/// [`Connection::entries`](crate::Connection::entries).
pub struct IndexedEntries<R, E, C> {
    data: DynamicColumns<R, Entries<E>, C>,
    index: IndexColumns,
}

/// The index columns.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) enum IndexColumns {
    /// Of every indexed field: tag, value and MD5.
    Tagged(&'static DynamicSchema),
    /// Of one field: its text.
    Plain(&'static DynamicSchema, FieldTag),
}

impl<R, E: IndexedEntry, C> IndexedEntries<R, E, C> {
    /// Entries that are indexed by all of their [`FIELDS`](IndexedEntry::FIELDS).
    pub const fn new(
        entries: DynamicColumns<R, Entries<E>, C>,
        index: DynamicColumns<R, RowIndex, NativeCodec>,
    ) -> Self {
        const {
            assert!(
                have_distinct_tags(E::FIELDS),
                "two indexed fields have the same tag: give each of `FIELDS` its own tag"
            );
        }
        Self {
            data: entries,
            index: IndexColumns::Tagged(index.schema()),
        }
    }

    /// Entries that are indexed by the text of one field, as other programs write them.
    pub const fn plain<T: AsRef<str>>(
        entries: DynamicColumns<R, Entries<E>, C>,
        field: IndexField<E, T, Ordered>,
        index: DynamicColumns<R, PlainIndex, NativeCodec>,
    ) -> Self {
        const {
            assert!(
                have_distinct_tags(E::FIELDS),
                "two indexed fields have the same tag: give each of `FIELDS` its own tag"
            );
        }
        Self {
            data: entries,
            index: IndexColumns::Plain(index.schema(), field.declared()),
        }
    }
}

impl<R, E, C> IndexedEntries<R, E, C> {
    /// The columns of the entries.
    pub const fn data(&self) -> DynamicColumns<R, Entries<E>, C> {
        self.data
    }

    /// The columns of the index.
    pub const fn index(&self) -> &'static DynamicSchema {
        match self.index {
            IndexColumns::Tagged(schema) | IndexColumns::Plain(schema, _) => schema,
        }
    }

    pub(crate) const fn index_columns(&self) -> IndexColumns {
        self.index
    }
}

copyable!(IndexedEntries[R, E, C]);

debug_text!(IndexedEntries[R, E, C] |entries| "{:?} indexed by {}", entries.data, entries.index().family);
