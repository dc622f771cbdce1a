//! Lines of facts and their words, in consts and at run time.

use super::writer::HASH_DIGITS;

/// A keyword: what a line records.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Keyword {
    Cell,
    Code,
    Dynamic,
    Family,
    Index,
    IndexTtl,
    KeepDeletedCells,
    Key,
    KeyCode,
    MinVersions,
    NewVersionBehavior,
    RowVersion,
    Salt,
    Timestamp,
    Ttl,
    Versions,
}

/// Each keyword, and the number of words after it that name what the fact is about. The other words are its value.
const KEYWORDS: [(Keyword, &str, usize); 16] = [
    (Keyword::Cell, "cell", 2),
    (Keyword::Code, "code", 3),
    (Keyword::Dynamic, "dynamic", 2),
    (Keyword::Family, "family", 1),
    (Keyword::Index, "index", 1),
    (Keyword::IndexTtl, "index_ttl", 1),
    (Keyword::KeepDeletedCells, "keep_deleted_cells", 1),
    (Keyword::Key, "key", 1),
    (Keyword::KeyCode, "key_code", 2),
    (Keyword::MinVersions, "min_versions", 1),
    (Keyword::NewVersionBehavior, "new_version_behavior", 1),
    (Keyword::RowVersion, "row_version", 0),
    (Keyword::Salt, "salt", 0),
    (Keyword::Timestamp, "timestamp", 0),
    (Keyword::Ttl, "ttl", 1),
    (Keyword::Versions, "versions", 1),
];

/// The fact of a line: its words without the table, and its hash.
#[derive(Clone, Copy, Debug)]
pub(super) struct FactLine<'a> {
    pub(super) keyword: Keyword,
    /// The number of words that name what the fact is about.
    named_by: usize,
    /// The keyword and all words after it.
    pub(super) words: &'a [u8],
    pub(super) hash: &'a [u8],
}

impl<'a> FactLine<'a> {
    /// The fact of a line without its table; `None` for a line that is not a fact.
    pub(super) const fn parse(line: &'a [u8]) -> Option<Self> {
        let Some(end) = line.len().checked_sub(HASH_DIGITS + 1) else {
            return None;
        };
        let (words, hash) = line.split_at(end);
        let (first, mut at) = (word(words, 0), 0);
        while at < KEYWORDS.len() {
            let (keyword, text, named_by) = KEYWORDS[at];
            if is_same(first, text.as_bytes()) {
                return Some(Self {
                    keyword,
                    named_by,
                    words,
                    hash: hash.split_at(1).1,
                });
            }
            at += 1;
        }
        None
    }

    /// The keyword, as in the line.
    pub(super) const fn keyword_text(&self) -> &'a [u8] {
        word(self.words, 0)
    }

    /// The words that name what the fact is about, without the keyword.
    pub(super) const fn name(&self) -> &'a [u8] {
        words(self.words, 1, self.named_by)
    }

    /// One of these words, from 0.
    pub(super) const fn name_word(&self, at: usize) -> &'a [u8] {
        word(self.words, 1 + at)
    }

    /// All words of the value.
    pub(super) const fn value(&self) -> &'a [u8] {
        words(self.words, 1 + self.named_by, usize::MAX)
    }

    /// The words of the value from the one at `at`.
    pub(super) const fn value_from(&self, at: usize) -> &'a [u8] {
        words(self.words, 1 + self.named_by + at, usize::MAX)
    }

    /// One word of the value, from 0; empty if it has fewer.
    pub(super) const fn value_word(&self, at: usize) -> &'a [u8] {
        word(self.words, 1 + self.named_by + at)
    }

    /// Whether a word is among those of the value from `at`.
    pub(super) const fn has_word(&self, mut at: usize, wanted: &str) -> bool {
        loop {
            let word = self.value_word(at);
            if word.is_empty() {
                return false;
            }
            if is_same(word, wanted.as_bytes()) {
                return true;
            }
            at += 1;
        }
    }

    /// Whether both facts are about the same.
    pub(super) const fn is_about_same(&self, other: &Self) -> bool {
        self.keyword as u8 == other.keyword as u8 && is_same(self.name(), other.name())
    }

    /// Whether both facts are the same.
    pub(super) const fn is_same(&self, other: &Self) -> bool {
        is_same(self.words, other.words)
    }

    /// The number of the hash.
    pub(super) const fn hash_number(&self) -> u64 {
        let (mut number, mut at) = (0, 0);
        while at < self.hash.len() {
            let digit = (self.hash[at] as char).to_digit(16);
            number = number << 4
                | match digit {
                    Some(digit) => digit as u64,
                    None => 0,
                };
            at += 1;
        }
        number
    }

    /// A number of the value, 0 for other words.
    pub(super) const fn number(&self, at: usize) -> u64 {
        let digits = self.value_word(at);
        let (mut number, mut at) = (0_u64, 0);
        while at < digits.len() {
            if !digits[at].is_ascii_digit() {
                return 0;
            }
            number = number
                .saturating_mul(10)
                .saturating_add((digits[at] - b'0') as u64);
            at += 1;
        }
        number
    }
}

/// The line at an offset, without its end, and the offset of the next one; `None` at the end of the text.
pub(super) const fn next(text: &[u8], from: usize) -> Option<(&[u8], usize)> {
    if from >= text.len() {
        return None;
    }
    let mut to = from;
    while to < text.len() && text[to] != b'\n' {
        to += 1;
    }
    let end = if to > from && text[to - 1] == b'\r' {
        to - 1
    } else {
        to
    };
    Some((slice(text, from, end), to + 1))
}

/// What follows a table's name in a line; `None` for a line of another table.
pub(super) const fn of_table<'a>(line: &'a [u8], table: &[u8]) -> Option<&'a [u8]> {
    if line.len() <= table.len() || line[table.len()] != b' ' {
        return None;
    }
    let (name, rest) = line.split_at(table.len());
    if is_same(name, table) {
        Some(rest.split_at(1).1)
    } else {
        None
    }
}

/// What follows a word at the start of a line; `None` for another word.
pub(super) const fn after<'a>(line: &'a [u8], word: &str) -> Option<&'a [u8]> {
    of_table(line, word.as_bytes())
}

/// One word of a line; empty if it has fewer.
pub(super) const fn word(line: &[u8], at: usize) -> &[u8] {
    words(line, at, 1)
}

/// Words of a line, from the one at `skip`.
const fn words(line: &[u8], skip: usize, count: usize) -> &[u8] {
    let from = offset(line, 0, skip);
    let to = offset(line, from, count);
    let end = if to > from && to <= line.len() && line[to - 1] == b' ' {
        to - 1
    } else {
        to
    };
    slice(line, from, end)
}

/// The offset after a number of words and their blanks.
const fn offset(line: &[u8], from: usize, words: usize) -> usize {
    let (mut at, mut left) = (from, words);
    while left > 0 && at < line.len() {
        if line[at] == b' ' {
            left -= 1;
        }
        at += 1;
    }
    at
}

const fn slice(text: &[u8], from: usize, to: usize) -> &[u8] {
    text.split_at(to).0.split_at(from).1
}

/// Whether bytes are equal, in a const.
pub(super) const fn is_same(a: &[u8], b: &[u8]) -> bool {
    if a.len() != b.len() {
        return false;
    }
    let mut at = 0;
    while at < a.len() {
        if a[at] != b[at] {
            return false;
        }
        at += 1;
    }
    true
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_line_has_words() {
        let line = b"S:T cell D1 CENTS u64 java required 0123456789abcdef";
        let fact = FactLine::parse(of_table(line, b"S:T").unwrap()).unwrap();
        assert_eq!(fact.keyword, Keyword::Cell);
        assert_eq!(fact.name(), b"D1 CENTS");
        assert_eq!(fact.name_word(1), b"CENTS");
        assert_eq!(fact.value(), b"u64 java required");
        assert_eq!(fact.value_word(2), b"required");
        assert_eq!(fact.value_word(3), b"");
        assert!(fact.has_word(1, "java") && !fact.has_word(1, "u64"));
        assert_eq!(fact.hash, b"0123456789abcdef");
        assert!(of_table(line, b"S:").is_none() && of_table(line, b"S:TT").is_none());
    }

    #[test]
    fn lines_end_by_line_feeds() {
        let text = b"a\r\n\nb";
        assert_eq!(next(text, 0), Some((&b"a"[..], 3)));
        assert_eq!(next(text, 3), Some((&b""[..], 4)));
        assert_eq!(next(text, 4), Some((&b"b"[..], 6)));
        assert_eq!(next(text, 6), None);
    }

    #[test]
    fn facts_without_a_name_have_a_value() {
        let fact = FactLine::parse(b"salt buckets 4 text 0123456789abcdef").unwrap();
        assert_eq!(
            (fact.name(), fact.value()),
            (&b""[..], &b"buckets 4 text"[..])
        );
        assert_eq!(fact.number(1), 4);
    }
}
