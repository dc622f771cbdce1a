//! The fingerprint of a table from parts: the macro hashes names, and a const the words of a type, once in a crate.
//!
//! A const takes long to hash text, and longer to evaluate a schema. These are the hashes of the lines that [`FactWriter`] writes.

use super::cell::{CODED, absent, cell_type, codec};
use super::hash::{self, Line};
use super::word::{Word, WordWriter, word};
use super::writer::{FactWriter, word_of};
use super::{LockedCell, encoding};
use crate::codes::next_code;
use crate::described::{CellCodec, CellFacts};
use crate::layout::{Encoding, PartLayout};
use crate::name::TableName;

/// The words of a column's line before its type.
const BEFORE_TYPE: usize = 4;
/// The words of a column's line `code` before the code.
const BEFORE_CELL_CODE: usize = 4;
/// The words of a key part's line before its encoding.
const BEFORE_ENCODING: usize = 4;
/// The words of a key part's line `key_code` before the code.
const BEFORE_KEY_CODE: usize = 3;

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
    both(cell, code)
}

/// The sum of a line, and that of the lines of its codes.
const fn both(line: u64, code: u64) -> u128 {
    (line as u128) << 64 | code as u128
}

const fn named(table: &TableName, keyword: &Word, family: &[u8], qualifier: &[u8]) -> u64 {
    let mut facts = FactWriter::hashing(table);
    facts.begin(keyword);
    facts.name(family);
    facts.name(qualifier);
    facts.line_sum()
}

/// The sums of the words of a key part's line without its encoding, and of its lines `key_code` before the code.
pub const fn part(table: &TableName, at: usize, part: &PartLayout) -> u128 {
    let mut facts = FactWriter::hashing(table);
    facts.start_part(at, part);
    facts.skip_word();
    facts.part_options(part);
    let key = facts.line_sum();
    facts.start_key_code(at);
    both(key, facts.line_sum())
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
    pub const fn column(&self, others: u128) -> u64 {
        fingerprint(
            others,
            self.words,
            Line::after(BEFORE_CELL_CODE),
            self.codes,
        )
    }
}

/// The encoding of a key part, and the codes of its enum.
#[derive(Clone, Copy, Debug)]
pub struct HashedPart {
    /// The sum of the encoding's word.
    encoding: u64,
    codes: &'static str,
}

impl HashedPart {
    /// Of a type with this encoding, and the codes of its enum.
    pub const fn of(of: &Encoding, codes: &'static str) -> Self {
        let mut word = WordWriter::hashing();
        encoding::write_locked(&mut word, of);
        let encoding = Line::after(BEFORE_ENCODING).with_word(word.end()).sum();
        Self { encoding, codes }
    }

    /// The fingerprint of a key part, by the sums of its other words: [`part`].
    pub const fn part(&self, others: u128) -> u64 {
        fingerprint(
            others,
            self.encoding,
            Line::after(BEFORE_KEY_CODE),
            self.codes,
        )
    }
}

/// The fingerprint of a fact with its codes, by the sums of [`both`] lines, and the sum of the words that depend on the type.
/// `code` is a line up to the code.
#[allow(clippy::cast_possible_truncation, reason = "two numbers in one")]
const fn fingerprint(others: u128, words: u64, code: Line, codes: &str) -> u64 {
    let (line, before) = ((others >> 64) as u64, others as u64);
    let mut fingerprint = hash::of_sum(line.wrapping_add(words));
    let mut codes = codes.as_bytes();
    while let Some(([name, variant], rest)) = next_code(codes) {
        let line = code.with_word(hash::of_bytes(hash::EMPTY, name));
        let line = line.with_word(hash::of_bytes(hash::EMPTY, variant));
        let fact = hash::of_sum(before.wrapping_add(line.sum()));
        fingerprint = hash::with_fact(fingerprint, fact);
        codes = rest;
    }
    fingerprint
}
