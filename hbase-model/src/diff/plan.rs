//! Plans: the steps that change live tables to match their declarations.

use std::collections::BTreeSet;

use super::step::{Action, Step};
use super::unite::unite;
use super::{Difference, DifferenceKind, Help, TableDiff};
use crate::change::TableChange;
use crate::cow::Text;
use crate::lock::TableFacts;
use crate::name::TableName;
use crate::splits::SplitError;

/// The steps that change live tables to match their declarations, in order.
///
/// A table with a difference that no step resolves has no steps: see
/// [`blocked`](Self::blocked).
#[derive(Clone, Debug, Default, PartialEq)]
#[non_exhaustive]
pub struct Plan {
    /// Steps without loss: namespaces, tables, families, attributes.
    pub harmless: Vec<Step>,
    /// Steps that may lose cells; run last, and only on request.
    pub destructive: Vec<Step>,
    /// Steps that only the shell can run: splits of regions.
    pub by_hand: Vec<Step>,
    /// Tables that no step can change to match their declaration.
    pub blocked: Vec<Blocked>,
    /// The structs whose layouts are recorded in their tables, after the steps.
    #[doc(hidden)]
    pub layouts: Vec<PlannedLayout>,
}

/// The layout of a struct, which is recorded in its table.
#[doc(hidden)]
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct PlannedLayout {
    /// The struct's name.
    pub row: String,
    /// Its facts.
    pub facts: TableFacts,
    /// The attributes of the live table with the layouts of structs.
    pub records: Vec<(Text, Text)>,
}

impl PlannedLayout {
    fn of(diff: &TableDiff) -> Option<Self> {
        let (row, facts) = diff.layout.clone()?;
        let records = diff.records.clone();
        Some(Self {
            row,
            facts,
            records,
        })
    }
}

/// A table that no step can change to match its declaration.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub struct Blocked {
    /// The table.
    pub table: TableName,
    /// The difference, with help.
    pub difference: Difference,
}

impl Plan {
    /// The plan for these tables. `namespaces` are the existing ones; `None` if the backend does not
    /// manage them.
    ///
    /// Several structs may declare one table, each its own families: no family that one of them
    /// declares is dropped, and a contradiction between them blocks the table.
    ///
    /// # Errors
    /// Invalid declared splits.
    pub fn of(diffs: &[TableDiff], namespaces: Option<&[String]>) -> Result<Self, SplitError> {
        let mut plan = Self {
            layouts: diffs.iter().filter_map(PlannedLayout::of).collect(),
            ..Self::default()
        };
        let diffs = unite(diffs)?;
        let open: Vec<_> = diffs.iter().filter(|diff| plan.is_open(diff)).collect();
        if let Some(namespaces) = namespaces {
            plan.create_namespaces(&open, namespaces)?;
        }
        for diff in &open {
            plan.create_and_drop(diff);
        }
        for diff in &open {
            plan.alter(diff)?;
        }
        // Families are dropped last.
        plan.destructive.sort_by_key(is_drop);
        Ok(plan)
    }

    /// Whether the plan has no steps and no blocked tables.
    pub fn is_empty(&self) -> bool {
        let Self {
            harmless,
            destructive,
            by_hand,
            blocked,
            layouts: _,
        } = self;
        harmless.is_empty() && destructive.is_empty() && by_hand.is_empty() && blocked.is_empty()
    }

    /// Whether steps can be planned for a table; records the reason otherwise.
    fn is_open(&mut self, diff: &TableDiff) -> bool {
        let without_step = |difference: &&Difference| matches!(difference.help, Help::NoStep(_));
        let before = self.blocked.len();
        let blocking = diff.differences.iter().filter(without_step);
        self.blocked.extend(blocking.map(|difference| Blocked {
            table: diff.table.clone(),
            difference: difference.clone(),
        }));
        self.blocked.len() == before
    }

    fn create_namespaces(
        &mut self,
        diffs: &[&TableDiff],
        there: &[String],
    ) -> Result<(), SplitError> {
        let is_missing = |diff: &&&TableDiff| {
            let mut differences = diff.differences.iter();
            differences.any(|difference| difference.kind == DifferenceKind::MissingTable)
        };
        let wanted: BTreeSet<_> = diffs
            .iter()
            .filter(is_missing)
            .map(|diff| diff.table.namespace())
            .collect();
        for name in wanted {
            if there.iter().any(|known| known == name) {
                continue;
            }
            let action = Action::CreateNamespace(name.to_owned());
            let step = Step::new(action, "it is not there".to_owned(), None)?;
            self.harmless.push(step);
        }
        Ok(())
    }

    /// Plans every step that does not concern attributes.
    fn create_and_drop(&mut self, diff: &TableDiff) {
        for step in diff.differences.iter().flat_map(Difference::steps) {
            if step.is_by_hand() {
                self.by_hand.push(step.clone());
            } else if !is_alter(step) {
                self.add(step.clone());
            }
        }
    }

    /// Plans changes of attributes: one statement for each family and for the table, and a separate
    /// one for destructive changes.
    fn alter(&mut self, diff: &TableDiff) -> Result<(), SplitError> {
        let alters: Vec<_> = diff
            .differences
            .iter()
            .flat_map(Difference::steps)
            .filter(|step| is_alter(step))
            .collect();
        for destructive in [false, true] {
            let mut of_kind = alters
                .iter()
                .filter(|step| step.is_destructive() == destructive)
                .peekable();
            while let Some(first) = of_kind.next() {
                let mut merged = (*first).clone();
                while let Some(next) = of_kind.next_if(|next| is_same_target(&merged, next)) {
                    merged = merge(merged, next)?;
                }
                self.add(merged);
            }
        }
        Ok(())
    }

    fn add(&mut self, step: Step) {
        if step.is_destructive() {
            self.destructive.push(step);
        } else {
            self.harmless.push(step);
        }
    }
}

fn is_drop(step: &Step) -> bool {
    matches!(step.action, Action::Alter(_, TableChange::DropFamily(_)))
}

fn is_alter(step: &Step) -> bool {
    matches!(
        step.action,
        Action::Alter(_, TableChange::AlterFamily(_) | TableChange::AlterTable(_))
    )
}

fn is_same_target(one: &Step, other: &Step) -> bool {
    match (&one.action, &other.action) {
        (
            Action::Alter(_, TableChange::AlterFamily(one)),
            Action::Alter(_, TableChange::AlterFamily(other)),
        ) => one.name == other.name,
        (
            Action::Alter(_, TableChange::AlterTable(_)),
            Action::Alter(_, TableChange::AlterTable(_)),
        ) => true,
        _ => false,
    }
}

/// Merges two changes of one family, or of one table.
fn merge(mut one: Step, other: &Step) -> Result<Step, SplitError> {
    match (&mut one.action, &other.action) {
        (
            Action::Alter(_, TableChange::AlterFamily(one)),
            Action::Alter(_, TableChange::AlterFamily(other)),
        ) => one.set(other),
        (
            Action::Alter(_, TableChange::AlterTable(one)),
            Action::Alter(_, TableChange::AlterTable(other)),
        ) => one.set(other),
        _ => {}
    }
    let why = format!("{}; {}", one.why, other.why);
    let loses = match (one.loses, &other.loses) {
        (Some(one), Some(other)) => Some(format!("{one}; {other}")),
        (one, _) => one,
    };
    Step::new(one.action, why, loses)
}
