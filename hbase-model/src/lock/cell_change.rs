//! The changes of one column.

use super::change::{Change, Fact};
use super::difference::Difference;
use super::line::{FactLine, Keyword, is_same};

/// The words of a column's value: its type, its codec, its absent cells, then options.
const TYPE: usize = 0;
const CODEC: usize = 1;
const ABSENT: usize = 2;

/// How a row without a cell is read, and how an absent value is written.
#[derive(Clone, Copy)]
struct Absent {
    word: &'static str,
    /// What an absent cell is read as; empty for an error.
    reads: &'static str,
    /// Whether an absent value may be written by no cell.
    omits: bool,
    /// Whether an absent value is written by an empty cell.
    empty: bool,
}

const fn absent(word: &'static str, reads: &'static str, omits: bool, empty: bool) -> Absent {
    Absent {
        word,
        reads,
        omits,
        empty,
    }
}

/// A counter has a cell only after an increment.
const ABSENTS: [Absent; 8] = [
    absent("required", "", false, false),
    absent("optional", "None", true, false),
    absent("optional-empty", "None", false, true),
    absent("default", "default", false, false),
    absent("default-optional", "default", true, false),
    absent("default-empty", "default", false, true),
    absent("zero", "0", true, false),
    absent("unknown", "unknown", true, false),
];

impl Absent {
    const fn of(fact: &FactLine<'_>) -> Self {
        let (word, mut at) = (fact.value_word(ABSENT), 0);
        while at < ABSENTS.len() {
            if is_same(word, ABSENTS[at].word.as_bytes()) {
                return ABSENTS[at];
            }
            at += 1;
        }
        // A word of a later version.
        ABSENTS[ABSENTS.len() - 1]
    }
}

/// Whether the cells of both columns have the same type and codec, both key parts the same encoding, or both facts of another kind
/// the same words.
pub(super) const fn has_same_bytes(a: &FactLine<'_>, b: &FactLine<'_>) -> bool {
    match a.keyword {
        Keyword::Cell => {
            is_same(a.value_word(TYPE), b.value_word(TYPE))
                && is_same(a.value_word(CODEC), b.value_word(CODEC))
        }
        Keyword::Key => is_same(a.value_from(1), b.value_from(1)),
        _ => a.is_same(b),
    }
}

/// The worst change of a column.
pub(super) const fn of<'a>(before: &FactLine<'a>, now: &FactLine<'a>) -> Option<Difference<'a>> {
    let changes = [
        of_word(Fact::CellType, TYPE, before, now),
        of_word(Fact::CellCodec, CODEC, before, now),
        of_absent(before, now),
        of_empty(before, now),
        of_omitted(before, now),
        of_option(Fact::Coded, "coded", CODED, before, now),
        of_option(Fact::Counter, "counter", COUNTER, before, now),
    ];
    let (mut worst, mut at): (Option<Difference<'a>>, _) = (None, 0);
    while at < changes.len() {
        worst = match (worst, changes[at]) {
            (Some(known), Some(found)) if found.is_worse_than(&known) => Some(found),
            (None, found) => found,
            (known, _) => known,
        };
        at += 1;
    }
    worst
}

const fn of_word<'a>(
    fact: Fact,
    word: usize,
    before: &FactLine<'a>,
    now: &FactLine<'a>,
) -> Option<Difference<'a>> {
    let (was, is) = (before.value_word(word), now.value_word(word));
    if is_same(was, is) {
        return None;
    }
    Some(Difference::of(fact, Change::Changed, before).with(was, is))
}

/// What an absent cell is read as.
const fn of_absent<'a>(before: &FactLine<'a>, now: &FactLine<'a>) -> Option<Difference<'a>> {
    let (was, is) = (Absent::of(before).reads, Absent::of(now).reads);
    let change = match (was.is_empty(), is.is_empty()) {
        (true, false) => Change::Added,
        (false, true) => Change::Removed,
        _ if is_same(was.as_bytes(), is.as_bytes()) => return None,
        _ => Change::Changed,
    };
    Some(words(Fact::AbsentValue, change, before, now))
}

/// Whether an absent value is an empty cell.
const fn of_empty<'a>(before: &FactLine<'a>, now: &FactLine<'a>) -> Option<Difference<'a>> {
    let change = match (Absent::of(before).empty, Absent::of(now).empty) {
        (false, true) => Change::Added,
        (true, false) => Change::Removed,
        _ => return None,
    };
    Some(words(Fact::EmptyCell, change, before, now))
}

/// Whether an absent value has no cell. Programs that read an absent cell before do so still.
const fn of_omitted<'a>(before: &FactLine<'a>, now: &FactLine<'a>) -> Option<Difference<'a>> {
    let (was, is) = (Absent::of(before), Absent::of(now));
    let change = match (was.omits, is.omits) {
        (false, true) if was.reads.is_empty() => Change::Added,
        (true, false) => Change::Removed,
        _ => return None,
    };
    Some(words(Fact::OmittedCell, change, before, now))
}

/// The words of a column, or of a key part, without and with an option.
pub(super) const CODED: [&str; 2] = ["any value", "a code of an enum"];
const COUNTER: [&str; 2] = ["a value", "a counter"];

const fn of_option<'a>(
    fact: Fact,
    option: &'static str,
    [without, with]: [&'static str; 2],
    before: &FactLine<'a>,
    now: &FactLine<'a>,
) -> Option<Difference<'a>> {
    let (change, was, is) = match (
        before.has_word(ABSENT, option),
        now.has_word(ABSENT, option),
    ) {
        (false, true) => (Change::Added, without, with),
        (true, false) => (Change::Removed, with, without),
        _ => return None,
    };
    let found = Difference::of(fact, change, before);
    Some(found.with(was.as_bytes(), is.as_bytes()))
}

/// A change with all words of the value from the absent cell on.
const fn words<'a>(
    fact: Fact,
    change: Change,
    before: &FactLine<'a>,
    now: &FactLine<'a>,
) -> Difference<'a> {
    let (was, is) = (before.value_from(ABSENT), now.value_from(ABSENT));
    Difference::of(fact, change, before).with(was, is)
}
