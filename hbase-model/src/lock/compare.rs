//! Compares the facts of a table with its lock, in consts and at run time.

use super::cell_change;
use super::change::{Change, Fact};
use super::difference::Difference;
use super::kind::{
    after_word, former, is_code_of, is_kept, is_number, is_owner, of_whole, owner, salt, whole,
    whole_cell,
};
use super::line::{self, FactLine, Keyword, is_same};

/// A lock and the facts of one of its tables, which are compared.
///
/// ```
/// use hbase_model::lock::{Change, Comparison, Fact};
/// let lock = "S:T cell D1 CENTS u64 java required 0000000000000001\n";
/// let now = "S:T cell D1 CENTS u32 java required 0000000000000002\n";
/// let worst = Comparison::new(lock, now, "S:T").worst().unwrap();
/// assert_eq!((worst.fact, worst.change), (Fact::CellType, Change::Changed));
/// assert_eq!((worst.was(), worst.is()), ("u64", "u32"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Comparison<'a> {
    lock: &'a [u8],
    now: &'a [u8],
    table: &'a [u8],
}

impl<'a> Comparison<'a> {
    /// Compares the facts `now` of a table with a lock; both are lines as [`FactWriter`](super::FactWriter) writes them.
    /// Lines of other tables are skipped.
    pub const fn new(lock: &'a str, now: &'a str, table: &'a str) -> Self {
        Self::of_bytes(lock.as_bytes(), now.as_bytes(), table.as_bytes())
    }

    /// The same, of bytes.
    #[doc(hidden)]
    pub const fn of_bytes(lock: &'a [u8], now: &'a [u8], table: &'a [u8]) -> Self {
        Self { lock, now, table }
    }

    /// The worst change, the first one of several; `None` if nothing changed.
    pub const fn worst(&self) -> Option<Difference<'a>> {
        let (mut worst, mut at) = (self.unlocked(), Cursor::START);
        while let Some((found, next)) = self.next(at) {
            worst = match worst {
                Some(known) if !found.is_worse_than(&known) => Some(known),
                _ => Some(found),
            };
            at = next;
        }
        worst
    }

    /// All changes: first those of facts that are now, then those that are gone.
    pub fn differences(&self) -> Vec<Difference<'a>> {
        let mut all = Vec::from_iter(self.unlocked());
        let mut at = Cursor::START;
        while let Some((found, next)) = self.next(at) {
            all.push(found);
            at = next;
        }
        all
    }

    /// The number of changes.
    pub const fn count(&self) -> usize {
        let mut count = self.unlocked().is_some() as usize;
        let mut at = Cursor::START;
        while let Some((_, next)) = self.next(at) {
            count += 1;
            at = next;
        }
        count
    }

    /// The change of a table that the lock does not have, which is its only one.
    const fn unlocked(&self) -> Option<Difference<'a>> {
        match (self.fact_at(self.lock, 0), self.fact_at(self.now, 0)) {
            (None, Some((fact, _))) => {
                let added = Difference::of(Fact::Table, Change::Added, &fact);
                Some(Difference {
                    about: [b"", b""],
                    ..added
                })
            }
            (Some((fact, _)), None) => {
                let removed = Difference::of(Fact::Table, Change::Removed, &fact);
                Some(Difference {
                    about: [b"", b""],
                    excepted: self.is_excepted(&removed),
                    ..removed
                })
            }
            _ => None,
        }
    }

    /// The next change after the cursor.
    const fn next(&self, mut at: Cursor) -> Option<(Difference<'a>, Cursor)> {
        if self.fact_at(self.lock, 0).is_none() || self.fact_at(self.now, 0).is_none() {
            return None;
        }
        while !at.is_gone {
            let Some((fact, offset)) = self.fact_at(self.now, at.offset) else {
                at = Cursor::GONE;
                break;
            };
            let line = at.line;
            at = at.after(offset);
            if let Some(found) = self.of_now(&fact) {
                let found = Difference {
                    line: Some(line),
                    ..found
                };
                return Some((self.excepted(found), at));
            }
        }
        while let Some((fact, offset)) = self.fact_at(self.lock, at.offset) {
            at = at.after(offset);
            if let Some(found) = self.of_gone(&fact) {
                return Some((self.excepted(found), at));
            }
        }
        None
    }

    /// The change of a fact that is now.
    const fn of_now(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        match self.find(self.lock, fact) {
            Some(before) if before.is_same(fact) => None,
            Some(before) => self.changed(&before, fact),
            None => self.added(fact),
        }
    }

    const fn changed(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        let (was, is) = (before.value(), fact.value());
        Some(match fact.keyword {
            Keyword::Cell => return cell_change::of(before, fact),
            Keyword::Code => self.code(before, fact),
            Keyword::Key => self.part(before, fact),
            Keyword::Salt => salt(before, fact),
            keyword => {
                let found = Difference::of(whole(keyword), Change::Changed, before).with(was, is);
                match keyword {
                    Keyword::KeepDeletedCells => found.by_number(is_kept(before), 0),
                    _ if is_number(keyword) => found.by_number(before.number(0), fact.number(0)),
                    _ => found,
                }
            }
        })
    }

    /// A code whose variant changed: it was renamed, unless the variants of two codes were exchanged.
    const fn code(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> Difference<'a> {
        let (was, is) = (before.value(), fact.value());
        let moved =
            self.has_variant(self.lock, fact, is) || self.has_variant(self.now, before, was);
        let of = if moved { Fact::Code } else { Fact::CodeName };
        Difference::of(of, Change::Changed, before).with(was, is)
    }

    /// Whether a column of `code` has this variant, with any code.
    const fn has_variant(&self, text: &'a [u8], code: &FactLine<'a>, variant: &[u8]) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(text, at) {
            if is_code_of(&other, code) && is_same(other.value(), variant) {
                return true;
            }
            at = next;
        }
        false
    }

    /// A key part that changed: its field was renamed, unless anything else changed or fields were exchanged.
    const fn part(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> Difference<'a> {
        let renamed = is_same(after_word(before.value()), after_word(fact.value()));
        let (was, is) = (before.value_word(0), fact.value_word(0));
        if renamed && !self.has_part(self.lock, is) && !self.has_part(self.now, was) {
            return Difference::of(Fact::KeyPartName, Change::Changed, before).with(was, is);
        }
        let found = Difference::of(Fact::KeyPart, Change::Changed, before);
        if is_same(was, is) {
            return found.with(after_word(before.value()), after_word(fact.value()));
        }
        found.with(before.value(), fact.value())
    }

    /// Whether a key has a part of this name.
    const fn has_part(&self, text: &'a [u8], name: &[u8]) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(text, at) {
            if matches!(other.keyword, Keyword::Key) && is_same(other.value_word(0), name) {
                return true;
            }
            at = next;
        }
        false
    }

    const fn added(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        if !self.has_owner(self.lock, fact) {
            return None;
        }
        if !matches!(fact.keyword, Keyword::Cell) {
            let of = of_whole(fact);
            return Some(Difference::of(of, Change::Added, fact).with(b"", fact.value()));
        }
        if let Some(found) = self.reused(fact) {
            return Some(found);
        }
        if let Some(before) = self.moved(self.lock, self.now, fact) {
            let found = Difference::of(whole_cell(fact), Change::Changed, &before);
            return Some(found.with(before.name(), fact.name()));
        }
        Some(Difference::of(whole_cell(fact), Change::Added, fact).with(b"", fact.value()))
    }

    /// The change of a column that was removed with another type or codec.
    const fn reused(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        let mut at = 0;
        while let Some((text, next)) = line::next(self.lock, at) {
            at = next;
            let Some(former) = former(text, self.table) else {
                continue;
            };
            if former.is_about_same(fact) && !cell_change::has_same_bytes(&former, fact) {
                let found = Difference::of(Fact::FormerCell, Change::Added, fact);
                return Some(found.with(former.value(), fact.value()));
            }
        }
        None
    }

    /// The column of `from` that `to` does not have, and that is likely `fact` under its other name: all but its family, or all
    /// but its qualifier, is the same.
    const fn moved(
        &self,
        from: &'a [u8],
        to: &'a [u8],
        fact: &FactLine<'a>,
    ) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(from, at) {
            at = next;
            let is_near = is_same(other.name_word(0), fact.name_word(0))
                || is_same(other.name_word(1), fact.name_word(1));
            if matches!(other.keyword, Keyword::Cell)
                && is_near
                && is_same(other.value(), fact.value())
                && self.find(to, &other).is_none()
            {
                return Some(other);
            }
        }
        None
    }

    /// The change of a locked fact that is gone; `None` if it is not gone.
    const fn of_gone(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        if self.find(self.now, fact).is_some() || !self.has_owner(self.now, fact) {
            return None;
        }
        if !matches!(fact.keyword, Keyword::Cell) {
            let of = of_whole(fact);
            return Some(Difference::of(of, Change::Removed, fact).with(fact.value(), b""));
        }
        // A moved column is a change of the one that it moved to.
        if self.moved(self.now, self.lock, fact).is_some() {
            return None;
        }
        Some(Difference::of(whole_cell(fact), Change::Removed, fact).with(fact.value(), b""))
    }

    /// Whether a text has what a fact describes further: the family of an attribute, the codes of a column, the index of a
    /// TTL. Without it, the fact is not a change of its own.
    const fn has_owner(&self, text: &'a [u8], fact: &FactLine<'a>) -> bool {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(text, at) {
            at = next;
            if is_owner(&other, fact) {
                return true;
            }
        }
        owner(fact.keyword).is_none()
    }

    /// The fact about the same.
    const fn find(&self, text: &'a [u8], fact: &FactLine<'a>) -> Option<FactLine<'a>> {
        let mut at = 0;
        while let Some((other, next)) = self.fact_at(text, at) {
            if other.is_about_same(fact) {
                return Some(other);
            }
            at = next;
        }
        None
    }

    /// The first fact of the table from an offset, and the offset after its line.
    const fn fact_at(&self, text: &'a [u8], from: usize) -> Option<(FactLine<'a>, usize)> {
        let mut at = from;
        while let Some((text_line, next)) = line::next(text, at) {
            at = next;
            if let Some(rest) = line::of_table(text_line, self.table)
                && let Some(fact) = FactLine::parse(rest)
            {
                return Some((fact, next));
            }
        }
        None
    }

    const fn excepted(&self, found: Difference<'a>) -> Difference<'a> {
        Difference {
            excepted: found.class.needs_exception() && self.is_excepted(&found),
            ..found
        }
    }

    const fn is_excepted(&self, found: &Difference<'a>) -> bool {
        let mut at = 0;
        while let Some((text, next)) = line::next(self.lock, at) {
            at = next;
            if let Some(rest) = line::of_table(text, self.table)
                && let Some(exception) = line::after(rest, "except")
                && is_same(line::word(exception, 0), found.hash)
            {
                return true;
            }
        }
        false
    }
}

/// The position among the facts that are now, then among those of the lock.
#[derive(Clone, Copy)]
struct Cursor {
    is_gone: bool,
    offset: usize,
    line: usize,
}

impl Cursor {
    const START: Self = Self {
        is_gone: false,
        offset: 0,
        line: 0,
    };

    const GONE: Self = Self {
        is_gone: true,
        offset: 0,
        line: 0,
    };

    const fn after(self, offset: usize) -> Self {
        Self {
            offset,
            line: self.line + 1,
            ..self
        }
    }
}
