//! Merges several declarations of one table: structs that declare different families, or rows of
//! different versions of a program.

use super::DifferenceKind;
use super::attributes::{Specs, normalize};
use crate::cow::Text;
use crate::descriptor::{Attribute, FamilyDescriptor, TableDescriptor};
use crate::splits::{SplitError, Splits};

/// Two declarations of one table that contradict each other.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Contradiction {
    /// The attribute or part that they declare differently.
    pub kind: DifferenceKind,
    /// The first and the second value.
    pub declared: (String, String),
}

/// Merges another declaration of the same table into one.
///
/// ```
/// use hbase_model::diff::merge;
/// use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
/// let of = |family| {
///     let mut table = TableDescriptor::new(TableName::from_static("NS", "T"));
///     table.families = vec![FamilyDescriptor::new(family)].into();
///     table
/// };
/// let mut both = of("D1");
/// assert_eq!(merge(&mut both, &of("D2"))?, []);
/// assert_eq!(both.families.len(), 2);
/// # Ok::<(), hbase_model::splits::SplitError>(())
/// ```
///
/// # Errors
/// Invalid splits.
pub fn merge(
    table: &mut TableDescriptor,
    other: &TableDescriptor,
) -> Result<Vec<Contradiction>, SplitError> {
    let mut found = Vec::new();
    let table_attributes = (
        TableDescriptor::ATTRIBUTES,
        table.attributes(),
        other.attributes(),
    );
    contradictions(table_attributes, &mut found, DifferenceKind::TableAttribute);
    table.set(other);
    for family in other.families.iter() {
        merge_family(table, family, &mut found);
    }
    if table.splits == Splits::None {
        table.splits = other.splits.clone();
    }
    if other.splits != Splits::None && table.splits.keys()? != other.splits.keys()? {
        let number = |splits: &Splits| format!("{} regions", splits.regions());
        found.push(Contradiction {
            kind: DifferenceKind::MissingSplits,
            declared: (number(&table.splits), number(&other.splits)),
        });
    }
    Ok(found)
}

fn merge_family(
    table: &mut TableDescriptor,
    other: &FamilyDescriptor,
    found: &mut Vec<Contradiction>,
) {
    let families = table.families.to_mut();
    let Some(family) = families.iter_mut().find(|there| there.name == other.name) else {
        families.push(other.clone());
        return;
    };
    let specs = FamilyDescriptor::ATTRIBUTES;
    let attributes = (specs, family.attributes(), other.attributes());
    contradictions(attributes, found, |name| {
        DifferenceKind::FamilyAttribute(other.name.clone(), name)
    });
    family.set(other);
}

fn contradictions(
    (specs, first, second): (Specs, Vec<Attribute>, Vec<Attribute>),
    found: &mut Vec<Contradiction>,
    kind: impl Fn(Text) -> DifferenceKind,
) {
    for (name, value) in second {
        let there = first.iter().find(|(known, _)| *known == name);
        let Some((_, before)) = there else { continue };
        let (before, value) = (
            normalize(specs, &name, before),
            normalize(specs, &name, &value),
        );
        if before != value {
            found.push(Contradiction {
                kind: kind(name),
                declared: (before, value),
            });
        }
    }
}
