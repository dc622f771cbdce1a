//! Plans by a struct: its key layout and its columns.

use hbase_model::{DescribedColumn, DescribedTable, Encoding, PartLayout, STAMP_FAMILY, Salt};

use super::{CellPlan, Draft, Keys, NullRule};
use crate::mapping::Mapping;
use crate::plan::names::{column_name, find, is_cell, is_known_by_field, suggestion, why_unknown};

pub(super) fn plan(draft: &mut Draft<'_>, table: &DescribedTable) -> Option<Keys> {
    check_supported(draft, table);
    check_targets(draft, table);
    for column in &table.columns {
        if let Some(cell) = cell(draft, table, column) {
            draft.cells.push(cell);
        }
    }
    for (part, column) in &draft.mapping.key {
        if table.key.part(part).is_none() {
            let known = table.key.parts.iter().map(|part| &*part.name);
            let more = suggestion(part, known);
            draft
                .errors
                .push(format!("`key`: the key has no part `{part}`{more}"));
        } else {
            draft.require(column);
        }
    }
    let parts = table.key.parts.iter();
    let sources: Vec<_> = parts.map(|part| part_source(draft, part)).collect();
    Some(Keys::Layout {
        layout: table.key.clone(),
        sources: sources.into_iter().collect::<Option<_>>()?,
    })
}

/// The source columns of an import: those that the mapping names, otherwise those of an export.
pub(super) fn columns(table: &DescribedTable, mapping: &Mapping) -> Vec<String> {
    let of_part = |part: &PartLayout| match mapping.key.get(&*part.name) {
        Some(name) => name.clone(),
        None => part.name.to_string(),
    };
    let is_own = |column: &&DescribedColumn| {
        let mut targets = mapping.columns.values();
        !column.is_unknown() && !targets.any(|target| is_cell(column, target))
    };
    let parts = table.key.parts.iter().map(of_part);
    let unmapped = table.columns.iter().filter(is_own);
    let own = unmapped.map(|column| column_name(table, column).into_owned());
    let mapped = mapping.columns.keys().cloned();
    parts.chain(mapped).chain(own).collect()
}

/// Checks that the table has nothing that an import would write incorrectly.
fn check_supported(draft: &mut Draft<'_>, table: &DescribedTable) {
    let name = &table.descriptor.name;
    if name.to_string().contains('{') {
        draft.errors.push(format!(
            "the name of the table {name} contains a date, which an import does not compute"
        ));
    }
    if let Some(field) = &table.timestamp {
        draft.errors.push(format!(
            "the struct `{}` has a timestamp, `{field}`: an import writes its own timestamps, by which it recognizes \
             its rows; use `put_many`",
            table.row
        ));
    }
    if let Some(salt) = &table.key.salt
        && !salt.salt.is_computed()
    {
        draft.errors.push(format!(
            "the salt of the table {name}, {}, is not computed from the key: a row that is imported once more would have \
             another key, and be no duplicate; declare a computed salt, as `buckets`, or use `put_many`",
            salt.salt
        ));
    }
    if let Some(Salt::With { function, .. }) = table.key.salt.as_ref().map(|salt| &salt.salt) {
        draft.errors.push(format!(
            "the salt of the table {name} is computed by the function `{}` of the program, which an import cannot call: use \
             `put_many`",
            function.path()
        ));
    }
    let mut families = table.descriptor.families.iter();
    if families.any(|family| family.name == STAMP_FAMILY) {
        draft.errors.push(format!(
            "the table {name} has index tables, which an import would not maintain: use `put_many` of an indexed \
             connection"
        ));
    }
}

/// Checks that the mapping's cells are columns of the struct.
fn check_targets(draft: &mut Draft<'_>, table: &DescribedTable) {
    for (name, target) in &draft.mapping.columns {
        let cells = table.columns.iter();
        let is_known = cells.clone().any(|column| is_cell(column, target));
        if is_known {
            continue;
        }
        if target.contains(" as ") {
            draft.errors.push(format!(
                "column `{name}`: found `{target}`, expected a cell without a type: the struct `{}` declares it",
                table.row
            ));
            continue;
        }
        let known: Vec<String> = cells.map(cell_name).collect();
        let more = suggestion(target, known.iter().map(String::as_str));
        draft.errors.push(format!(
            "column `{name}`: the struct `{}` has no column {target}{more}",
            table.row
        ));
    }
}

fn cell_name(column: &DescribedColumn) -> String {
    format!("{}:{}", column.family, column.qualifier)
}

/// The source column of a struct's column: the one that the mapping names, otherwise one with its qualifier (if
/// no other column of the struct has it), its field's name, or its qualifier as it is displayed.
fn source_of(draft: &Draft<'_>, table: &DescribedTable, column: &DescribedColumn) -> Option<usize> {
    let mut mapped = draft.mapping.columns.iter();
    if let Some((name, _)) = mapped.find(|(_, target)| is_cell(column, target)) {
        return draft.columns.iter().position(|c| c.name == *name);
    }
    let is_free = |index: &usize| {
        let name = &draft.columns[*index].name;
        !draft.is_skipped(*index) && !draft.mapping.columns.contains_key(name)
    };
    let by_name = |name: &str| find(draft.names(), name).filter(is_free);
    let by_bytes = || {
        let printed = column.qualifier.to_string();
        let is_other = table
            .columns
            .iter()
            .any(|other| other.qualifier == *printed);
        by_name(&printed).filter(|_| !is_other)
    };
    let by_field = || by_name(&column.field).filter(|_| is_known_by_field(table, column));
    by_name(&column_name(table, column))
        .or_else(by_field)
        .or_else(by_bytes)
}

fn cell(
    draft: &mut Draft<'_>,
    table: &DescribedTable,
    column: &DescribedColumn,
) -> Option<CellPlan> {
    let cell = cell_name(column);
    let Some(source) = source_of(draft, table, column) else {
        if NullRule::of(column) == NullRule::Reject {
            draft.errors.push(format!(
                "the struct's column {cell} (field `{}`) has no column in the source, and is not an `Option`: map one \
                 in `[columns]`",
                column.field
            ));
        }
        return None;
    };
    if column.is_unknown() {
        draft.errors.push(format!(
            "the struct's {}; or skip the column `{}` of the source",
            why_unknown(table, column),
            draft.columns[source].name
        ));
        return None;
    }
    Some(CellPlan {
        source,
        column: column.clone(),
    })
}

fn part_source(draft: &mut Draft<'_>, part: &PartLayout) -> Option<usize> {
    let name = &*part.name;
    if matches!(part.encoding, Encoding::Custom(_)) {
        draft.errors.push(format!(
            "key part `{name}` has an encoding of its own, which only the program has"
        ));
        return None;
    }
    if let Some(column) = draft.mapping.key.get(name) {
        // A missing column is reported already.
        return draft.columns.iter().position(|c| c.name == *column);
    }
    let found = find(draft.names(), name);
    if found.is_none() {
        let more = suggestion(name, draft.names());
        draft.errors.push(format!(
            "key part `{name}` has no column in the source: map one in `[key]`{more}"
        ));
    }
    found
}
