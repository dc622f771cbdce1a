//! The lines of one table in a text, and what they contain.

use super::cell_change::has_same_bytes;
use super::hash;
use super::kind::{former, is_code_of, is_owner, owner};
use super::line::{self, FactLine, Keyword, is_same};

/// A text of which only the lines of one table count.
#[derive(Clone, Copy, Debug)]
pub(super) struct TableLines<'a> {
    pub(super) text: &'a [u8],
    pub(super) table: &'a [u8],
}

impl<'a> TableLines<'a> {
    /// The first fact from an offset, and the offset after its line.
    pub(super) const fn fact_at(&self, from: usize) -> Option<(FactLine<'a>, usize)> {
        let mut at = from;
        while let Some((text_line, next)) = line::next(self.text, at) {
            at = next;
            if let Some(rest) = line::of_table(text_line, self.table)
                && let Some(fact) = FactLine::parse(rest)
            {
                return Some((fact, next));
            }
        }
        None
    }

    /// Whether there is no fact.
    pub(super) const fn is_empty(&self) -> bool {
        self.fact_at(0).is_none()
    }

    /// The fact about the same.
    pub(super) const fn find(&self, fact: &FactLine<'_>) -> Option<FactLine<'a>> {
        match self.find_line(fact) {
            Some((found, _)) => Some(found),
            None => None,
        }
    }

    /// The fact about the same, and its line among the facts from 0.
    pub(super) const fn find_line(&self, fact: &FactLine<'_>) -> Option<(FactLine<'a>, usize)> {
        let (mut at, mut line) = (0, 0);
        while let Some((other, next)) = self.fact_at(at) {
            if other.is_about_same(fact) {
                return Some((other, line));
            }
            (at, line) = (next, line + 1);
        }
        None
    }

    /// Whether there is what a fact describes further: the family of an attribute, the codes of a column, the index of a TTL.
    /// Without it, the fact is not a change of its own.
    pub(super) const fn has_owner(&self, fact: &FactLine<'_>) -> bool {
        self.owner_of(fact).is_some() || owner(fact.keyword).is_none()
    }

    /// What a fact describes further.
    pub(super) const fn owner_of(&self, fact: &FactLine<'_>) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if is_owner(&other, fact) {
                return Some(other);
            }
            at = next;
        }
        None
    }

    /// The first code of the column, or of the key part, of `code`.
    pub(super) const fn first_code(&self, code: &FactLine<'_>) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if is_code_of(&other, code) {
                return Some(other);
            }
            at = next;
        }
        None
    }

    /// Whether the column or key part of `code` has this variant, with any code.
    pub(super) const fn has_variant(&self, code: &FactLine<'_>, variant: &[u8]) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if is_code_of(&other, code) && is_same(other.value(), variant) {
                return true;
            }
            at = next;
        }
        false
    }

    /// Whether the key has a part of this name.
    pub(super) const fn has_part(&self, name: &[u8]) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if matches!(other.keyword, Keyword::Key) && is_same(other.value_word(0), name) {
                return true;
            }
            at = next;
        }
        false
    }

    /// Whether the key has a salt.
    pub(super) const fn has_salt(&self) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if matches!(other.keyword, Keyword::Salt) {
                return true;
            }
            at = next;
        }
        false
    }

    /// The column that `other` does not have, and that is likely `column` under its other name: all but its family, or all but
    /// its qualifier, is the same.
    pub(super) const fn moved(&self, other: &Self, column: &FactLine<'_>) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((fact, next)) = self.fact_at(at) {
            at = next;
            let is_near = is_same(fact.name_word(0), column.name_word(0))
                || is_same(fact.name_word(1), column.name_word(1));
            if matches!(fact.keyword, Keyword::Cell)
                && is_near
                && is_same(fact.value(), column.value())
                && other.find(&fact).is_none()
            {
                return Some(fact);
            }
        }
        None
    }

    /// The earlier column of this name whose cells had another type or codec, or the earlier variant of this code. If `is_known`,
    /// the fact took the place of those that are marked so, and only removed ones count.
    pub(super) const fn former(&self, fact: &FactLine<'_>, is_known: bool) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((text_line, next)) = line::next(self.text, at) {
            at = next;
            if let Some(former) = former(text_line, self.table)
                && former.fact.is_about_same(fact)
                && !has_same_bytes(&former.fact, fact)
                && (former.is_removed || !is_known)
            {
                return Some(former.fact);
            }
        }
        None
    }

    /// The number of the line with what a fact describes further, among the facts from 0.
    pub(super) const fn line_of_owner(&self, fact: &FactLine<'_>) -> Option<usize> {
        let (mut at, mut line) = (0, 0);
        while let Some((other, next)) = self.fact_at(at) {
            if is_owner(&other, fact) {
                return Some(line);
            }
            (at, line) = (next, line + 1);
        }
        None
    }

    /// The sum of the hashes of a fact and of those that describe it further; of all codes of a key part if `all_codes`.
    pub(super) const fn sum(&self, fact: &FactLine<'_>, all_codes: bool) -> u64 {
        let (mut sum, mut at) = (0, 0);
        while let Some((other, next)) = self.fact_at(at) {
            at = next;
            let is_part = other.is_about_same(fact)
                || is_owner(fact, &other)
                || all_codes && is_code_of(&other, fact);
            if is_part {
                sum = hash::with_fact(sum, other.hash_number());
            }
        }
        sum
    }

    /// The sum of all facts' hashes.
    pub(super) const fn sum_of_all(&self) -> u64 {
        let (mut sum, mut at) = (0, 0);
        while let Some((fact, next)) = self.fact_at(at) {
            sum = hash::with_fact(sum, fact.hash_number());
            at = next;
        }
        sum
    }

    /// Whether there is an exception for a change with this hash, which was not recorded yet.
    pub(super) const fn has_exception(&self, hash: &[u8]) -> bool {
        let mut at = 0;
        while let Some((text_line, next)) = line::next(self.text, at) {
            at = next;
            if let Some(rest) = line::of_table(text_line, self.table)
                && let Some(exception) = line::after(rest, "except")
                && is_same(line::word(exception, 0), hash)
            {
                return true;
            }
        }
        false
    }
}
