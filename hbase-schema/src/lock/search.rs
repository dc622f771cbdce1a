//! Searches what differs between a struct and the lock, line by line.

use hbase_model::lock::{Comparison, FactWriter, Message};

use super::facts;
use super::finding::Finding;
use super::locked::Locked;
use super::text::Lock;
use crate::clash::is_same;
use crate::schema::TableSchema;

/// The most bytes of a table's facts that a const compares line by line.
pub(super) const MAX_TEXT: usize = 1 << 18;

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
        let table = table_name(schema, &mut name);
        if let Some(found) = listed.contradiction(schema, table, &mut buffer) {
            return found;
        }
        let Some(len) = listed.write_all(schema, &mut buffer) else {
            return Finding::too_long();
        };
        let now = as_text(buffer.split_at(len).0);
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

pub(super) const fn write_at(schema: &'static TableSchema, out: &mut [u8], from: usize) -> usize {
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
pub(super) const fn as_text(bytes: &[u8]) -> &str {
    match str::from_utf8(bytes) {
        Ok(text) => text,
        Err(_) => "",
    }
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;
    use std::panic::catch_unwind;

    use hbase_model::{CellFacts, Encoding, KeyLayout, PartLayout, TableDescriptor, TableName};

    use super::super::report;
    use super::super::text::LockedRange;
    use super::*;
    use crate::cell::{EncodeCell, NativeCodec};
    use crate::schema::{CellCodec, ColumnEntry, ColumnSchema};

    const U32: CellFacts = <u32 as EncodeCell<NativeCodec>>::FACTS;
    const U64: CellFacts = <u64 as EncodeCell<NativeCodec>>::FACTS;

    type Columns<'a> = &'a [(&'static str, CellFacts)];

    /// A struct without a key, of a table `SHOP:…` without families: each of its facts is a column.
    fn of(row: &'static str, table: &'static str, columns: Columns<'_>) -> &'static TableSchema {
        let key = KeyLayout {
            salt: None,
            parts: Cow::Borrowed(&[]),
        };
        with_key(key, row, table, columns)
    }

    fn with_key(
        key: KeyLayout,
        row: &'static str,
        table: &'static str,
        columns: Columns<'_>,
    ) -> &'static TableSchema {
        let columns = columns.iter().map(|(name, facts)| {
            let column = ColumnSchema::new([name, "D1", name, ""], CellCodec::Java, *facts);
            ColumnEntry::Cell(Box::leak(Box::new(column)))
        });
        let table = TableDescriptor::new(TableName::from_static("SHOP", table));
        let schema = TableSchema::new(
            row,
            Box::leak(Box::new(table)),
            Box::leak(Box::new(key)),
            Vec::leak(columns.collect()),
            None,
        );
        Box::leak(Box::new(schema))
    }

    /// A lock of these structs, of which several of one table are next to each other.
    fn lock(structs: &[&'static TableSchema]) -> Lock {
        let (mut text, mut tables) = (String::new(), Vec::<LockedRange>::new());
        for schema in structs {
            let (facts, locked) = (schema.facts(), Locked::of(schema));
            let from = text.len();
            text.push_str(&facts.lines);
            match tables.last_mut() {
                Some(table) if table.name == locked.name => {
                    table.to = text.len();
                    table.fingerprint = table.fingerprint.wrapping_add(facts.fingerprint);
                }
                _ => tables.push(LockedRange {
                    name: locked.name,
                    fingerprint: facts.fingerprint,
                    from,
                    to: text.len(),
                }),
            }
        }
        tables.sort_by_key(|table| table.name);
        Lock::new(String::leak(text), Vec::leak(tables), None)
    }

    fn listed(structs: &[&'static TableSchema]) -> Structs {
        let names = structs.iter().map(|schema| Locked::of(schema).name);
        Structs {
            names: Vec::leak(names.collect()),
            schemas: Vec::leak(structs.to_vec()),
        }
    }

    fn search(lock: &Lock, structs: &[&'static TableSchema], index: usize) -> Finding {
        lock.search(structs[index], listed(structs))
    }

    /// The message of a change at the field of this number, or at the struct if it is 0.
    fn reported(found: &Finding, field: usize) -> Option<String> {
        let found = *found;
        let panic = catch_unwind(move || report(&found, field)).err()?;
        Some(*panic.downcast::<String>().expect("a text"))
    }

    #[test]
    fn a_changed_column_is_reported_at_its_field() {
        let key = || KeyLayout {
            salt: None,
            parts: Cow::Owned(vec![PartLayout::plain(
                "id".into(),
                Encoding::Integer {
                    width: 8,
                    signed: false,
                },
            )]),
        };
        let was: Columns<'_> = &[("COUNT", U64), ("CENTS", U64)];
        let is: Columns<'_> = &[("COUNT", U64), ("CENTS", U32)];
        let lock = lock(&[with_key(key(), "Stock", "STOCK", was)]);
        let unchanged = search(&lock, &[with_key(key(), "Stock", "STOCK", was)], 0);
        assert_eq!(reported(&unchanged, 0), None);
        let found = search(&lock, &[with_key(key(), "Stock", "STOCK", is)], 0);
        // The key's only part is number 1.
        let message = reported(&found, 3).expect("a change");
        assert!(message.starts_with("`CENTS` was u64, is u32"), "{message}");
        assert!(message.contains(", SHOP:STOCK cell D1 CENTS"), "{message}");
        assert!(!message.contains("more change"), "{message}");
        assert_eq!(reported(&found, 0), Some(message));
        assert_eq!(reported(&found, 2), None);
    }

    #[test]
    fn a_message_counts_the_further_changes() {
        let lock = lock(&[of("Stock", "STOCK", &[("A", U64), ("B", U64), ("C", U64)])]);
        let now = [of("Stock", "STOCK", &[("A", U32), ("B", U32), ("C", U32)])];
        let message = reported(&search(&lock, &now, 0), 1).expect("a change");
        assert!(message.contains("; 2 more changes: "), "{message}");
    }

    #[test]
    fn a_new_table_is_reported_at_its_struct() {
        let lock = lock(&[of("Stock", "STOCK", &[("A", U64)])]);
        let new = [of("Order", "ORDER_BOOK", &[("A", U64)])];
        let message = reported(&search(&lock, &new, 0), 0).expect("a change");
        assert!(message.contains("is not in hbase.lock"), "{message}");
        // The placeholder of a struct with errors.
        let found = search(&lock, &[crate::stand_in::SCHEMA], 0);
        assert_eq!(reported(&found, 0), None);
    }

    /// The text is read only if the fingerprints differ.
    #[test]
    fn the_text_of_an_unchanged_struct_is_not_compared() {
        let schema = of("Stock", "STOCK", &[("A", U64)]);
        let other = lock(&[of("Stock", "STOCK", &[("A", U32)])]);
        let locked = LockedRange {
            fingerprint: schema.facts().fingerprint,
            ..other.tables[0]
        };
        let text = other.lines([locked.from, locked.to]);
        let lock = Lock::new(text, Box::leak(Box::new([locked])), None);
        assert_eq!(reported(&search(&lock, &[schema], 0), 0), None);
    }

    #[test]
    fn structs_of_one_table_report_their_own_facts() {
        let first: Columns<'_> = &[("A", U64), ("B", U64)];
        let second: Columns<'_> = &[("C", U64), ("D", U64)];
        let other = of("Order", "ORDER_BOOK", &[("A", U32)]);
        let was = [
            other,
            of("First", "STOCK", first),
            of("Second", "STOCK", second),
        ];
        let lock = lock(&was);
        for index in 0..was.len() {
            assert_eq!(reported(&search(&lock, &was, index), 0), None, "{index}");
        }

        // The last fact of the first struct, and the first one of the second.
        let now = [
            other,
            of("First", "STOCK", &[("A", U64), ("B", U32)]),
            was[2],
        ];
        let changed = search(&lock, &now, 1);
        let message = reported(&changed, 2).expect("a change");
        assert!(message.starts_with("`B` was u64, is u32"), "{message}");
        assert!(!message.contains("more change"), "{message}");
        assert_eq!(reported(&search(&lock, &now, 2), 0), None);

        let now = [
            other,
            was[1],
            of("Second", "STOCK", &[("C", U32), ("D", U64)]),
        ];
        assert_eq!(reported(&search(&lock, &now, 1), 0), None);
        let message = reported(&search(&lock, &now, 2), 1).expect("a change");
        assert!(message.starts_with("`C` was u64, is u32"), "{message}");
    }

    #[test]
    fn structs_that_contradict_each_other_both_report_it() {
        let first = of("Series", "STOCK", &[("A", U64), ("B", U32)]);
        let second = of("View", "STOCK", &[("B", U64)]);
        for lock in [lock(&[]), lock(&[first]), lock(&[second])] {
            let [of_first, of_second] = [0, 1].map(|at| search(&lock, &[first, second], at));
            let messages = [reported(&of_first, 2), reported(&of_second, 1)];
            let texts = [
                "`B` of `Series` is u32 java required, and `B` of `View` is u64 java required: structs of one table",
                "`B` of `View` is u64 java required, and `B` of `Series` is u32 java required: structs of one table",
            ];
            for (message, text) in messages.iter().zip(texts) {
                // The lock has one of both structs: that one is as locked.
                if let Some(message) = message {
                    assert!(message.starts_with(text), "{message}");
                }
            }
            assert!(messages.iter().any(Option::is_some));
        }
    }

    #[test]
    fn facts_that_are_gone_are_reported_by_the_first_struct_of_the_table() {
        let other = of("Order", "ORDER_BOOK", &[("A", U32)]);
        let lock = lock(&[
            other,
            of("First", "STOCK", &[("A", U64)]),
            of("Second", "STOCK", &[("C", U64), ("D", U64)]),
        ]);
        let now = [
            other,
            of("First", "STOCK", &[("A", U64)]),
            of("Second", "STOCK", &[("C", U64)]),
        ];
        let message = reported(&search(&lock, &now, 1), 0).expect("a change");
        assert!(message.contains(", SHOP:STOCK cell D1 D"), "{message}");
        assert_eq!(reported(&search(&lock, &now, 1), 1), None);
        assert_eq!(reported(&search(&lock, &now, 2), 0), None);
    }

    #[test]
    fn facts_of_at_most_256_kib_are_compared() {
        let lock = lock(&[of("Stock", "STOCK", &[("A", U64)])]);
        let other = of("Other", "STOCK", &[("A", U64)]);
        let of_name = |len: usize| {
            let name = String::leak("N".repeat(len));
            of("Stock", "STOCK", &[(name, U64)])
        };
        let others = of_name(1).facts().lines.len() - 1;
        for (len, is_too_long) in [(MAX_TEXT - 1, false), (MAX_TEXT + 1, true)] {
            let schema = of_name(len - others);
            assert_eq!(schema.facts().lines.len(), len);
            let found = search(&lock, &[schema], 0);
            let message = reported(&found, 0).expect("a change");
            let is_whole = message.contains("too long to be compared here");
            assert_eq!(is_whole, is_too_long, "{len}");
            // Nothing fits after the facts of this struct.
            let message = reported(&search(&lock, &[schema, other], 0), 0);
            let message = message.expect("a change");
            assert!(message.contains("too long to be compared here"), "{len}");
        }
    }
}
