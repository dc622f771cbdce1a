//! The lines of one table in a text, and what they contain.

use super::cell_change;
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
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(at) {
            if other.is_about_same(fact) {
                return Some(other);
            }
            at = next;
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

    /// The column of this name that was removed, and whose cells had another type or codec.
    pub(super) const fn removed(&self, column: &FactLine<'_>) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((text_line, next)) = line::next(self.text, at) {
            at = next;
            if let Some(former) = former(text_line, self.table)
                && former.is_about_same(column)
                && !cell_change::has_same_bytes(&former, column)
            {
                return Some(former);
            }
        }
        None
    }

    /// Whether there is an exception for a fact with this hash.
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
