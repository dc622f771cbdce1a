//! The fingerprint of a table from parts: the macro hashes names, and a const the words of a type, once in a crate.
//!
//! A const takes long to hash text, and longer to evaluate a schema. These are the hashes of the lines that [`FactWriter`] writes.

use super::cell::{CODED, absent, cell_type, codec, next_code};
use super::hash::{self, Line};
use super::word::{Word, WordWriter, word};
use super::writer::{FactWriter, word_of};
use super::{LockedCell, encoding};
use crate::described::{CellCodec, CellFacts};
use crate::layout::{Encoding, PartLayout};
use crate::name::TableName;

/// The words of a column's line before its type.
const BEFORE_TYPE: usize = 4;
/// The words of a line before the encoding of a key part.
const BEFORE_ENCODING: usize = 4;

/// The hash of a table's name as a word.
pub const fn table(name: &TableName) -> u64 {
    word_of(name)
}

/// The hash by which a lock finds the table with this word.
pub const fn name_hash(table: u64) -> u64 {
    Line::EMPTY.with_word(table).hash()
}

/// The sums of the words of a column's line `cell` before its type, and of its lines `code` before the code: one number, because
/// the compiler checks each expression.
pub const fn column(table: &TableName, family: &[u8], qualifier: &[u8]) -> u128 {
    let cell = named(table, word!("cell"), family, qualifier);
    let code = named(table, word!("code"), family, qualifier);
    (cell as u128) << 64 | code as u128
}

const fn named(table: &TableName, keyword: &Word, family: &[u8], qualifier: &[u8]) -> u64 {
    let mut facts = FactWriter::hashing(table);
    facts.begin(keyword);
    facts.name(family);
    facts.name(qualifier);
    facts.line_sum()
}

/// The sum of the words of a key part's line without its encoding.
pub const fn part(table: &TableName, at: usize, part: &PartLayout) -> u64 {
    let mut facts = FactWriter::hashing(table);
    facts.start_part(at, part);
    facts.skip_word();
    facts.part_options(part);
    facts.line_sum()
}

/// The fingerprint of a column, in the table with this word.
pub const fn whole_column(table: u64, column: &LockedCell<'_>) -> u64 {
    let mut facts = FactWriter::of_word(table);
    facts.cell(column);
    facts.fingerprint()
}

/// The type of a column without options, in a codec that needs no module.
#[derive(Clone, Copy, Debug)]
pub struct HashedValue {
    /// The sum of the words from the type on.
    words: u64,
    codes: &'static str,
}

impl HashedValue {
    /// Of a type with these facts, and the codes of its enum.
    pub const fn of(facts: CellFacts, codes: &'static str) -> Self {
        let mut word = WordWriter::hashing();
        cell_type(&mut word, facts.logical_type);
        let line = Line::after(BEFORE_TYPE).with_word(word.end());
        codec(&mut word, CellCodec::Java, facts);
        let mut line = line.with_word(word.end());
        line = line.with_word(absent(facts, false, false).hash);
        if !codes.is_empty() {
            line = line.with_word(word!(CODED).hash);
        }
        Self {
            words: line.sum(),
            codes,
        }
    }

    /// The fingerprint of a column, by the sums of its other words: [`column`].
    #[allow(clippy::cast_possible_truncation, reason = "two numbers in one")]
    pub const fn column(&self, others: u128) -> u64 {
        let (cell, code) = ((others >> 64) as u64, others as u64);
        let fingerprint = hash::of_sum(cell.wrapping_add(self.words));
        if self.codes.is_empty() {
            return fingerprint;
        }
        self.with_codes(fingerprint, code)
    }

    const fn with_codes(&self, mut fingerprint: u64, before: u64) -> u64 {
        let mut codes = self.codes.as_bytes();
        while let Some(([code, variant], rest)) = next_code(codes) {
            let line = Line::after(BEFORE_TYPE).with_word(hash::of_bytes(hash::EMPTY, code));
            let line = line.with_word(hash::of_bytes(hash::EMPTY, variant));
            let fact = hash::of_sum(before.wrapping_add(line.sum()));
            fingerprint = hash::with_fact(fingerprint, fact);
            codes = rest;
        }
        fingerprint
    }
}

/// The encoding of a key part.
#[derive(Clone, Copy, Debug)]
pub struct HashedEncoding(u64);

impl HashedEncoding {
    /// The hash of the encoding's word.
    pub const fn of(of: &Encoding) -> Self {
        let mut word = WordWriter::hashing();
        encoding::write_locked(&mut word, of);
        Self(Line::after(BEFORE_ENCODING).with_word(word.end()).sum())
    }

    /// The fingerprint of a key part, by the sum of its other words.
    pub const fn part(&self, others: u64) -> u64 {
        hash::of_sum(others.wrapping_add(self.0))
    }
}
