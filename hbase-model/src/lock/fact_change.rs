//! The change of one fact: of one that is now, or of one that is gone.

use super::cell_change::{self, CODED};
use super::change::{Change, Fact};
use super::difference::Difference;
use super::hash::Line;
use super::kind::{
    after_word, is_kept, is_number, of_whole, salt, whole, whole_cell, without_salt,
};
use super::line::{FactLine, Keyword, is_same};
use super::table_lines::TableLines;
use super::writer::digits;

/// The facts of a table as they were locked, and as they are.
#[derive(Clone, Copy, Debug)]
pub(super) struct BothLines<'a> {
    pub(super) lock: TableLines<'a>,
    pub(super) now: TableLines<'a>,
}

impl<'a> BothLines<'a> {
    /// The change of a fact that is now.
    pub(super) const fn of_now(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        match self.lock.find(fact) {
            // Branches that were merged: one removed it, and the other one uses its name.
            Some(before) if before.is_same(fact) => self.former(fact, true),
            Some(before) => match self.changed(&before, fact) {
                Some(found) => Some(found.between(&before, fact)),
                None => None,
            },
            None => self.added(fact),
        }
    }

    /// The same change, with the hash by which an exception refers to it, and whether the lock has this exception.
    ///
    /// The hash is that of what was and of what is, with all that describes it further: another change of the same fact has another
    /// one.
    pub(super) const fn excepted(&self, found: Difference<'a>) -> Difference<'a> {
        if !found.class.needs_exception() {
            return found;
        }
        let all_codes = matches!(found.fact, Fact::KeyCoded);
        let was = match (found.fact, found.lines[0]) {
            (Fact::Table, _) => self.lock.sum_of_all(),
            (_, Some(fact)) => match self.lock.find(&fact) {
                Some(locked) if locked.is_same(&fact) => self.lock.sum(&fact, all_codes),
                // An earlier fact.
                _ => fact.hash_number(),
            },
            (_, None) => 0,
        };
        let is = match found.lines[1] {
            Some(fact) => self.now.sum(&fact, all_codes),
            None => 0,
        };
        let hash = digits(Line::EMPTY.with_word(was).with_word(is).hash());
        Difference {
            hash,
            excepted: self.lock.has_exception(&hash),
            ..found
        }
    }

    /// The use of a removed column's name for other bytes, or of a removed code for another variant.
    const fn former(&self, fact: &FactLine<'a>, is_known: bool) -> Option<Difference<'a>> {
        let of = match fact.keyword {
            Keyword::Cell => Fact::FormerCell,
            Keyword::Code | Keyword::KeyCode => whole(fact.keyword),
            _ => return None,
        };
        let Some(former) = self.lock.former(fact, is_known) else {
            return None;
        };
        // That the codes are those of another type is a change of the column, or of the key part.
        let has_other_owner = match self.now.owner_of(fact) {
            Some(cell) if matches!(of, Fact::Code) => self.lock.former(&cell, is_known).is_some(),
            _ => matches!(of, Fact::KeyCode) && !self.has_same_part(fact),
        };
        if has_other_owner {
            return None;
        }
        let change = if matches!(of, Fact::FormerCell) {
            Change::Added
        } else {
            Change::Changed
        };
        let found = Difference::of(of, change, fact).with(former.value(), fact.value());
        Some(found.between(&former, fact))
    }

    /// The change of a locked fact that is gone; `None` if it is not gone.
    pub(super) const fn of_gone(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        if self.now.find(fact).is_some() || !self.now.has_owner(fact) {
            return None;
        }
        // A moved column is a change of the one that it moved to.
        let is_cell = matches!(fact.keyword, Keyword::Cell);
        if is_cell && self.now.moved(&self.lock, fact).is_some() {
            return None;
        }
        if matches!(fact.keyword, Keyword::KeyCode) {
            return self.key_code(fact, Change::Removed);
        }
        let found = Difference::of(of_whole(fact), Change::Removed, fact);
        let found = found.with(fact.value(), b"");
        let found = Difference {
            line: self.now.line_of_owner(fact),
            ..found
        };
        Some(if matches!(fact.keyword, Keyword::Key) {
            found.named()
        } else {
            found
        })
    }

    const fn changed(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        let (was, is) = (before.value(), fact.value());
        Some(match fact.keyword {
            Keyword::Cell => return cell_change::of(before, fact),
            Keyword::KeyCode if !self.has_same_part(fact) => return None,
            Keyword::Code | Keyword::KeyCode => self.code(before, fact),
            Keyword::Key if self.is_of_salt(before, fact) => return None,
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
        let moved = self.lock.has_variant(fact, is) || self.now.has_variant(before, was);
        let of = if moved {
            whole(fact.keyword)
        } else {
            Fact::CodeName
        };
        Difference::of(of, Change::Changed, before).with(was, is)
    }

    /// A code of a key part that was added or removed. If all codes of the part were, they are one change.
    const fn key_code(&self, fact: &FactLine<'a>, change: Change) -> Option<Difference<'a>> {
        if !self.has_same_part(fact) {
            return None;
        }
        let is_removed = matches!(change, Change::Removed);
        let [with, without] = if is_removed {
            [&self.lock, &self.now]
        } else {
            [&self.now, &self.lock]
        };
        let (of, word, other) = match (without.first_code(fact), with.first_code(fact)) {
            (Some(_), _) => (Fact::KeyCode, fact.value(), b"".as_slice()),
            (None, Some(first)) if is_same(first.hash, fact.hash) => {
                (Fact::KeyCoded, CODED[1].as_bytes(), CODED[0].as_bytes())
            }
            (None, _) => return None,
        };
        let found = Difference::of(of, change, fact);
        Some(if is_removed {
            found.with(word, other)
        } else {
            found.with(other, word)
        })
    }

    /// Whether the key part of a code has the same encoding and options: otherwise, that is the change.
    const fn has_same_part(&self, code: &FactLine<'a>) -> bool {
        match (self.lock.owner_of(code), self.now.owner_of(code)) {
            (Some(before), Some(now)) => is_same(
                without_salt(after_word(before.value())),
                without_salt(after_word(now.value())),
            ),
            _ => false,
        }
    }

    /// Whether a key part feeds a salt that was added or removed, which is the change, or fed it.
    const fn is_of_salt(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> bool {
        let [lock, now] = [self.lock.has_salt(), self.now.has_salt()];
        lock != now && is_same(without_salt(before.value()), without_salt(fact.value()))
    }

    /// A key part that changed: its field was renamed, unless anything else changed or fields were exchanged.
    const fn part(&self, before: &FactLine<'a>, fact: &FactLine<'a>) -> Difference<'a> {
        let renamed = is_same(after_word(before.value()), after_word(fact.value()));
        let (was, is) = (before.value_word(0), fact.value_word(0));
        if renamed && !self.lock.has_part(is) && !self.now.has_part(was) {
            return Difference::of(Fact::KeyPartName, Change::Changed, before).with(was, is);
        }
        let found = Difference::of(Fact::KeyPart, Change::Changed, before);
        if is_same(was, is) {
            return found.with(after_word(before.value()), after_word(fact.value()));
        }
        found.with(before.value(), fact.value()).named()
    }

    const fn added(&self, fact: &FactLine<'a>) -> Option<Difference<'a>> {
        if let Some(found) = self.former(fact, false) {
            return Some(found);
        }
        if !self.lock.has_owner(fact) {
            return None;
        }
        let new = Difference::of(of_whole(fact), Change::Added, fact).with(b"", fact.value());
        match fact.keyword {
            Keyword::Cell => {}
            Keyword::Key => return Some(new.named()),
            Keyword::KeyCode => return self.key_code(fact, Change::Added),
            _ => return Some(new),
        }
        if let Some(before) = self.lock.moved(&self.now, fact) {
            let found = Difference::of(whole_cell(fact), Change::Changed, &before);
            return Some(
                found
                    .with(before.name(), fact.name())
                    .between(&before, fact),
            );
        }
        Some(new)
    }
}
