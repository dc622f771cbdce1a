//! Index tables.

use super::{Absence, Codec, Column, DefaultValue, FieldRole, Table};
use crate::types::Kind;

/// An index.
#[derive(Clone, Debug)]
pub struct Index {
    /// The indexed fields, by their indexes after the key parts: one or two.
    pub fields: Vec<usize>,
    /// Whether the last field is in descending order.
    pub desc: bool,
    /// The number of buckets.
    pub buckets: Option<u16>,
    /// The split points of the index's table.
    pub splits: Option<&'static str>,
    /// The declared time to live of the entries in milliseconds.
    pub ttl_ms: Option<i64>,
}

/// How long the entries of an index have to outlive the cells of its columns, and do by default: the default limit of a
/// query, and the difference of servers' clocks.
pub const OUTLIVES_MS: i64 = 120_000;

impl Table {
    /// Whether indexes are legal. Timestamps, dates, counters, and columns that are not written with their row exclude it.
    pub fn may_be_indexed(&self) -> bool {
        let excludes = |role: &FieldRole| {
            matches!(
                role,
                FieldRole::Counter
                    | FieldRole::Dynamic(_)
                    | FieldRole::Entries(_)
                    | FieldRole::Timestamp(_)
                    | FieldRole::TableDate(_)
            )
        };
        // Another family contains the stamps.
        self.families.len() < 3
            && self.key.salt.is_computed()
            && !self.fields.iter().any(|field| excludes(&field.role))
    }

    /// The column of an indexed field.
    pub fn indexed_column(&self, field: usize) -> Option<&Column> {
        match &self.fields[field].role {
            FieldRole::Column(column) => Some(column),
            _ => None,
        }
    }

    /// Whether a field of an index, by its position, is in descending order.
    pub fn is_descending(index: &Index, position: usize) -> bool {
        index.desc && position + 1 == index.fields.len()
    }

    /// The time to live of a field's cells.
    pub fn ttl_of(&self, field: usize) -> Option<i64> {
        self.families[self.fields[field].family].ttl_ms
    }

    /// The time to live of the entries of an index, declared or by default.
    pub fn ttl_of_entries(&self, index: &Index) -> Option<i64> {
        let rows = self.ttl_of(index.fields[0]);
        index.ttl_ms.or(rows.map(|rows| rows + OUTLIVES_MS))
    }

    /// Whether `field` is indexed.
    pub fn is_indexed(&self, field: usize) -> bool {
        self.indexes
            .iter()
            .any(|index| index.fields.contains(&field))
    }

    /// Whether the table has an index.
    pub fn has_index(&self) -> bool {
        !self.indexes.is_empty()
    }

    /// The indexed columns of an index, in order.
    pub fn indexed_columns<'t>(&'t self, index: &'t Index) -> impl Iterator<Item = &'t Column> {
        let fields = index.fields.iter();
        fields.filter_map(|field| self.indexed_column(*field))
    }
}

impl Column {
    /// Whether an index of the column is legal.
    pub fn may_be_indexed(&self) -> bool {
        let has_order = match self.of.kind {
            Kind::Bool | Kind::Bytes | Kind::Json => false,
            Kind::OfDay => self.of.rust == "TimeOfDay",
            _ => self.of.class != "generic",
        };
        has_order
            && self.absence == Absence::Never
            && self.default == DefaultValue::None
            && self.codec != Codec::Json
    }

    /// Whether a query can select a prefix of its values.
    pub fn has_prefixes(&self) -> bool {
        matches!(self.of.rust, "String" | "Words")
    }
}
