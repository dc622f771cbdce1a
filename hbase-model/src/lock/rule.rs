//! The rule of a change.

use super::change::{Change, Fact};
use super::class::Class;

/// The rule of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Rule {
    /// What changes.
    pub fact: Fact,
    /// How it changes.
    pub change: Change,
    /// The class; of a number that changes, the class if it falls.
    pub class: Class,
    /// The class of a number that rises.
    pub if_more: Class,
    /// What it does to existing rows, or to programs.
    pub effect: &'static str,
    /// What a number that rises does.
    pub effect_if_more: &'static str,
}

/// A rule of one class.
pub(super) const fn is(fact: Fact, change: Change, class: Class, effect: &'static str) -> Rule {
    by_order(fact, change, [class, class], [effect, effect])
}

/// The rule of a number: its class and effect if it falls, and if it rises.
pub(super) const fn by_order(
    fact: Fact,
    change: Change,
    of: [Class; 2],
    effects: [&'static str; 2],
) -> Rule {
    Rule {
        fact,
        change,
        class: of[0],
        if_more: of[1],
        effect: effects[0],
        effect_if_more: effects[1],
    }
}
