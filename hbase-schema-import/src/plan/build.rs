//! Builds a plan, and reports all errors at once.

mod by_policy;
mod by_struct;

use std::collections::BTreeSet;

use hbase_model::name::{NamingRules, check_family};
use hbase_model::{Decimal, DescribedTable, TableName};
use hbase_row_key_policy::RowKeyPolicy;

use super::keys::{part_value, policy_text};
use super::names::suggestion;
use super::{CellPlan, Keys, NullRule, Plan};
use crate::convert::{CellMeaning, Rules, Zone};
use crate::error::{ImportError, Result};
use crate::mapping::{Mapping, Unmapped};
use crate::source::{ColumnType, Source, SourceColumn};
use crate::value::Value;

/// The target of rows.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub enum Target<'a> {
    /// Rows of a struct: its key, its columns.
    Struct(&'a DescribedTable),
    /// Rows of a table whose keys a policy makes; cells are text unless the mapping types them.
    Policy {
        /// The table.
        table: TableName,
        /// The policy.
        policy: &'a RowKeyPolicy,
    },
}

impl Target<'_> {
    /// The source columns that the target and the mapping name, each once. They are used for a file without
    /// rows, which does not name its columns. Empty if none of them is a cell.
    pub fn columns(&self, mapping: &Mapping) -> Vec<String> {
        let mut names = match self {
            Self::Struct(table) => by_struct::columns(table, mapping),
            Self::Policy { policy, .. } => by_policy::columns(policy, mapping),
        };
        if names.is_empty() {
            return names;
        }
        names.extend(mapping.skip.iter().cloned());
        let mut seen = BTreeSet::new();
        names.retain(|name| seen.insert(name.clone()));
        names
    }
}

/// A plan that is being built.
struct Draft<'a> {
    source: &'a dyn Source,
    columns: &'a [SourceColumn],
    mapping: &'a Mapping,
    rules: Rules,
    cells: Vec<CellPlan>,
    errors: Vec<String>,
}

impl Plan {
    /// Checks that a source's columns, a mapping and a target match, types included.
    ///
    /// # Errors
    /// All errors at once.
    pub fn build(source: &dyn Source, mapping: &Mapping, target: &Target<'_>) -> Result<Self> {
        let mut draft = Draft::new(source, mapping);
        let (table, keys) = match target {
            Target::Struct(table) => (
                table.descriptor.name.clone(),
                by_struct::plan(&mut draft, table),
            ),
            Target::Policy { table, policy } => {
                (table.clone(), by_policy::plan(&mut draft, policy))
            }
        };
        let key_columns = keys.as_ref().map_or(&[][..], Keys::sources).to_vec();
        let skipped = draft.leftovers(&key_columns);
        draft.check_types(&key_columns);
        draft.check_cells();
        if let Some(keys) = &keys {
            draft.check_keys(keys);
        }
        match keys {
            Some(keys) if draft.errors.is_empty() => Ok(draft.finish(table, keys, skipped, target)),
            _ => Err(ImportError::Plan {
                errors: draft.errors,
            }),
        }
    }
}

impl<'a> Draft<'a> {
    fn new(source: &'a dyn Source, mapping: &'a Mapping) -> Self {
        let columns = source.columns();
        let mut errors = Vec::new();
        let zone = mapping.time_zone.as_deref().map(Zone::parse).transpose();
        let zone = zone.unwrap_or_else(|error| {
            errors.push(error);
            None
        });
        let mut draft = Self {
            source,
            columns,
            mapping,
            rules: Rules {
                zone,
                truncate: mapping.truncate_times,
                bytes: mapping.bytes,
                is_condition: false,
            },
            cells: Vec::new(),
            errors,
        };
        for name in mapping.columns.keys().chain(&mapping.skip) {
            draft.require(name);
        }
        for name in &mapping.skip {
            if mapping.columns.contains_key(name) {
                draft.errors.push(format!(
                    "column `{name}` is in `columns` and in `skip`: leave it out of one"
                ));
            }
        }
        draft
    }

    /// The index of a source column that a mapping or policy names.
    fn require(&mut self, name: &str) -> Option<usize> {
        let found = self.names().position(|found| found == name);
        if found.is_none() {
            let more = suggestion(name, self.names());
            self.errors
                .push(format!("the source has no column `{name}`{more}"));
        }
        found
    }

    /// The names of the source's columns.
    fn names(&self) -> impl Iterator<Item = &'a str> + Clone + use<'a> {
        self.columns.iter().map(|column| column.name.as_str())
    }

    fn is_skipped(&self, index: usize) -> bool {
        self.mapping.skip.contains(&self.columns[index].name)
    }

    /// The columns that are not imported; an error for those that nothing mentions.
    fn leftovers(&mut self, key: &[usize]) -> Vec<String> {
        let used: BTreeSet<usize> = self.cells.iter().map(|cell| cell.source).collect();
        let mut skipped = Vec::new();
        for (index, column) in self.columns.iter().enumerate() {
            if used.contains(&index) || key.contains(&index) {
                continue;
            }
            let is_accepted = self.is_skipped(index) || self.mapping.unmapped == Unmapped::Skip;
            if is_accepted {
                skipped.push(column.name.clone());
                continue;
            }
            let name = &column.name;
            self.errors.push(format!(
                "column `{name}` of the source has no cell and is no part of the key: map it in `[columns]`, list it \
                 in `skip`, or set `unmapped = \"skip\"`"
            ));
        }
        skipped
    }

    /// Checks that no column with an unsupported type is imported.
    fn check_types(&mut self, key: &[usize]) {
        let cells = self.cells.iter().map(|cell| cell.source);
        let used: BTreeSet<usize> = cells.chain(key.iter().copied()).collect();
        for index in used {
            let column = &self.columns[index];
            if column.column_type == ColumnType::Unsupported {
                let found = self.source.declared_type(index).unwrap_or("unknown");
                self.errors.push(format!(
                    "column `{}`: its type `{found}` is not supported: list it in `skip`, or convert it to text in a \
                     query",
                    column.name
                ));
            }
        }
    }

    /// Checks that cells are distinct, and that they take their columns' types.
    fn check_cells(&mut self) {
        let mut seen = BTreeSet::new();
        for cell in &self.cells {
            let name = &self.columns[cell.source].name;
            let (family, qualifier) = (&cell.column.family, &cell.column.qualifier);
            if !seen.insert((family, qualifier)) {
                self.errors.push(format!(
                    "column `{name}`: another column of the source is the cell {family}:{qualifier} too"
                ));
            }
            if let Some(error) = invalid_name(cell) {
                self.errors.push(format!("column `{name}`: {error}"));
            }
            let column_type = self.columns[cell.source].column_type;
            let Some(sample) = sample(column_type) else {
                continue;
            };
            // Bytes may have any width, which is checked row by row.
            let is_bytes = column_type == ColumnType::Bytes;
            if let (CellMeaning::FixedBytes(_), true) = (cell.codec().meaning, is_bytes) {
                continue;
            }
            let mut bytes = Vec::new();
            if let Err(mismatch) = cell.codec().put(&sample, &self.rules, &mut bytes) {
                self.errors.push(format!(
                    "column `{name}`, cell {family}:{qualifier}: {}",
                    mismatch.0
                ));
            }
        }
    }

    /// Checks that the parts of a key take their columns' types, and that those of a policy have a text.
    fn check_keys(&mut self, keys: &Keys) {
        for (at, &source) in keys.sources().iter().enumerate() {
            let SourceColumn { name, column_type } = &self.columns[source];
            let Some(sample) = sample(*column_type) else {
                continue;
            };
            let (of, checked) = match keys {
                Keys::Layout { layout, .. } => {
                    let part = &layout.parts[at];
                    let checked = part_value(part, &sample, &self.rules).map(drop);
                    (format!(", key part `{}`", part.name), checked)
                }
                Keys::Policy { .. } => {
                    let checked = policy_text(sample, &self.rules).map(drop);
                    (" of the policy".to_owned(), checked)
                }
            };
            if let Err(mismatch) = checked {
                self.errors
                    .push(format!("column `{name}`{of}: {}", mismatch.0));
            }
        }
    }

    fn finish(
        self,
        table: TableName,
        keys: Keys,
        skipped: Vec<String>,
        target: &Target<'_>,
    ) -> Plan {
        let key = match target {
            Target::Struct(table) => format!("{:?}", table.key.without_codes()),
            Target::Policy { policy, .. } => policy.to_json(),
        };
        let fingerprint = format!(
            "{table}; {key}; {:?}; {}",
            self.cells,
            self.mapping.fingerprint()
        );
        Plan {
            fingerprint: format!(
                "{:032x}",
                xxhash_rust::xxh3::xxh3_128(fingerprint.as_bytes())
            ),
            columns: self.columns.iter().map(|c| c.name.clone()).collect(),
            table,
            keys,
            cells: self.cells,
            rules: self.rules,
            skipped,
        }
    }
}

/// Maximum bytes of a qualifier: a key of the embedded store, which contains it, has at most 65,535.
const MOST_QUALIFIER: usize = 32_000;

/// The reason why a store would reject a cell's name.
fn invalid_name(cell: &CellPlan) -> Option<String> {
    let length = cell.column.qualifier.len();
    if length > MOST_QUALIFIER {
        return Some(format!(
            "found a qualifier of {length} bytes, expected at most {MOST_QUALIFIER}: does the file have another delimiter?"
        ));
    }
    let checked = check_family(&cell.column.family, NamingRules::HBase, true);
    checked.err().map(|error| error.to_string())
}

/// A sample value of a type: a target that takes the value takes the type.
fn sample(column_type: ColumnType) -> Option<Value<'static>> {
    Some(match column_type {
        ColumnType::Unknown | ColumnType::Text | ColumnType::Unsupported => return None,
        ColumnType::Bool => Value::Bool(true),
        ColumnType::Integer => Value::Int(1),
        ColumnType::Float => Value::Float64(1.0),
        ColumnType::Decimal => Value::Decimal(Decimal::new(false, 1, 0)),
        ColumnType::Bytes => Value::Bytes(b""),
        ColumnType::Moment => Value::Moment(NEW_YEAR * 86_400_000_000),
        ColumnType::Local => Value::Local(NEW_YEAR * 86_400_000_000),
        ColumnType::Date => Value::Date(10_957),
        ColumnType::TimeOfDay => Value::TimeOfDay(0),
    })
}

/// The days from 1970 to 2000-01-01, on which no clock was changed.
const NEW_YEAR: i64 = 10_957;
