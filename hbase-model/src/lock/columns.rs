//! The facts of dynamic columns and of indexes.

use super::word::word;
use super::writer::FactWriter;
use super::{LockedDynamic, encoding};
use crate::cow::str_of;
use crate::described::{CellFacts, IndexBuckets};
use crate::layout::{Encoding, KeyLayout, PartLayout};

impl FactWriter<'_> {
    /// Writes a fact for dynamic columns: the family, the prefix, the values, the parts of a qualifier.
    pub const fn dynamic(&mut self, columns: &LockedDynamic<'_>) {
        self.begin(word!("dynamic"));
        self.name(columns.family);
        self.name(columns.prefix);
        let facts = CellFacts::new(columns.format, columns.logical_type);
        self.value(facts, columns.codec);
        self.word(if columns.counter { "counter" } else { "" });
        let parts = columns.qualifier.as_parts();
        let mut at = 0;
        while at < parts.len() {
            self.qualifier_part(&parts[at]);
            at += 1;
        }
        if let Some((part, unit_ms)) = columns.since {
            self.open().text("since=");
            self.open().name(part.as_bytes());
            self.open().text("/");
            self.open().number(unit_ms as u64, 0);
            self.end_word();
        }
        self.end();
    }

    const fn qualifier_part(&mut self, part: &PartLayout) {
        encoding::write_locked(self.open(), &part.encoding);
        self.open().text(if part.desc { ",desc" } else { "" });
        self.open().text(if part.reverse { ",reverse" } else { "" });
        self.open()
            .text(if part.omit_none { ",optional" } else { "" });
        if let Some(separator) = &part.separator {
            self.open()
                .text(if part.terminated { ",end=" } else { ",before=" });
            self.open().name(crate::cow::elements(separator));
        }
        self.end_word();
    }

    /// Starts the fact of an index: its table (the namespace and the name), and its buckets.
    pub const fn start_index(&mut self, table: (&str, &str), buckets: Option<IndexBuckets>) {
        self.begin(word!("index"));
        self.table_name(table);
        self.end_word();
        if let Some(buckets) = buckets {
            self.open().text("buckets=");
            self.open().number(buckets.count() as u64, 0);
            self.end_word();
        }
    }

    /// Writes an indexed column.
    pub const fn indexed_column(&mut self, column: [&[u8]; 2], encoding: &Encoding, desc: bool) {
        self.open().joined(column[0], b":");
        self.open().name(column[1]);
        self.indexed(encoding, desc);
    }

    /// Writes an indexed key part, by its number in the key.
    pub const fn indexed_part(
        &mut self,
        field: &str,
        key: &KeyLayout,
        encoding: &Encoding,
        desc: bool,
    ) {
        let parts = key.as_parts();
        let mut at = 0;
        while at < parts.len()
            && !super::line::is_same(str_of(&parts[at].name).as_bytes(), field.as_bytes())
        {
            at += 1;
        }
        self.open().text("key:");
        self.open().number(at as u64 + 1, 2);
        self.indexed(encoding, desc);
    }

    const fn indexed(&mut self, encoding: &Encoding, desc: bool) {
        self.open().text("=");
        encoding::write_locked(self.open(), encoding);
        self.open().text(if desc { ",desc" } else { "" });
        self.end_word();
    }

    /// Ends the fact of an index; its TTL, in seconds, is a fact of its own.
    pub const fn end_index(&mut self, table: (&str, &str), ttl_s: Option<u32>) {
        self.end();
        if let Some(seconds) = ttl_s {
            self.begin(word!("index_ttl"));
            self.table_name(table);
            self.end_word();
            self.number(seconds as u64);
            self.end();
        }
    }

    const fn table_name(&mut self, (namespace, name): (&str, &str)) {
        self.open().text(namespace);
        self.open().text(":");
        self.open().text(name);
    }
}
