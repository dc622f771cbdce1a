//! One difference between a declared table and the live one.

use std::fmt;

use super::step::{Action, Step};
use crate::descriptor::Text;

/// What differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// The table is not there.
    MissingTable,
    /// A family is not there.
    MissingFamily(Text),
    /// A family is there that was not declared.
    ExtraFamily(Text),
    /// An attribute of a family.
    FamilyAttribute(Text, Text),
    /// An attribute of the table.
    TableAttribute(Text),
    /// Regions are not split where they were declared to be.
    MissingSplits,
    /// The rows that are there were written under another key layout.
    KeyLayout,
}

impl fmt::Display for DifferenceKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::MissingTable => f.write_str("the table"),
            Self::MissingFamily(family) | Self::ExtraFamily(family) => {
                write!(f, "family {family}")
            }
            Self::FamilyAttribute(family, name) => write!(f, "family {family}, {name}"),
            Self::TableAttribute(name) => write!(f, "{name}"),
            Self::MissingSplits => f.write_str("splits"),
            Self::KeyLayout => f.write_str("key layout"),
        }
    }
}

/// How a difference is done away with.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Help {
    /// By these changes.
    Steps(Vec<Step>),
    /// By no change of the table: what to do instead.
    NoStep(String),
}

/// One difference between a declared table and the live one. Displayed, it is one line: what,
/// declared, live, way out.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// What differs.
    pub kind: DifferenceKind,
    /// What was declared.
    pub declared: String,
    /// What is there.
    pub live: String,
    /// How it is done away with.
    pub help: Help,
}

impl Difference {
    pub(super) fn by(kind: DifferenceKind, declared: &str, live: &str, step: Step) -> Self {
        Self {
            kind,
            declared: declared.to_owned(),
            live: live.to_owned(),
            help: Help::Steps(vec![step]),
        }
    }

    /// The changes that do away with it; none where no change does.
    pub fn steps(&self) -> &[Step] {
        match &self.help {
            Help::Steps(steps) => steps,
            Help::NoStep(_) => &[],
        }
    }
}

impl fmt::Display for Difference {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            kind,
            declared,
            live,
            ..
        } = self;
        write!(f, "{kind}: declared {declared}, live {live}: ")?;
        match &self.help {
            Help::NoStep(advice) => f.write_str(advice),
            Help::Steps(steps) => steps_in_line(f, steps),
        }
    }
}

fn steps_in_line(f: &mut fmt::Formatter<'_>, steps: &[Step]) -> fmt::Result {
    let Some(first) = steps.first() else {
        return Ok(());
    };
    if matches!(first.action, Action::CreateTable(_)) {
        f.write_str("create it")?;
    } else {
        write!(f, "run `{}`", first.statement)?;
    }
    if steps.len() > 1 {
        write!(f, " and {} more like it", steps.len() - 1)?;
    }
    match &first.loses {
        Some(loses) => write!(f, ", which loses {loses}"),
        None => Ok(()),
    }
}
