//! A read request, checked against a table.

use std::sync::Arc;

use hbase_backend::{ColumnSelection, ReadOptions, Result, TimeRange};

use crate::engine::KeyspaceId;
use crate::filter::{self, Node};
use crate::rules::FamilyRules;
use crate::table::Table;

/// The plan of one family.
#[derive(Clone, Debug)]
pub(crate) struct FamilyPlan {
    pub(crate) name: Arc<[u8]>,
    pub(crate) keyspace: KeyspaceId,
    pub(crate) rules: Arc<FamilyRules>,
    /// The requested qualifiers, ascending; `None` means all.
    pub(crate) columns: Option<Arc<[Vec<u8>]>>,
    pub(crate) range: TimeRange,
    /// Maximum versions per column of the result.
    pub(crate) max_versions: u32,
}

/// The plan of a read.
#[derive(Debug)]
pub(crate) struct Plan {
    /// The families, in order of their names.
    pub(crate) families: Vec<FamilyPlan>,
    pub(crate) filter: Option<Box<dyn Node>>,
    pub(crate) raw: bool,
    pub(crate) store_limit: Option<u32>,
    pub(crate) store_offset: u32,
    /// The time that determines which cells are expired.
    pub(crate) now: i64,
}

impl Plan {
    /// Checks a request.
    ///
    /// # Errors
    /// `FamilyNotFound`, and `InvalidRequest` for a pattern that is not a regular expression. The request's
    /// `validate` has checked the rest.
    pub(crate) fn new(
        table: &Table,
        read: &ReadOptions,
        raw: bool,
        reversed: bool,
        now: i64,
    ) -> Result<Self> {
        let filter = read.filter.as_ref();
        Ok(Self {
            families: families(table, read, raw)?,
            filter: filter
                .map(|filter| filter::build(filter, reversed))
                .transpose()?,
            raw,
            store_limit: read.store_limit,
            store_offset: read.store_offset,
            now,
        })
    }
}

fn families(table: &Table, read: &ReadOptions, raw: bool) -> Result<Vec<FamilyPlan>> {
    let mut plans = Vec::with_capacity(table.families().len());
    if read.columns.is_empty() {
        for family in table.families() {
            plans.push(plan(family, None, read, raw));
        }
        return Ok(plans);
    }
    for (index, selection) in read.columns.iter().enumerate() {
        let earlier = &read.columns[..index];
        if earlier.iter().any(|c| c.family == selection.family) {
            continue;
        }
        let family = table.family(&selection.family)?;
        let columns = columns(&read.columns[index..], &selection.family);
        plans.push(plan(family, columns, read, raw));
    }
    plans.sort_by(|a, b| a.name.cmp(&b.name));
    Ok(plans)
}

/// The columns of a family, from all selections that name it; `None` if one of them selects the whole family.
fn columns(selections: &[ColumnSelection], family: &[u8]) -> Option<Arc<[Vec<u8>]>> {
    let mut qualifiers = Vec::new();
    for selection in selections.iter().filter(|c| *c.family == *family) {
        if selection.qualifiers.is_empty() {
            return None;
        }
        qualifiers.extend(selection.qualifiers.iter().map(|q| q.to_vec()));
    }
    qualifiers.sort();
    qualifiers.dedup();
    Some(qualifiers.into())
}

fn plan(
    family: &crate::table::Family,
    columns: Option<Arc<[Vec<u8>]>>,
    read: &ReadOptions,
    raw: bool,
) -> FamilyPlan {
    let own = read
        .family_time_ranges
        .iter()
        .find(|(name, _)| **name == *family.name);
    FamilyPlan {
        name: Arc::clone(&family.name),
        keyspace: family.keyspace,
        rules: Arc::clone(&family.rules),
        columns,
        range: own.map_or(read.time_range, |(_, range)| *range),
        max_versions: if raw {
            read.max_versions
        } else {
            read.max_versions.min(family.rules.max_versions)
        },
    }
}
