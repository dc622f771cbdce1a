//! The structs that the sources of a crate list in `lock!`, and their facts.

use std::path::Path;

use hbase_model::DescribedTable;
use hbase_model::lock::TableFacts;
use hbase_schema_syntax::source::{Build, Listed, LockList, Sources, read_sources_for};

use crate::error::CliError;
use crate::tables;

/// The listed structs of a build.
pub(super) struct ListedStructs {
    /// The structs with their facts, in the order of the list.
    pub(super) structs: Vec<(String, TableFacts)>,
    /// Types that are not in the sources.
    pub(super) unknown: Vec<String>,
}

/// Reads the listed structs with all features and, if the sources are valid then, those of the opposite build.
///
/// # Errors
/// Sources that cannot be read, that have no list or two, or that list a type without `HTable`.
pub(super) fn read(path: &Path) -> Result<(ListedStructs, Option<ListedStructs>), CliError> {
    let [all, opposite] = [Build::AllFeatures, Build::Opposite].map(|build| of_build(path, build));
    match (all?, opposite) {
        (Some(all), opposite) => Ok((all, opposite.ok().flatten())),
        (None, Ok(Some(opposite))) => Ok((opposite, None)),
        (None, _) => Err(no_list(path)),
    }
}

/// The error for a crate without `lock!`.
pub(super) fn no_list(path: &Path) -> CliError {
    let error = CliError::findings("no `lock!` lists the crate's structs").at(path.display());
    error
        .expected("`hbase_schema::lock![…]` in the crate, outside of tests and of other macros")
        .help("write `hbase_schema::lock![Order, Customer];` in `lib.rs` or `main.rs`, with each struct that derives `HTable`")
}

fn of_build(path: &Path, build: Build) -> Result<Option<ListedStructs>, CliError> {
    tables::require_path(path)?;
    let described = tables::read_for(path, build)?;
    let sources = read_sources_for(path, build).map_err(CliError::unreachable)?;
    let list = only_list(&sources)?;
    list.map(|list| structs(&sources, list, &described))
        .transpose()
}

/// The only `lock!`, if there is one.
///
/// # Errors
/// A second one.
pub(super) fn only_list(sources: &Sources) -> Result<Option<&LockList>, CliError> {
    let [first, second, ..] = sources.lock_lists.as_slice() else {
        return Ok(sources.lock_lists.first());
    };
    let [first, second] = [first, second].map(|list| list.file.display());
    let error = CliError::findings("the crate has more than one `lock!`").at(second);
    Err(error
        .expected(format_args!("only the one in {first}"))
        .help("a crate has one lock: list all structs in one `lock!`, in the library if the crate has one"))
}

fn structs(
    sources: &Sources,
    list: &LockList,
    described: &[DescribedTable],
) -> Result<ListedStructs, CliError> {
    let mut found = ListedStructs {
        structs: Vec::new(),
        unknown: Vec::new(),
    };
    for listed in sources.listed(list) {
        match listed {
            Listed::Table(index) => {
                let table = described.get(index);
                found
                    .structs
                    .extend(table.map(|table| (table.row.clone(), table.facts())));
            }
            Listed::Unknown(name) => found.unknown.push(name),
            Listed::Other(name) => {
                let error = CliError::findings(format_args!(
                    "`{name}` in `lock!` does not derive `HTable`"
                ));
                return Err(error.at(list.file.display()));
            }
        }
    }
    Ok(found)
}
