//! Changes of families.

use fastrand::Rng;

use super::edit::{Edit, edit};
use crate::spec::Table;

pub(super) const EDITS: &[Edit] = &[
    edit("a family keeps fewer versions", "LOSS", fewer_versions),
    edit("a family keeps more versions", "FREE", more_versions),
    edit("cells of a family expire", "LOSS", expires),
    edit("cells of a family never expire", "", forever),
];

/// Replaces an option of a family that has it.
fn replace(table: &mut Table, from: &str, to: &str) -> Option<()> {
    let options = table.families.iter_mut().flat_map(|of| &mut of.options);
    let option = options.into_iter().find(|option| *option == from)?;
    to.clone_into(option);
    Some(())
}

fn fewer_versions(table: &mut Table, _: &mut Rng) -> Option<()> {
    replace(table, "versions = 5", "versions = 2")
}

fn more_versions(table: &mut Table, _: &mut Rng) -> Option<()> {
    replace(table, "versions = 5", "versions = 50")
}

/// Adds an option to a family without a `ttl`.
fn push(table: &mut Table, at: usize, option: &str) -> Option<()> {
    let options = &mut table.families[at].options;
    let has_ttl = options.iter().any(|option| option.starts_with("ttl"));
    options.push(option.to_owned());
    (!has_ttl).then_some(())
}

fn expires(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = rng.usize(..table.families.len());
    // The version of a row must outlive the columns of other families.
    let version = table.version().map(|(field, _)| table.fields[field].family);
    let is_legal = table.families.len() == 1 || version != Some(at);
    push(table, at, "ttl = \"30d\"").filter(|()| is_legal)
}

fn forever(table: &mut Table, rng: &mut Rng) -> Option<()> {
    let at = rng.usize(..table.families.len());
    push(table, at, "ttl = forever")
}
