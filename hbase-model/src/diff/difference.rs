//! One difference between a declared table and the live one.

use std::fmt;

use super::step::{Action, Step};
use crate::cow::Text;

/// The attribute or part that differs.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum DifferenceKind {
    /// The table does not exist.
    MissingTable,
    /// A declared family does not exist.
    MissingFamily(Text),
    /// A live family is not declared.
    ExtraFamily(Text),
    /// An attribute of a family.
    FamilyAttribute(Text, Text),
    /// An attribute of the table.
    TableAttribute(Text),
    /// Declared split points are missing.
    MissingSplits,
    /// The live rows have another key layout.
    KeyLayout,
    /// The live table has an index that is not declared: the name of its table.
    UndeclaredIndex(Text),
    /// The live rows have other cells, as the line of a lock names them: `cell D1 CENTS`.
    Cells(String),
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
            Self::UndeclaredIndex(index) => write!(f, "index {index}"),
            Self::Cells(about) => f.write_str(about),
        }
    }
}

/// The resolution of a difference.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Help {
    /// These changes resolve it.
    Steps(Vec<Step>),
    /// No change of the table resolves it: an alternative.
    NoStep(String),
}

/// One difference between a declared table and the live one. Displayed, it is one line: the item,
/// the declared and the live value, help.
#[derive(Clone, Debug, PartialEq)]
pub struct Difference {
    /// The attribute or part that differs.
    pub kind: DifferenceKind,
    /// The declared value.
    pub declared: String,
    /// The live value.
    pub live: String,
    /// How it is resolved.
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

    /// The changes that resolve the difference; empty if no change does.
    pub fn steps(&self) -> &[Step] {
        match &self.help {
            Help::Steps(steps) => steps,
            Help::NoStep(_) => &[],
        }
    }

    /// The alternative to the steps. If no step resolves the difference, it is all the help. For a family that
    /// is not declared, it says what to do instead of dropping it, since other programs may use it.
    pub fn advice(&self) -> Option<String> {
        match (&self.help, &self.kind) {
            (Help::NoStep(advice), _) => Some(advice.clone()),
            (Help::Steps(_), DifferenceKind::ExtraFamily(family)) => Some(format!(
                "declare it by `#[family(\"{family}\")]`, or leave it; drop it only if no program uses it"
            )),
            (Help::Steps(_), _) => None,
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
        let steps = self.steps();
        if let Some(advice) = self.advice() {
            f.write_str(&advice)?;
            f.write_str(if steps.is_empty() { "" } else { ": " })?;
        }
        steps_in_line(f, steps)
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
