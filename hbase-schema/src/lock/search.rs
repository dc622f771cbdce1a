//! Searches what differs between a struct and the lock, line by line.

use hbase_model::lock::{Comparison, FactWriter, Message};

use super::facts;
use super::finding::Finding;
use super::locked::Locked;
use super::text::Lock;
use crate::clash::is_same;
use crate::schema::TableSchema;

/// The most bytes of a table's facts that a const compares line by line.
const MAX_TEXT: usize = 1 << 18;

impl Lock {
    /// The change of a listed struct; nothing if only hashes differ, as of a struct that shares its table.
    pub(super) const fn search(&self, schema: &'static TableSchema, listed: Structs) -> Finding {
        // A struct with compile errors has no name.
        if schema.row.is_empty() {
            return Finding::NONE;
        }
        let mut facts = FactWriter::hashing(&schema.table.name);
        facts::write(schema, &mut facts);
        let range = match self.range(facts.name_hash()) {
            Some(locked) if locked.fingerprint == facts.fingerprint() => return Finding::NONE,
            Some(locked) => [locked.from, locked.to],
            None => [0, 0],
        };
        self.compare(schema, &listed, range, facts.count())
    }

    /// Compares line by line: first the facts of this struct, then those of the other structs of its table.
    #[allow(
        clippy::large_stack_arrays,
        reason = "a const has no heap, and runs in the compiler"
    )]
    const fn compare(
        &self,
        schema: &'static TableSchema,
        listed: &Structs,
        range: [usize; 2],
        own: usize,
    ) -> Finding {
        let (mut buffer, mut name) = ([0; MAX_TEXT], [0; 512]);
        let Some(len) = listed.write_all(schema, &mut buffer) else {
            return Finding::too_long();
        };
        let now = as_text(buffer.split_at(len).0);
        let table = table_name(schema, &mut name);
        let comparison = Comparison::new(self.lines(range), now, table);
        let Some(found) = comparison.worst() else {
            return Finding::NONE;
        };
        let (number, field) = match found.line {
            Some(line) if line < own => field_of(schema, line),
            // Another struct has the fact.
            Some(_) => return Finding::NONE,
            None if !listed.is_first(schema) => return Finding::NONE,
            None => (0, ""),
        };
        let message = Message::new(&found, table, field, comparison.count() - 1);
        Finding::at_field(number, &message)
    }
}

/// The listed structs, and the hashes of their tables' names.
///
/// The hashes are computed once for each struct: with 300 structs, computing them for each pair takes seconds.
#[derive(Clone, Copy)]
pub(super) struct Structs {
    pub(super) names: &'static [u64],
    pub(super) schemas: &'static [&'static TableSchema],
}

impl Structs {
    /// Writes the facts of a struct, then those of the other structs of its table; `None` if they are too long.
    const fn write_all(&self, schema: &'static TableSchema, out: &mut [u8]) -> Option<usize> {
        let own = Locked::of(schema);
        let mut len = write_at(schema, out, 0);
        let mut at = 0;
        while at < self.schemas.len() && len < MAX_TEXT {
            if self.names[at] == own.name
                && Locked::of(self.schemas[at]).fingerprint() != own.fingerprint()
            {
                len = write_at(self.schemas[at], out, len);
            }
            at += 1;
        }
        if len < MAX_TEXT { Some(len) } else { None }
    }

    /// Whether no struct before this one declares its table: it reports the facts that are gone.
    const fn is_first(&self, schema: &TableSchema) -> bool {
        let name = FactWriter::hashing(&schema.table.name).name_hash();
        let mut at = 0;
        while at < self.schemas.len() {
            if self.names[at] == name {
                return is_same(self.schemas[at].row, schema.row);
            }
            at += 1;
        }
        true
    }
}

const fn write_at(schema: &'static TableSchema, out: &mut [u8], from: usize) -> usize {
    let mut facts = FactWriter::new(&schema.table.name, out.split_at_mut(from).1);
    facts::write(schema, &mut facts);
    from + facts.len()
}

/// The number and the name of the field that a fact is of.
pub(crate) const fn field_of(schema: &'static TableSchema, fact: usize) -> (usize, &'static str) {
    let mut facts = FactWriter::hashing(&schema.table.name).finding(fact);
    facts::write(schema, &mut facts);
    facts.found()
}

/// The table's name as in the lock.
const fn table_name<'n>(schema: &TableSchema, name: &'n mut [u8]) -> &'n str {
    let len = FactWriter::new(&schema.table.name, name).write_name();
    as_text(name.split_at(len).0)
}

/// Lines of facts are UTF-8.
const fn as_text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}
