//! Filters. Values compare as their Rust types do.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::ops::{Comparison, Filter, Test};
use crate::value::{Json, Value};

use super::cells::Slot;
use super::{Model, StoredRow};

impl Model<'_> {
    /// Whether the row passes the filter.
    pub(super) fn passes(&self, row: &StoredRow, filter: &Filter) -> bool {
        match filter {
            Filter::And(a, b) => self.passes(row, a) && self.passes(row, b),
            Filter::Or(a, b) => self.passes(row, a) || self.passes(row, b),
            Filter::Not(inner) => !self.passes(row, inner),
            Filter::Column(column, test) => {
                let slot = Slot::Field(column - self.table.key.parts.len());
                let visible = self.visible(row);
                let cell = visible.iter().find(|cell| cell.slot == slot);
                is(cell.map(|cell| &cell.value), test)
            }
        }
    }
}

/// Whether a cell passes a test. A cell that represents an absent value counts as absent, and so does JSON's `null`.
fn is(cell: Option<&Value>, test: &Test) -> bool {
    let cell = cell.filter(|value| !value.is_none() && **value != Value::Json(Json::Null));
    let Some(cell) = cell else {
        return *test == Test::None;
    };
    match test {
        Test::None => false,
        Test::Some => true,
        Test::Is(comparison, value) => holds(*comparison, compare(cell, value)),
        Test::In(values) => values
            .iter()
            .any(|value| compare(cell, value) == Some(Ordering::Equal)),
        Test::Between(low, high) => is_within(cell, low, high),
        Test::Prefix(prefix) => matches!(cell, Value::Text(text) if text.starts_with(prefix)),
        Test::Contains(part) => matches!(cell, Value::Text(text) if text.contains(part)),
    }
}

/// Whether a value is within the bounds.
pub(super) fn is_within(cell: &Value, low: &Bound<Value>, high: &Bound<Value>) -> bool {
    let above = match low {
        Bound::Included(value) => holds(Comparison::Ge, compare(cell, value)),
        Bound::Excluded(value) => holds(Comparison::Gt, compare(cell, value)),
        Bound::Unbounded => true,
    };
    let below = match high {
        Bound::Included(value) => holds(Comparison::Le, compare(cell, value)),
        Bound::Excluded(value) => holds(Comparison::Lt, compare(cell, value)),
        Bound::Unbounded => true,
    };
    above && below
}

fn holds(comparison: Comparison, order: Option<Ordering>) -> bool {
    match comparison {
        Comparison::Eq => order == Some(Ordering::Equal),
        Comparison::Ne => order != Some(Ordering::Equal),
        Comparison::Lt => order == Some(Ordering::Less),
        Comparison::Le => matches!(order, Some(Ordering::Less | Ordering::Equal)),
        Comparison::Gt => order == Some(Ordering::Greater),
        Comparison::Ge => matches!(order, Some(Ordering::Greater | Ordering::Equal)),
    }
}

/// The order of two values of the same type; `None` if two floats have no order.
pub fn compare(a: &Value, b: &Value) -> Option<Ordering> {
    match (a, b) {
        (Value::F32(a), Value::F32(b)) => f32::from_bits(*a).partial_cmp(&f32::from_bits(*b)),
        (Value::F64(a), Value::F64(b)) => f64::from_bits(*a).partial_cmp(&f64::from_bits(*b)),
        _ => Some(a.cmp(b)),
    }
}
