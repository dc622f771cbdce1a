//! The rows of an export: scans that conditions on the first key parts narrow, and checks of each row.
//!
//! The range may contain more rows than pass, never fewer. Filters on the server only exclude rows that the
//! check would exclude too.

use hbase_backend::scan::{RowBound, prefix_successor};
use hbase_backend::{Comparator, CompareOp, Filter, Scan};
use hbase_model::layout::OrderedKind;
use hbase_model::printable::parse_printable;
use hbase_model::{Encoding, KeyLayout, LayoutError, PartLayout, PartValue, Salt};

use super::ExportError;
use super::condition::{Check, Condition, Test, TypedTest};
use super::decode::{ExportColumn, ExportType, Exported, of_cell, of_part};
use super::plan::{CellColumn, ExportPlan};
use crate::convert::{ByteNotation, Rules};
use crate::plan::{find, is_cell, suggestion};
use crate::value::Value;

/// The rows of an export.
#[derive(Clone, Debug, Default)]
pub struct ExportQuery {
    pub(super) scans: Vec<Scan>,
    pub(super) checks: Vec<Check>,
}

/// The conditions on one key part.
#[derive(Default)]
struct PartBounds {
    equal: Option<PartValue>,
    low: Option<PartValue>,
    high: Option<PartValue>,
    prefix: Option<Vec<u8>>,
}

impl PartBounds {
    /// Whether a bound is 0.0 or -0.0.
    fn is_zero(&self) -> bool {
        let is_zero = |value: &PartValue| match value {
            PartValue::Float32(value) => *value == 0.0,
            PartValue::Float64(value) => *value == 0.0,
            _ => false,
        };
        let bounds = [&self.equal, &self.low, &self.high];
        bounds.into_iter().flatten().any(is_zero)
    }
}

/// A range of rows, without the salt.
struct KeyRange {
    values: Vec<PartValue>,
    /// Bytes after the values: those of the smallest key, and those that are prefixes of the largest keys.
    low: Vec<u8>,
    high: Vec<u8>,
}

impl ExportPlan {
    /// The rows that pass all conditions. Conditions on the first key parts narrow the scans: values, then a range or the
    /// start of a text. All others are checked row by row, comparisons with `=` by the server.
    ///
    /// # Errors
    /// An unknown column, and a value that is not one of its column.
    pub fn query(&self, conditions: &[Condition]) -> Result<ExportQuery, ExportError> {
        let mut query = ExportQuery::default();
        let mut bounds: Vec<PartBounds> = Vec::new();
        bounds.resize_with(self.key.parts.len(), PartBounds::default);
        let mut filters = Vec::new();
        for condition in conditions {
            let column = self.find(condition)?;
            let test = match column.checked_sub(bounds.len()) {
                None => of_part_test(&self.key.parts[column], condition, &mut bounds[column])?,
                Some(cell) => of_cell_test(&self.cells[cell], condition, &mut filters)?,
            };
            query.checks.push(Check { column, test });
        }
        let range = narrowed(&self.key, bounds);
        let ranges = range.and_then(|range| scans(&self.key, &range));
        query.scans = ranges.map_err(|error| ExportError::Plan {
            what: error.to_string(),
        })?;
        if !filters.is_empty() {
            for scan in &mut query.scans {
                scan.read.filter = Some(Filter::And(filters.clone()));
            }
        }
        Ok(query)
    }

    fn find(&self, condition: &Condition) -> Result<usize, ExportError> {
        let name = condition.column.as_str();
        let columns = self.columns();
        let known = columns.iter().map(ExportColumn::name);
        if let Some(found) = find(known.clone(), name) {
            return Ok(found);
        }
        let mut cells = self.cells.iter();
        let cell = cells.position(|cell| is_cell(&cell.column, name));
        cell.map(|cell| self.key.parts.len() + cell).ok_or_else(|| {
            let more = suggestion(name, known);
            invalid(condition, format_args!("there is no column `{name}`{more}"))
        })
    }
}

impl ExportQuery {
    /// Reads only rows in this range of keys, which replaces the conditions' range.
    pub fn in_range(mut self, start: RowBound, stop: RowBound) -> Self {
        let filter = self.scans.first().and_then(|scan| scan.read.filter.clone());
        let mut scan = Scan {
            start,
            stop,
            ..Scan::new()
        };
        scan.read.filter = filter;
        self.scans = vec![scan];
        self
    }

    /// The scans that read the rows: one, or one for each value of a salt.
    pub fn scans(&self) -> &[Scan] {
        &self.scans
    }
}

fn invalid(condition: &Condition, why: impl std::fmt::Display) -> ExportError {
    ExportError::Plan {
        what: format!("condition `{condition}`: {why}"),
    }
}

fn of_part_test(
    part: &PartLayout,
    condition: &Condition,
    bounds: &mut PartBounds,
) -> Result<TypedTest, ExportError> {
    check_list(part, condition)?;
    let (op, text) = match &condition.test {
        Test::IsNull => return Ok(TypedTest::IsNull(true)),
        Test::IsNotNull => return Ok(TypedTest::IsNull(false)),
        Test::StartsWith(text) => {
            let prefix = prefix(ExportType::of_part(&part.encoding), text, condition)?;
            bounds.prefix = Some(prefix.clone());
            return Ok(TypedTest::StartsWith(prefix));
        }
        Test::Compare(op, text) => (*op, text),
    };
    let value = part
        .parse(text)
        .map_err(|error| invalid(condition, error))?;
    // The value is compared as it is in the key, truncated or padded.
    let typed = of_part(value.clone());
    check_order(
        has_order(ExportType::of_part(&part.encoding)),
        op,
        condition,
    )?;
    match op {
        CompareOp::Equal => bounds.equal = Some(value),
        CompareOp::Less | CompareOp::LessOrEqual => bounds.high = Some(value),
        CompareOp::Greater | CompareOp::GreaterOrEqual => bounds.low = Some(value),
        CompareOp::NotEqual => {}
    }
    Ok(TypedTest::Compare(op, typed))
}

/// The text of a list does not sort as its bytes do.
fn check_list(part: &PartLayout, condition: &Condition) -> Result<(), ExportError> {
    let is_exact = match &condition.test {
        Test::Compare(op, _) => matches!(op, CompareOp::Equal | CompareOp::NotEqual),
        Test::StartsWith(_) => false,
        Test::IsNull | Test::IsNotNull => true,
    };
    if is_exact || !matches!(part.encoding, Encoding::List(_)) {
        return Ok(());
    }
    let why = "a list is compared by `=` and `!=` only";
    Err(invalid(condition, why))
}

fn of_cell_test(
    cell: &CellColumn,
    condition: &Condition,
    filters: &mut Vec<Filter>,
) -> Result<TypedTest, ExportError> {
    let own_codec = cell.codec();
    let export_type = ExportType::of_cell(own_codec);
    let (op, text) = match &condition.test {
        Test::IsNull => return Ok(TypedTest::IsNull(true)),
        Test::IsNotNull => return Ok(TypedTest::IsNull(false)),
        Test::StartsWith(text) => {
            let prefix = prefix(export_type, text, condition)?;
            return Ok(TypedTest::StartsWith(prefix));
        }
        Test::Compare(op, text) => (*op, text),
    };
    let is_sorted = has_order(export_type) && own_codec.is_sorted();
    check_order(is_sorted, op, condition)?;
    let mut bytes = Vec::new();
    let rules = Rules {
        is_condition: true,
        bytes: Some(ByteNotation::Shell),
        ..Rules::default()
    };
    let codec = own_codec.of_compared();
    let put = codec.put(&Value::Text(text), &rules, &mut bytes);
    put.map_err(|mismatch| invalid(condition, mismatch.0))?;
    let typed = of_cell(own_codec, &bytes).map(owned);
    let typed = typed.map_err(|why| invalid(condition, why))?;
    let has_one_encoding = has_one_encoding(export_type) && own_codec.has_one_text();
    if op == CompareOp::Equal && has_one_encoding {
        filters.push(Filter::ColumnValue {
            family: cell.column.family.as_bytes().to_vec(),
            qualifier: cell.column.qualifier.as_bytes().to_vec(),
            op,
            comparator: Comparator::Binary(bytes),
            filter_if_missing: true,
            latest_version_only: true,
        });
    }
    Ok(TypedTest::Compare(op, typed))
}

/// Whether equal values have equal bytes: floats have two zeros, decimals any scale, and booleans any byte.
const fn has_one_encoding(export_type: ExportType) -> bool {
    matches!(
        export_type,
        ExportType::Integer { .. } | ExportType::Text | ExportType::Bytes | ExportType::Json
    )
}

/// The start of a text, or of bytes as `HBase`'s shell prints them.
fn prefix(
    export_type: ExportType,
    text: &str,
    condition: &Condition,
) -> Result<Vec<u8>, ExportError> {
    match export_type {
        ExportType::Text => Ok(text.as_bytes().to_vec()),
        ExportType::Bytes => Ok(parse_printable(text)),
        _ => Err(invalid(condition, "`^=` applies only to text and bytes")),
    }
}

/// Whether the values of a type are compared as they sort.
const fn has_order(export_type: ExportType) -> bool {
    !matches!(export_type, ExportType::Number | ExportType::Json)
}

fn check_order(is_sorted: bool, op: CompareOp, condition: &Condition) -> Result<(), ExportError> {
    let is_equality = matches!(op, CompareOp::Equal | CompareOp::NotEqual);
    if is_equality || is_sorted {
        return Ok(());
    }
    let why = "decimals, JSON, and numbers and moments as text are compared by `=` and `!=` only: their bytes do not \
               sort";
    Err(invalid(condition, why))
}

fn owned(value: Exported<'_>) -> Exported<'static> {
    match value {
        Exported::Text(text) => Exported::Text(text.into_owned().into()),
        Exported::Json(text) => Exported::Text(text.to_owned().into()),
        Exported::Bytes(bytes) => Exported::Bytes(bytes.into_owned().into()),
        Exported::Null => Exported::Null,
        Exported::Bool(value) => Exported::Bool(value),
        Exported::Int(value) => Exported::Int(value),
        Exported::Float32(value) => Exported::Float32(value),
        Exported::Float64(value) => Exported::Float64(value),
        Exported::Decimal(value) => Exported::Decimal(value),
        Exported::Time(value) => Exported::Time(value),
        Exported::TimeOfDay(value) => Exported::TimeOfDay(value),
    }
}

/// Whether the two zeros, which are equal, have different bytes.
fn has_two_zeros(part: &PartLayout) -> bool {
    matches!(
        part.encoding,
        Encoding::JavaFloat { .. } | Encoding::Ordered(OrderedKind::Float32 | OrderedKind::Float64)
    )
}

/// The range of keys for the bounds of the first parts. It may contain more rows than pass, never fewer.
fn narrowed(layout: &KeyLayout, bounds: Vec<PartBounds>) -> Result<KeyRange, LayoutError> {
    let mut range = KeyRange {
        values: Vec::new(),
        low: Vec::new(),
        high: Vec::new(),
    };
    for (part, bound) in layout.parts.iter().zip(bounds) {
        if has_two_zeros(part) && bound.is_zero() {
            break;
        }
        if let Some(value) = bound.equal {
            range.values.push(value);
            continue;
        }
        if let (Some(prefix), true) = (&bound.prefix, part.takes_prefix()) {
            range.low.clone_from(prefix);
            range.high.clone_from(prefix);
        } else if part.check_range().is_ok() {
            let part = &with_every_time(part);
            let encoded = |value: Option<&PartValue>| {
                let mut bytes = Vec::new();
                match value.map_or(Ok(()), |value| part.encode(value, &mut bytes)) {
                    // The key has no such time: the bound is open.
                    Err(LayoutError::Value { .. }) if part.is_time() => Ok(Vec::new()),
                    // No part contains its separator, but a bound may.
                    Err(LayoutError::SeparatorInside { .. }) => Ok(Vec::new()),
                    // No part that may be left out is empty, but a bound may be.
                    Err(LayoutError::WrongKind { .. }) if part.omit_none => Ok(Vec::new()),
                    encoded => encoded.map(|()| bytes),
                }
            };
            range.low = encoded(bound.low.as_ref())?;
            range.high = encoded(bound.high.as_ref())?;
            if part.is_descending() {
                std::mem::swap(&mut range.low, &mut range.high);
            }
        }
        break;
    }
    Ok(range)
}

/// The part, which rounds down times that it does not have: no row is between the two.
fn with_every_time(part: &PartLayout) -> PartLayout {
    let mut part = part.clone();
    if let Encoding::Time(format) = &mut part.encoding {
        format.truncate = true;
    }
    part
}

/// One scan, or one for each value of a salt that the values do not determine. If the salt has more values than
/// a fan-out supports, the whole table is scanned, and its rows are checked.
fn scans(layout: &KeyLayout, range: &KeyRange) -> Result<Vec<Scan>, LayoutError> {
    if range.values.is_empty() && range.low.is_empty() && range.high.is_empty() {
        return Ok(vec![Scan::new()]);
    }
    let left_out = layout.separator_left_out(range.values.len());
    match layout.encode_prefix(&range.values) {
        Ok(prefix) => return Ok(vec![scan(&prefix, left_out, range)]),
        Err(LayoutError::SaltNeeds { .. } | LayoutError::SaltNeedsNumber { .. }) => {}
        Err(error) => return Err(error),
    }
    let salt = layout.salt.as_ref().map(|layout| &layout.salt);
    let Some((salt, count)) = salt.and_then(|salt| Some((salt, Salt::fan_out(salt)?))) else {
        return Ok(vec![Scan::new()]);
    };
    let scans = (0..count).map(|number| {
        let prefix = layout.encode_prefix_after(&salt.nth(number), &range.values)?;
        Ok(scan(&prefix, left_out, range))
    });
    scans.collect()
}

/// The last bytes of the prefix, `left_out`, are missing in keys that have no further part.
fn scan(prefix: &[u8], left_out: usize, range: &KeyRange) -> Scan {
    let mut start = [prefix, &range.low].concat();
    if range.low.is_empty() {
        start.truncate(prefix.len() - left_out);
    }
    let last = [prefix, &range.high].concat();
    Scan {
        start: RowBound::Included(start),
        stop: prefix_successor(&last).map_or(RowBound::Unbounded, RowBound::Excluded),
        ..Scan::new()
    }
}
