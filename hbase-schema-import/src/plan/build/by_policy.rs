//! Plans by a policy: cells by the mapping, text by default.

use hbase_model::printable::parse_printable;
use hbase_model::{CellCodec, DescribedColumn};
use hbase_row_key_policy::{KeyMaker, RowKeyPolicy};

use super::{CellPlan, Draft, Keys};
use crate::convert::CellType;
use crate::mapping::Mapping;

pub(super) fn plan(draft: &mut Draft<'_>, policy: &RowKeyPolicy) -> Option<Keys> {
    if !draft.mapping.key.is_empty() {
        let error = "`key`: found key parts, expected none: the policy maps its own".to_owned();
        draft.errors.push(error);
    }
    let mut has_cells = false;
    for index in 0..draft.columns.len() {
        if let Some(cell) = cell(draft, index) {
            draft.cells.push(cell);
            has_cells = true;
        }
    }
    if !has_cells && draft.errors.is_empty() {
        let error = "no column becomes a cell, and HBase has no rows without cells: set `family`, or map columns in \
                     `[columns]`";
        draft.errors.push(error.to_owned());
    }
    let names: Vec<String> = policy.columns().map(ToOwned::to_owned).collect();
    let sources: Vec<_> = names.iter().map(|name| draft.require(name)).collect();
    let maker = match KeyMaker::new(policy) {
        Ok(maker) => maker,
        Err(error) => {
            draft.errors.push(format!("policy: {error}"));
            return None;
        }
    };
    Some(Keys::Policy {
        maker: Box::new(maker),
        number: policy.running_number(),
        sources: sources.into_iter().collect::<Option<_>>()?,
        names,
    })
}

/// The source columns that the policy and the mapping name; empty if none of them is a cell.
pub(super) fn columns(policy: &RowKeyPolicy, mapping: &Mapping) -> Vec<String> {
    let of_policy = policy.columns().map(ToOwned::to_owned);
    let names: Vec<String> = of_policy.chain(mapping.columns.keys().cloned()).collect();
    let is_cell = |name: &String| {
        let by_family = mapping.family.is_some() && !mapping.skip.contains(name);
        by_family || mapping.columns.contains_key(name)
    };
    if names.iter().any(is_cell) {
        names
    } else {
        Vec::new()
    }
}

fn cell(draft: &mut Draft<'_>, index: usize) -> Option<CellPlan> {
    let name = &draft.columns[index].name;
    let (family, qualifier, of) = match draft.mapping.columns.get(name) {
        Some(target) => match parse(target) {
            Ok(cell) => cell,
            Err(error) => {
                draft.errors.push(format!("column `{name}`: {error}"));
                return None;
            }
        },
        None if draft.is_skipped(index) => return None,
        None => {
            let family = draft.mapping.family.clone()?;
            (family, name.clone().into_bytes(), CellType::TEXT)
        }
    };
    Some(CellPlan {
        source: index,
        column: DescribedColumn {
            field: name.clone(),
            family,
            qualifier: qualifier.into(),
            type_name: of.to_string(),
            codec: CellCodec::Java,
            facts: of.0.optional(),
            default: false,
            counter: false,
            codes: String::new(),
        },
    })
}

/// `FAMILY:QUALIFIER`, or `FAMILY:QUALIFIER as TYPE`. A qualifier may contain bytes as `\xNN`.
fn parse(target: &str) -> Result<(String, Vec<u8>, CellType), String> {
    let (cell, of) = match target.rsplit_once(" as ") {
        Some((cell, name)) => {
            let found: CellType = name
                .trim()
                .parse()
                .map_err(|error: crate::UnknownCellType| error.to_string())?;
            (cell.trim(), found)
        }
        None => (target, CellType::TEXT),
    };
    match cell.split_once(':') {
        Some((family, qualifier)) if !family.is_empty() && !qualifier.is_empty() => {
            Ok((family.to_owned(), parse_printable(qualifier), of))
        }
        _ => Err(format!(
            "found `{target}`, expected `FAMILY:QUALIFIER` or `FAMILY:QUALIFIER as TYPE`"
        )),
    }
}
