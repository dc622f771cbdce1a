//! Attributes that were said against those that are there.

use super::known::Scope;
use super::loss::{self, Change};
use super::step::{Action, Step};
use super::{Coverage, Difference, TableDiff, What};
use crate::change::TableChange;
use crate::descriptor::{Attribute, FamilyDescriptor, TableDescriptor, Text};
use crate::name::TableName;
use crate::splits::SplitError;

/// Attributes in the one spelling.
struct Attributes(Vec<Attribute>);

impl Attributes {
    fn of(scope: Scope, said: Vec<Attribute>) -> Self {
        let normal = said.into_iter().map(|(name, value)| {
            let value = scope.normal(&name, &value);
            (name, value)
        });
        Self(normal.collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

/// What the comparison of one attribute came to.
enum Outcome {
    Same,
    NotChecked,
    Differs { live: Option<String> },
}

fn outcome(
    scope: Scope,
    name: &str,
    declared: &str,
    live: &Attributes,
    coverage: Coverage,
) -> Outcome {
    let live = match (live.get(name), coverage) {
        (Some(live), _) => Some(live),
        (None, Coverage::Partial) => return Outcome::NotChecked,
        (None, Coverage::Full) => scope.default_of(name),
    };
    if live == Some(declared) {
        return Outcome::Same;
    }
    Outcome::Differs {
        live: live.map(str::to_owned),
    }
}

pub(super) fn family(
    table: &TableName,
    declared: &FamilyDescriptor,
    live: &FamilyDescriptor,
    coverage: Coverage,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    let comparison = Comparison {
        scope: Scope::Family,
        said: Attributes::of(Scope::Family, declared.attributes()),
        there: Attributes::of(Scope::Family, live.attributes()),
        coverage,
        what: &|name| What::FamilyAttribute(declared.name.clone(), name),
        action: &|name| {
            let only = declared.only(|other| other == name);
            Action::Alter(table.clone(), TableChange::AlterFamily(only))
        },
    };
    comparison.run(diff)
}

pub(super) fn table(
    declared: &TableDescriptor,
    live: &TableDescriptor,
    coverage: Coverage,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    let comparison = Comparison {
        scope: Scope::Table,
        said: Attributes::of(Scope::Table, declared.attributes()),
        there: Attributes::of(Scope::Table, live.attributes()),
        coverage,
        what: &What::TableAttribute,
        action: &|name| {
            let only = Box::new(declared.only(|other| other == name));
            Action::Alter(declared.name.clone(), TableChange::AlterTable(only))
        },
    };
    comparison.run(diff)
}

/// The attributes of one table or family.
struct Comparison<'a> {
    scope: Scope,
    said: Attributes,
    there: Attributes,
    coverage: Coverage,
    what: &'a dyn Fn(Text) -> What,
    /// The change that sets one attribute, by its name.
    action: &'a dyn Fn(&str) -> Action,
}

impl Comparison<'_> {
    fn run(&self, diff: &mut TableDiff) -> Result<(), SplitError> {
        for (name, value) in &self.said.0 {
            let what = (self.what)(name.clone());
            match outcome(self.scope, name, value, &self.there, self.coverage) {
                Outcome::Same => {}
                Outcome::NotChecked => diff.not_checked.push(what),
                Outcome::Differs { live } => {
                    let difference = self.difference(what, name, value, live.as_deref())?;
                    diff.differences.push(difference);
                }
            }
        }
        Ok(())
    }

    fn difference(
        &self,
        what: What,
        name: &str,
        value: &str,
        live: Option<&str>,
    ) -> Result<Difference, SplitError> {
        let both = [&self.said, &self.there];
        let change = Change {
            name,
            from: live,
            to: value,
            expires: both
                .iter()
                .any(|all| all.get("TTL").is_some_and(loss::expires)),
        };
        let shown = live.unwrap_or("not set");
        let why = format!("{name} is {shown}, declared {value}");
        let step = Step::new((self.action)(name), why, change.loss())?;
        Ok(Difference::by(what, value, shown, step))
    }
}
