//! The hashes by which a struct is compared with the lock.

use hbase_model::lock::hashed::{self, HashedPart, HashedValue};
use hbase_model::lock::{FactWriter, LockedCell};

use super::facts;
use crate::schema::{ColumnSchema, TableSchema};

/// The hash of a table's name, and the fingerprint of its facts.
#[derive(Clone, Copy, Debug)]
pub struct Locked {
    pub(super) name: u64,
    fingerprint: u64,
}

impl Locked {
    /// The hashes of a schema.
    pub(crate) const fn of(schema: &'static TableSchema) -> Self {
        let mut facts = FactWriter::hashing(&schema.table.name);
        facts::write(schema, &mut facts);
        Self {
            name: facts.name_hash(),
            fingerprint: facts.fingerprint(),
        }
    }

    /// The hashes of a table with this word, without its schema, which takes the compiler longer to evaluate than the comparison.
    /// `known` is the fingerprint of the facts that depend on no type.
    pub const fn new(
        table: u64,
        known: u64,
        parts: &[(u128, &HashedPart)],
        columns: &[(u128, &HashedValue)],
    ) -> Self {
        let mut fingerprint = known;
        let mut at = 0;
        while at < parts.len() {
            let (others, part) = parts[at];
            fingerprint = fingerprint.wrapping_add(part.part(others));
            at += 1;
        }
        let mut at = 0;
        while at < columns.len() {
            let (others, value) = columns[at];
            fingerprint = fingerprint.wrapping_add(value.column(others));
            at += 1;
        }
        Self {
            name: hashed::name_hash(table),
            fingerprint,
        }
    }

    /// The same hashes, with those of further columns.
    #[must_use]
    pub const fn with(self, columns: &[u64]) -> Self {
        let (mut fingerprint, mut at) = (self.fingerprint, 0);
        while at < columns.len() {
            fingerprint = fingerprint.wrapping_add(columns[at]);
            at += 1;
        }
        Self {
            fingerprint,
            ..self
        }
    }

    /// The fingerprint of the facts.
    pub const fn fingerprint(self) -> u64 {
        self.fingerprint
    }
}

/// The fingerprint of a column whose codec has options, in a table with this word.
pub const fn whole_column(table: u64, column: &'static ColumnSchema) -> u64 {
    hashed::whole_column(table, &LockedCell::of_schema(column))
}
