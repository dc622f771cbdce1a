//! Declared attributes against live ones.

use super::loss::{self, Change};
use super::step::{Action, Step};
use super::{Coverage, Difference, DifferenceKind, TableDiff};
use crate::change::TableChange;
use crate::cow::Text;
use crate::descriptor::{Attribute, AttributeSpec, FamilyDescriptor, TableDescriptor};
use crate::name::TableName;
use crate::splits::SplitError;

/// The attributes that `HBase` defines for a family, or for a table.
pub(super) type Specs = &'static [AttributeSpec];

/// The canonical spelling of a value; metadata that `HBase` does not interpret stays unchanged.
pub(super) fn normalize(specs: Specs, name: &str, value: &str) -> String {
    AttributeSpec::find(specs, name).map_or_else(|| value.to_owned(), |spec| spec.normalize(value))
}

/// Attributes in their canonical spelling.
struct Attributes(Vec<Attribute>);

impl Attributes {
    fn of(specs: Specs, attributes: Vec<Attribute>) -> Self {
        let normal = attributes.into_iter().map(|(name, value)| {
            let value = normalize(specs, &name, &value);
            (name, value)
        });
        Self(normal.collect())
    }

    fn get(&self, name: &str) -> Option<&str> {
        let found = self.0.iter().find(|(known, _)| known == name);
        found.map(|(_, value)| value.as_str())
    }
}

pub(super) fn family(
    table: &TableName,
    declared: &FamilyDescriptor,
    live: &FamilyDescriptor,
    coverage: Coverage,
    diff: &mut TableDiff,
) -> Result<(), SplitError> {
    let specs = FamilyDescriptor::ATTRIBUTES;
    let comparison = Comparison {
        specs,
        declared: Attributes::of(specs, declared.attributes()),
        live: Attributes::of(specs, live.attributes()),
        coverage,
        kind: &|name| DifferenceKind::FamilyAttribute(declared.name.clone(), name),
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
    let specs = TableDescriptor::ATTRIBUTES;
    let comparison = Comparison {
        specs,
        declared: Attributes::of(specs, declared.attributes()),
        live: Attributes::of(specs, live.attributes()),
        coverage,
        kind: &DifferenceKind::TableAttribute,
        action: &|name| {
            let only = Box::new(declared.only(|other| other == name));
            Action::Alter(declared.name.clone(), TableChange::AlterTable(only))
        },
    };
    comparison.run(diff)
}

/// The attributes of one table or family.
struct Comparison<'a> {
    specs: Specs,
    declared: Attributes,
    live: Attributes,
    coverage: Coverage,
    kind: &'a dyn Fn(Text) -> DifferenceKind,
    /// The change that sets the attribute of this name.
    action: &'a dyn Fn(&str) -> Action,
}

impl Comparison<'_> {
    fn run(&self, diff: &mut TableDiff) -> Result<(), SplitError> {
        for (name, value) in &self.declared.0 {
            let kind = (self.kind)(name.clone());
            let live = match (self.live.get(name), self.coverage) {
                (Some(live), _) => Some(live),
                (None, Coverage::Full) => {
                    AttributeSpec::find(self.specs, name).and_then(|spec| spec.default)
                }
                (None, Coverage::Partial) => {
                    diff.not_checked.push(kind);
                    continue;
                }
            };
            if live != Some(value) {
                let difference = self.difference(kind, name, value, live)?;
                diff.differences.push(difference);
            }
        }
        Ok(())
    }

    fn difference(
        &self,
        kind: DifferenceKind,
        name: &str,
        value: &str,
        live: Option<&str>,
    ) -> Result<Difference, SplitError> {
        let both = [&self.declared, &self.live];
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
        Ok(Difference::by(kind, value, shown, step))
    }
}
