//! Structs of one table that contradict each other.

use super::difference::as_text;
use super::line::{FactLine, Keyword};
use super::table_lines::TableLines;

/// A fact that two structs of one table declare differently. A lock has each fact once, so that it cannot have both.
///
/// Each struct may have columns of its own. Both have the whole key.
///
/// ```
/// use hbase_model::lock::Contradiction;
/// let order = "S:T family D1 0000000000000001\nS:T cell D1 QTY u32 java required 0000000000000002\n";
/// let view = "S:T cell D1 QTY u64 java required 0000000000000003\n";
/// let found = Contradiction::find([order, view], "S:T").unwrap();
/// assert_eq!(found.about(), "cell D1 QTY");
/// assert_eq!(found.words(), ["u32 java required", "u64 java required"]);
/// assert_eq!(found.lines, [Some(1), Some(0)]);
/// assert!(Contradiction::find([order, order], "S:T").is_none());
/// ```
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Contradiction<'a> {
    /// The lines of the fact among those of both structs, from 0; `None` for a struct that lacks the fact.
    pub lines: [Option<usize>; 2],
    pub(super) keyword: &'a [u8],
    pub(super) name: &'a [u8],
    pub(super) words: [&'a [u8]; 2],
}

impl<'a> Contradiction<'a> {
    /// The first contradiction between the facts of two structs of a table: lines as [`FactWriter`](super::FactWriter) writes them.
    pub const fn find(structs: [&'a str; 2], table: &'a str) -> Option<Self> {
        let table = table.as_bytes();
        let first = TableLines {
            text: structs[0].as_bytes(),
            table,
        };
        let second = TableLines {
            text: structs[1].as_bytes(),
            table,
        };
        if let Some(found) = Self::of(&first, &second) {
            return Some(found);
        }
        match Self::of(&second, &first) {
            Some(found) => Some(Self {
                lines: [found.lines[1], found.lines[0]],
                words: [found.words[1], found.words[0]],
                ..found
            }),
            None => None,
        }
    }

    /// The first fact of one struct that the other one declares differently, or lacks although both must have it.
    const fn of(first: &TableLines<'a>, second: &TableLines<'a>) -> Option<Self> {
        let (mut at, mut line) = (0, 0);
        while let Some((fact, next)) = first.fact_at(at) {
            let (other, words) = match second.find_line(&fact) {
                Some((other, _)) if other.is_same(&fact) => (None, None),
                Some((other, line)) => (Some(line), Some(other.value())),
                None if is_of_each(&fact) => (None, Some(b"".as_slice())),
                None => (None, None),
            };
            if let Some(words) = words {
                return Some(Self {
                    lines: [Some(line), other],
                    keyword: fact.keyword_text(),
                    name: fact.name(),
                    words: [fact.value(), words],
                });
            }
            (at, line) = (next, line + 1);
        }
        None
    }

    /// The name of the fact, as in its line: `cell D1 CENTS`.
    pub fn about(&self) -> String {
        let [keyword, name] = [self.keyword, self.name].map(as_text);
        format!("{keyword} {name}").trim_end().to_owned()
    }

    /// The values of the fact in both structs; empty for a struct that lacks it.
    pub const fn words(&self) -> [&'a str; 2] {
        [as_text(self.words[0]), as_text(self.words[1])]
    }
}

/// Whether all structs of a table have a fact, because it determines each row.
const fn is_of_each(fact: &FactLine<'_>) -> bool {
    matches!(
        fact.keyword,
        Keyword::Key | Keyword::Salt | Keyword::Timestamp
    )
}
