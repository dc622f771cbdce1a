//! Index tables.

use super::{Absence, Codec, Column, DefaultValue, FieldRole, Table};
use crate::types::Kind;

/// An index.
#[derive(Clone, Debug)]
pub struct Index {
    /// The indexed fields, by their indexes after the key parts: one or two.
    pub fields: Vec<usize>,
    /// The split points of the index's table.
    pub splits: Option<&'static str>,
}

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
            && self.families.iter().all(|family| family.ttl_ms.is_none())
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
