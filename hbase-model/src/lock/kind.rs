//! What a line is about, and what describes it further.

use super::change::{Change, Fact};
use super::difference::Difference;
use super::line::{self, FactLine, Keyword, is_same};

/// A fact that the table had earlier.
#[derive(Clone, Copy)]
pub(super) struct FormerLine<'a> {
    pub(super) fact: FactLine<'a>,
    /// Whether nothing took its place.
    pub(super) is_removed: bool,
}

/// The fact of a line `was …` or `removed …`.
pub(super) const fn former<'a>(text: &'a [u8], table: &[u8]) -> Option<FormerLine<'a>> {
    let Some(rest) = line::of_table(text, table) else {
        return None;
    };
    let (fact, is_removed) = match (line::after(rest, WAS), line::after(rest, REMOVED)) {
        (Some(fact), _) => (fact, false),
        (_, Some(fact)) => (fact, true),
        (None, None) => return None,
    };
    match FactLine::parse(fact) {
        Some(fact) => Some(FormerLine { fact, is_removed }),
        None => None,
    }
}

/// The word before an earlier fact whose place another one took.
pub(super) const WAS: &str = "was";

/// The word before an earlier fact that is gone.
pub(super) const REMOVED: &str = "removed";

pub(super) const fn salt<'a>(before: &FactLine<'a>, fact: &FactLine<'a>) -> Difference<'a> {
    let is_same_but_number = is_same(
        after_word(after_word(before.value())),
        after_word(after_word(fact.value())),
    );
    let has_same_width =
        !fact.has_word(2, "text") || digits(before.number(1)) == digits(fact.number(1));
    let random = is_random(before) && is_random(fact) && is_same_but_number && has_same_width;
    let of = if random { Fact::RandomSalt } else { Fact::Salt };
    let found = Difference::of(of, Change::Changed, before).with(before.value(), fact.value());
    if random {
        return found.by_number(before.number(1), fact.number(1));
    }
    found
}

/// The digits of a salt in text with this number of values, less one: all its values are padded to the last one's.
const fn digits(count: u64) -> u32 {
    match count.saturating_sub(1).checked_ilog10() {
        Some(more) => more,
        None => 0,
    }
}

/// Whether rows are found with any value of the salt.
pub(super) const fn is_random(salt: &FactLine<'_>) -> bool {
    salt.has_word(0, "random") || salt.has_word(0, "round_robin")
}

/// Whether deleted cells are kept.
pub(super) const fn is_kept(fact: &FactLine<'_>) -> u64 {
    if fact.has_word(0, "FALSE") { 0 } else { 1 }
}

/// Whether both codes are of one column, or of one key part.
pub(super) const fn is_code_of(code: &FactLine<'_>, other: &FactLine<'_>) -> bool {
    if code.keyword as u8 != other.keyword as u8 || !is_same(code.name_word(0), other.name_word(0))
    {
        return false;
    }
    match code.keyword {
        Keyword::Code => is_same(code.name_word(1), other.name_word(1)),
        Keyword::KeyCode => true,
        _ => false,
    }
}

/// The keyword of what a fact describes further.
pub(super) const fn owner(keyword: Keyword) -> Option<Keyword> {
    match keyword {
        Keyword::Code => Some(Keyword::Cell),
        Keyword::KeyCode => Some(Keyword::Key),
        Keyword::IndexTtl => Some(Keyword::Index),
        Keyword::KeepDeletedCells
        | Keyword::MinVersions
        | Keyword::NewVersionBehavior
        | Keyword::Ttl
        | Keyword::Versions => Some(Keyword::Family),
        Keyword::Cell
        | Keyword::Dynamic
        | Keyword::Family
        | Keyword::Index
        | Keyword::Key
        | Keyword::RowVersion
        | Keyword::Salt
        | Keyword::Timestamp => None,
    }
}

/// Whether `fact` describes `other` further. A column that is not coded has no codes.
pub(super) const fn is_owner(other: &FactLine<'_>, fact: &FactLine<'_>) -> bool {
    match owner(fact.keyword) {
        Some(keyword) if keyword as u8 == other.keyword as u8 => {
            let is_coded = !matches!(keyword, Keyword::Cell) || other.has_word(3, "coded");
            let is_same_column =
                !matches!(keyword, Keyword::Cell) || is_same(other.name_word(1), fact.name_word(1));
            is_coded && is_same_column && is_same(other.name_word(0), fact.name_word(0))
        }
        _ => false,
    }
}

pub(super) const fn is_number(keyword: Keyword) -> bool {
    matches!(
        keyword,
        Keyword::MinVersions | Keyword::Ttl | Keyword::IndexTtl | Keyword::Versions
    )
}

/// What the addition or removal of a line concerns.
pub(super) const fn of_whole(fact: &FactLine<'_>) -> Fact {
    match fact.keyword {
        Keyword::Cell => whole_cell(fact),
        Keyword::Salt if is_random(fact) => Fact::RandomSalt,
        keyword => whole(keyword),
    }
}

pub(super) const fn whole_cell(fact: &FactLine<'_>) -> Fact {
    if fact.has_word(2, "required") {
        Fact::RequiredCell
    } else {
        Fact::Cell
    }
}

pub(super) const fn whole(keyword: Keyword) -> Fact {
    match keyword {
        Keyword::Cell => Fact::Cell,
        Keyword::Code => Fact::Code,
        Keyword::Dynamic => Fact::Dynamic,
        Keyword::Family => Fact::Family,
        Keyword::Index => Fact::Index,
        Keyword::IndexTtl => Fact::IndexTtl,
        Keyword::KeepDeletedCells => Fact::KeepDeletedCells,
        Keyword::Key => Fact::KeyPart,
        Keyword::KeyCode => Fact::KeyCode,
        Keyword::MinVersions => Fact::MinVersions,
        Keyword::NewVersionBehavior => Fact::VersionOrder,
        Keyword::RowVersion => Fact::RowVersion,
        Keyword::Salt => Fact::Salt,
        Keyword::Timestamp => Fact::Timestamp,
        Keyword::Ttl => Fact::Ttl,
        Keyword::Versions => Fact::Versions,
    }
}

/// The words of a key part without its input to the salt, which is the last one.
pub(super) const fn without_salt(words: &[u8]) -> &[u8] {
    let mut from = words.len();
    while from > 0 && words[from - 1] != b' ' {
        from -= 1;
    }
    let (rest, last) = words.split_at(from);
    match last.split_first_chunk::<6>() {
        Some((b"salted", _)) => rest.split_at(rest.len().saturating_sub(1)).0,
        _ => words,
    }
}

/// The words after the first one.
pub(super) const fn after_word(words: &[u8]) -> &[u8] {
    let len = line::word(words, 0).len();
    if len < words.len() {
        words.split_at(len + 1).1
    } else {
        b""
    }
}
