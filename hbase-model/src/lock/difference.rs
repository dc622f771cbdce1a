//! A change of a table since it was locked.

use super::change::{Change, Fact};
use super::class::Class;
use super::help::Help;
use super::line::{self, FactLine};
use super::rule::Rule;
use super::rules::rule_of;
use super::writer::HASH_DIGITS;

/// A change of a table since it was locked.
#[derive(Clone, Copy, Debug)]
#[non_exhaustive]
pub struct Difference<'a> {
    /// What changed.
    pub fact: Fact,
    /// How it changed.
    pub change: Change,
    /// The class, by the rule of this change.
    pub class: Class,
    /// The line of the changed or added fact among the facts of the table, from 0.
    pub line: Option<usize>,
    /// Whether the lock has an exception for this change.
    pub excepted: bool,
    /// What the fact is about, as in its line: `cell D1 CENTS`.
    pub(super) about: [&'a [u8]; 2],
    pub(super) was: &'a [u8],
    pub(super) is: &'a [u8],
    /// The locked fact, and the one that is.
    pub(super) lines: [Option<FactLine<'a>>; 2],
    /// The hash by which an exception refers to the change, if the class needs one.
    pub(super) hash: [u8; HASH_DIGITS],
    /// The order of the numbers that changed; `None` for other values.
    pub(super) order: Option<Order>,
    /// Whether the words that changed begin with the field of a key part.
    pub(super) is_named: bool,
}

/// Whether a number fell or rose.
#[derive(Clone, Copy, Debug)]
pub(super) enum Order {
    Less,
    Same,
    More,
}

impl<'a> Difference<'a> {
    pub(super) const fn new(rule: &'static Rule, fact: &FactLine<'a>) -> Self {
        Self {
            fact: rule.fact,
            change: rule.change,
            class: rule.class,
            line: None,
            excepted: false,
            about: [fact.keyword_text(), fact.name()],
            was: b"",
            is: b"",
            lines: match rule.change {
                Change::Added => [None, Some(*fact)],
                Change::Removed | Change::Changed => [Some(*fact), None],
            },
            hash: [b'0'; HASH_DIGITS],
            order: None,
            is_named: false,
        }
    }

    pub(super) const fn of(fact: Fact, change: Change, line: &FactLine<'a>) -> Self {
        Self::new(rule_of(fact, change), line)
    }

    /// The same of a locked fact and the one that it is now.
    #[must_use]
    pub(super) const fn between(self, was: &FactLine<'a>, is: &FactLine<'a>) -> Self {
        Self {
            lines: [Some(*was), Some(*is)],
            ..self
        }
    }

    #[must_use]
    pub(super) const fn with(self, was: &'a [u8], is: &'a [u8]) -> Self {
        Self { was, is, ..self }
    }

    /// The same of words that begin with the field of a key part.
    #[must_use]
    pub(super) const fn named(self) -> Self {
        Self {
            is_named: true,
            ..self
        }
    }

    /// The same with the class of a number that changes.
    #[must_use]
    pub(super) const fn by_number(self, was: u64, is: u64) -> Self {
        let rule = rule_of(self.fact, self.change);
        let (order, class) = if is < was {
            (Order::Less, rule.class)
        } else if is > was {
            (Order::More, rule.if_more)
        } else {
            (Order::Same, Class::Free)
        };
        Self {
            class,
            order: Some(order),
            ..self
        }
    }

    /// The name of the fact, as in its line: `cell D1 CENTS`.
    pub fn about(&self) -> String {
        let [keyword, name] = self.about.map(as_text);
        format!("{keyword} {name}").trim_end().to_owned()
    }

    /// The words that changed, as locked; empty for an added fact.
    pub const fn was(&self) -> &'a str {
        as_text(self.was)
    }

    /// The words that changed, as they are; empty for a removed fact.
    pub const fn is(&self) -> &'a str {
        as_text(self.is)
    }

    /// The change without its subject: the words as locked and as they are, the effect, and the class.
    pub fn predicate(&self) -> String {
        let values = match (self.was(), self.is()) {
            ("", is) => format!("is new, {is}"),
            (was, "") => format!("is gone, was {was}"),
            (was, is) => format!("was {was}, is {is}"),
        };
        format!("{values}: {} [{}]", self.effect(), self.class.name())
    }

    /// The hash by which an exception refers to the change: of what was, and of what is. Zeros if the class needs no exception.
    pub const fn hash(&self) -> &str {
        as_text(&self.hash)
    }

    /// The effect on existing rows, or on programs.
    pub const fn effect(&self) -> &'static str {
        let rule = rule_of(self.fact, self.change);
        match self.order {
            None | Some(Order::Less) => rule.effect,
            Some(Order::More) => rule.effect_if_more,
            Some(Order::Same) => "the bytes stay the same",
        }
    }

    /// What to do instead of a change that needs an exception.
    pub(super) const fn help(&self) -> Help {
        if self.is_moved() {
            let [was, is] = [line::word(self.was, 0), line::word(self.is, 0)];
            return Help::of_old_column(line::is_same(was, is));
        }
        Help::of(self.fact, self.change, self.class)
    }

    /// Whether a column has another name.
    pub(super) const fn is_moved(&self) -> bool {
        matches!(self.fact, Fact::Cell | Fact::RequiredCell)
            && matches!(self.change, Change::Changed)
    }

    /// Whether it is worse than another change.
    pub(super) const fn is_worse_than(&self, other: &Self) -> bool {
        self.rank() > other.rank()
    }

    const fn rank(&self) -> u8 {
        if self.excepted {
            0
        } else {
            1 + self.class as u8
        }
    }
}

/// Words as text: they are cut from text at blanks.
pub(super) const fn as_text(words: &[u8]) -> &str {
    match str::from_utf8(words) {
        Ok(text) => text,
        Err(_) => "",
    }
}
