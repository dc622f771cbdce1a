//! Fingerprints from hashes that a macro computes: of a line up to the words that follow from a type.
//!
//! They equal those of [`FactWriter`], and cost a const a small part of it: names are hashed before, and the words of a type once.

use super::cell;
use super::hash;
use super::word::{WordWriter, rendered};
use super::{FactWriter, LockedCell};
use crate::described::ColumnQualifier;
use crate::descriptor::TableDescriptor;
use crate::time::PeriodUnit;

/// The hashes of a column's words after its name; 0 for an option that it does not have.
#[derive(Clone, Copy, Debug)]
pub struct CellWords([u64; 5]);

impl CellWords {
    /// The words of a column: its names are not used.
    pub const fn of(of: &LockedCell<'_>) -> Self {
        let mut word = WordWriter::new(&mut []);
        cell::cell_type(&mut word, of.facts.logical_type);
        let logical_type = word.end();
        cell::codec(&mut word, of.codec, of.facts);
        let format = word.end();
        let counter = if of.counter { text(cell::COUNTER) } else { 0 };
        let coded = if of.codes.is_empty() {
            0
        } else {
            text(cell::CODED)
        };
        Self([logical_type, format, text(cell::absent(of)), counter, coded])
    }

    /// The part of a fingerprint that is the column's fact. `name` is the hash of its line up to its name.
    pub const fn fact(&self, name: u64) -> u64 {
        let (mut line, mut at) = (name, 0);
        while at < self.0.len() {
            if self.0[at] != 0 {
                line = hash::with_word(line, self.0[at]);
            }
            at += 1;
        }
        hash::with_fact(0, line)
    }
}

const fn text(text: &str) -> u64 {
    hash::of_bytes(hash::EMPTY, text.as_bytes())
}

/// The part of a fingerprint that is the codes of an enum. `name` is the hash of their lines up to the column's name.
pub const fn codes(name: u64, codes: &str) -> u64 {
    let (codes, mut at, mut sum) = (codes.as_bytes(), 0, 0);
    while at < codes.len() {
        let (mut line, mut word) = (name, hash::EMPTY);
        while at < codes.len() && codes[at] != b',' {
            if codes[at] == b'=' {
                line = hash::with_word(line, word);
                word = hash::EMPTY;
            } else {
                word = hash::of_byte(word, codes[at]);
            }
            at += 1;
        }
        sum = hash::with_fact(sum, hash::with_word(line, word));
        at += 1;
    }
    sum
}

/// The hashes of the lines of a column and of its codes, up to the column's name.
pub fn column_names(table: &TableDescriptor, family: &str, qualifier: &[u8]) -> [u64; 2] {
    let qualifier = ColumnQualifier::new(qualifier);
    let column = rendered(|word| {
        word.name(family.as_bytes());
        word.text(" ");
        if qualifier.is_empty() {
            word.text("\"\"");
        } else {
            word.name(qualifier.as_bytes());
        }
    });
    ["cell", "code"].map(|keyword| {
        let line = format!("{} {keyword} {column}", table.name);
        hash::of_line(line.as_bytes())
    })
}

/// The part of a fingerprint that follows from no type: the table's families, and its timestamps.
pub fn without_types(table: &TableDescriptor, timestamp: Option<Option<PeriodUnit>>) -> u64 {
    let mut facts = FactWriter::new(&table.name, &mut []);
    facts.table(table, false);
    if let Some(period) = timestamp {
        facts.timestamp(period);
    }
    facts.fingerprint()
}
