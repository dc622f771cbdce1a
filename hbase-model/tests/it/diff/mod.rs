//! Declared tables against live ones.

mod attributes;
mod facts;
mod indexes;
mod merges;
mod plans;
mod random;
mod splits;

use hbase_model::diff::{Coverage, Declared, TableDiff, compare};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

fn table(families: Vec<FamilyDescriptor>) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::parse("NS:T").expect("a good name"));
    table.families = families.into();
    table
}

fn family(name: &'static str, set: impl FnOnce(&mut FamilyDescriptor)) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new(name);
    set(&mut family);
    family
}

/// A table with the family `D1`, which `set` has changed.
fn of_d1(set: impl FnOnce(&mut FamilyDescriptor)) -> TableDescriptor {
    table(vec![family("D1", set)])
}

fn diff(declared: &TableDescriptor, live: &TableDescriptor) -> TableDiff {
    compare(Declared::table(declared), Some(live), Coverage::Full).expect("good splits")
}

/// The differences, a line each.
fn lines(diff: &TableDiff) -> Vec<String> {
    diff.differences.iter().map(ToString::to_string).collect()
}
