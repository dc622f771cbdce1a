//! Writes the facts of a table, one a line, and computes their hashes and the table's fingerprint.

use super::hash::{self, Line};
use super::word::{Word, WordWriter};
use crate::name::TableName;

/// Digits of a hash.
pub(super) const HASH_DIGITS: usize = 16;

/// Writes the facts of one table into a buffer: each line is the table, a keyword, the words of the fact, and their hash.
///
/// The order of the facts does not change the fingerprint.
///
/// ```
/// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
/// use hbase_model::lock::FactWriter;
/// let mut table = TableDescriptor::new(TableName::parse("SHOP:ORDER_BOOK")?);
/// table.families = vec![FamilyDescriptor::new("D1")].into();
/// let mut text = [0; 512];
/// let mut facts = FactWriter::new(&table.name, &mut text);
/// facts.table(&table, false);
/// let (len, fingerprint) = (facts.len(), facts.fingerprint());
/// assert!(text[..len].starts_with(b"SHOP:ORDER_BOOK family D1 "));
///
/// let mut only_hashed = FactWriter::hashing(&table.name);
/// only_hashed.table(&table, false);
/// assert_eq!(only_hashed.fingerprint(), fingerprint);
/// # Ok::<(), hbase_model::name::NameError>(())
/// ```
#[derive(Debug)]
pub struct FactWriter<'a> {
    table: (&'a str, &'a str),
    word: WordWriter<'a>,
    /// A line that consists of the table.
    start: Line,
    /// The complete words of this line.
    line: Line,
    fingerprint: u64,
    count: usize,
    /// The number of the field that the next facts are of, and its name.
    field: (usize, &'static str),
    /// The fact whose field is wanted, from 0.
    wanted: usize,
    found: (usize, &'static str),
}

impl<'a> FactWriter<'a> {
    /// A writer of this table's facts into `out`; text beyond its end is not written.
    pub const fn new(table: &'a TableName, out: &'a mut [u8]) -> Self {
        Self::with_words(table, WordWriter::new(out))
    }

    /// A writer that computes the fingerprint only.
    pub const fn hashing(table: &'a TableName) -> Self {
        Self::with_words(table, WordWriter::hashing())
    }

    /// The same for a table with this hash of the word that is its name.
    pub(super) const fn of_word(name: u64) -> Self {
        Self::starting(("", ""), name, WordWriter::hashing())
    }

    const fn with_words(table: &'a TableName, word: WordWriter<'a>) -> Self {
        Self::starting(table.as_pair(), word_of(table), word)
    }

    const fn starting(table: (&'a str, &'a str), name: u64, word: WordWriter<'a>) -> Self {
        Self {
            table,
            word,
            start: Line::EMPTY.with_word(name),
            line: Line::EMPTY,
            fingerprint: 0,
            count: 0,
            field: (0, ""),
            wanted: usize::MAX,
            found: (0, ""),
        }
    }

    /// The length of the text, which may be longer than the buffer.
    pub const fn len(&self) -> usize {
        self.word.len()
    }

    /// Whether no fact was written.
    pub const fn is_empty(&self) -> bool {
        self.count == 0
    }

    /// The number of facts.
    pub const fn count(&self) -> usize {
        self.count
    }

    /// The fingerprint of all facts so far.
    pub const fn fingerprint(&self) -> u64 {
        self.fingerprint
    }

    /// The hash of the table's name, by which locks are searched.
    pub const fn name_hash(&self) -> u64 {
        self.start.hash()
    }

    /// Sets the field that the next facts are of: its number in the struct from 1, or 0, and its name.
    #[doc(hidden)]
    pub const fn of_field(&mut self, number: usize, name: &'static str) {
        self.field = (number, name);
    }

    /// The same writer, which remembers the field of this fact, from 0.
    #[doc(hidden)]
    #[must_use]
    pub const fn finding(mut self, fact: usize) -> Self {
        self.wanted = fact;
        self
    }

    /// The number and the name of the field of the fact that was wanted.
    #[doc(hidden)]
    pub const fn found(&self) -> (usize, &'static str) {
        self.found
    }

    /// Writes the table's name alone, and returns the length of the text so far.
    #[doc(hidden)]
    pub const fn write_name(&mut self) -> usize {
        if !is_default(self.table.0) {
            self.word.unhashed(self.table.0.as_bytes());
            self.word.unhashed(b":");
        }
        self.word.unhashed(self.table.1.as_bytes());
        self.len()
    }

    /// Starts a line.
    pub(super) const fn begin(&mut self, keyword: &Word) {
        self.line = self.start;
        if !self.word.only_hashes() {
            self.write_name();
            self.word.unhashed(b" ");
        }
        self.known(keyword);
    }

    /// Writes a word that is known when this crate is compiled.
    pub(super) const fn known(&mut self, word: &Word) {
        if self.word.only_hashes() {
            self.line = self.line.with_word(word.hash);
        } else {
            self.word(word.text);
        }
    }

    /// Leaves out a word whose hash is added later.
    pub(super) const fn skip_word(&mut self) {
        self.line = self.line.with_word(0);
    }

    /// The sum of the words of this line.
    pub(super) const fn line_sum(&self) -> u64 {
        self.line.sum()
    }

    /// The word that is being written.
    pub(super) const fn open(&mut self) -> &mut WordWriter<'a> {
        &mut self.word
    }

    /// Ends the word that was being written.
    pub(super) const fn end_word(&mut self) {
        self.line = self.line.with_word(self.word.end());
        if !self.word.only_hashes() {
            self.word.unhashed(b" ");
        }
    }

    /// Writes a word without blanks; nothing if it is empty.
    pub(super) const fn word(&mut self, text: &str) {
        if !text.is_empty() {
            self.word.text(text);
            self.end_word();
        }
    }

    /// Writes a word that is part of a list of words: nothing is left to escape.
    pub(super) const fn raw(&mut self, word: &[u8]) {
        self.word.raw(word);
        self.end_word();
    }

    /// Writes a number as a word.
    pub(super) const fn number(&mut self, number: u64) {
        self.word.number(number, 0);
        self.end_word();
    }

    /// Writes a name as a word, `""` for an empty one.
    pub(super) const fn name(&mut self, name: &[u8]) {
        self.word.whole_name(name);
        self.end_word();
    }

    /// Ends a line with a code and its variant.
    pub(super) const fn code(&mut self, [code, variant]: [&[u8]; 2]) {
        self.raw(code);
        self.raw(variant);
        self.end();
    }

    /// Ends the line.
    pub(super) const fn end(&mut self) {
        if self.count == self.wanted {
            self.found = self.field;
        }
        self.count += 1;
        let hash = self.line.hash();
        self.fingerprint = hash::with_fact(self.fingerprint, hash);
        if !self.word.only_hashes() {
            self.word.unhashed(&digits(hash));
            self.word.unhashed(b"\n");
        }
    }
}

/// The hash of the word that is the table's name.
pub(super) const fn word_of(table: &TableName) -> u64 {
    let (namespace, qualifier) = table.as_pair();
    let mut name = hash::EMPTY;
    if !is_default(namespace) {
        name = hash::of_bytes(hash::of_bytes(name, namespace.as_bytes()), b":");
    }
    hash::of_bytes(name, qualifier.as_bytes())
}

/// The hex digits of a hash.
pub(super) const fn digits(hash: u64) -> [u8; HASH_DIGITS] {
    const DIGITS: &[u8; 16] = b"0123456789abcdef";
    let mut text = [0; HASH_DIGITS];
    let mut at = 0;
    while at < HASH_DIGITS {
        text[at] = DIGITS[(hash >> (60 - 4 * at) & 15) as usize];
        at += 1;
    }
    text
}

/// Whether this is the namespace `default`, which `HBase` leaves out.
const fn is_default(namespace: &str) -> bool {
    super::line::is_same(
        namespace.as_bytes(),
        TableName::DEFAULT_NAMESPACE.as_bytes(),
    )
}
