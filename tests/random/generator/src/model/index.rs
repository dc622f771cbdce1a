//! Tables with indexes. A query returns exactly the rows whose current value matches.

use std::cmp::Ordering;
use std::ops::Bound;

use crate::ops::{IndexQuery, IndexRead, IndexValues, Outcome, Row};
use crate::spec::Table;
use crate::value::Value;

use super::filter::{compare, is_within};
use super::{Model, StoredRow};

impl Model<'_> {
    /// The values of an existing row.
    pub(crate) fn values_of(&self, key: &[Value]) -> Option<Row> {
        let parts = self.stored_key(key)?;
        self.newest(&parts).and_then(|row| self.read(row).ok())
    }

    /// Changes a row to another one, which is written as by `replace`; without another one, leaves it unchanged.
    pub(super) fn update(&mut self, key: &[Value], row: Option<&Row>) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        if !self.has_columns(&parts) {
            return Outcome::Row(None);
        }
        match (self.get(key), row) {
            (Outcome::Row(Some(_)), Some(row)) => match self.updated(row) {
                Ok(updated) => match self.replace(row) {
                    Outcome::Done => Outcome::Row(Some(updated)),
                    error => error,
                },
                Err(error) => error,
            },
            (Outcome::Row(_), _) => Outcome::Row(None),
            (error, _) => error,
        }
    }

    pub(super) fn query(&self, query: &IndexQuery) -> Outcome {
        if self.compares_codes(query) {
            return Outcome::error("InvalidRequest");
        }
        let rows = self.rows.iter().filter(|row| {
            self.has_cells(row)
                && self.matches(row, query)
                && query
                    .filter
                    .as_ref()
                    .is_none_or(|filter| self.passes(row, filter))
        });
        let descending = self.descending(query.index);
        let read = rows.map(|row| {
            let values = match query.read {
                IndexRead::Set(set) => self.read_set(row, &self.table.sets[set]),
                _ => self.read(row),
            };
            Ok((self.sorted_values(row, query.index), values?))
        });
        match read.collect::<Result<Vec<_>, ()>>() {
            Ok(rows) => Outcome::Sorted(by_values(rows, &descending), query.limit),
            // The limit may end the query before such a row.
            Err(()) if query.limit.is_some() => Outcome::Unknown,
            Err(()) => Outcome::error("Decode"),
        }
    }

    /// The values by which an index sorts a row. The codes of an enum have no order, and neither do the fields after it.
    fn sorted_values(&self, row: &StoredRow, index: usize) -> Vec<Value> {
        let index = &self.table.indexes[index];
        let columns = self.table.indexed_columns(index).zip(&index.fields);
        let ordered = columns.take_while(|(column, _)| !column.of.kind.is_enum());
        let visible = self.visible(row);
        let value = |field: &usize| {
            let mut cells = visible.iter().filter(|cell| cell.slot.field() == *field);
            cells.next().map(|cell| cell.value.clone())
        };
        ordered.filter_map(|(_, field)| value(field)).collect()
    }

    /// Whether each field of an index is in descending order.
    fn descending(&self, index: usize) -> Vec<bool> {
        let index = &self.table.indexes[index];
        let positions = 0..index.fields.len();
        let descending = positions.map(|position| Table::is_descending(index, position));
        descending.collect()
    }

    /// Whether the query has a bound of the codes of an enum, which have no order.
    fn compares_codes(&self, query: &IndexQuery) -> bool {
        let fields = &self.table.indexes[query.index].fields;
        let values = [Some(&query.first), query.second.as_ref()];
        fields.iter().zip(values).any(|(field, values)| {
            let column = self.table.indexed_column(*field);
            let is_enum = column.is_some_and(|column| column.of.kind.is_enum());
            let has_bound = matches!(
                values,
                Some(IndexValues::Range(low, high))
                    if (low, high) != (&Bound::Unbounded, &Bound::Unbounded)
            );
            is_enum && has_bound
        })
    }

    fn matches(&self, row: &StoredRow, query: &IndexQuery) -> bool {
        let fields = &self.table.indexes[query.index].fields;
        let values = [Some(&query.first), query.second.as_ref()];
        let visible = self.visible(row);
        fields.iter().zip(values).all(|(field, wanted)| {
            let mut cells = visible.iter().filter(|cell| cell.slot.field() == *field);
            let value = cells.next().map(|cell| &cell.value);
            value.is_some_and(|value| wanted.is_none_or(|wanted| selects(wanted, value)))
        })
    }
}

/// Sorts rows by values, each in its order. Rows with the same values form a group.
fn by_values(mut rows: Vec<(Vec<Value>, Row)>, descending: &[bool]) -> Vec<Vec<Row>> {
    let order = |a: &[Value], b: &[Value]| {
        let values = a.iter().zip(b).zip(descending);
        let mut orders = values.map(
            |((a, b), desc)| {
                if *desc { total(b, a) } else { total(a, b) }
            },
        );
        orders
            .find(|order| order.is_ne())
            .unwrap_or(Ordering::Equal)
    };
    rows.sort_by(|(a, _), (b, _)| order(a, b));
    let groups = rows.chunk_by(|(a, _), (b, _)| order(a, b).is_eq());
    let rows = |group: &[(Vec<Value>, Row)]| group.iter().map(|(_, row)| row.clone()).collect();
    groups.map(rows).collect()
}

/// The order of two values. -0.0 comes before 0.0.
fn total(a: &Value, b: &Value) -> Ordering {
    match (a, b) {
        (Value::F32(a), Value::F32(b)) => f32::from_bits(*a).total_cmp(&f32::from_bits(*b)),
        (Value::F64(a), Value::F64(b)) => f64::from_bits(*a).total_cmp(&f64::from_bits(*b)),
        _ => a.cmp(b),
    }
}

fn selects(wanted: &IndexValues, value: &Value) -> bool {
    let order = |a: &Value, b: &Value| compare(a, b).unwrap_or(Ordering::Equal);
    match wanted {
        IndexValues::Eq(wanted) => order(wanted, value).is_eq(),
        IndexValues::Any(values) => values.iter().any(|wanted| order(wanted, value).is_eq()),
        IndexValues::Range(low, high) => is_within(value, low, high),
        IndexValues::Prefix(prefix) => {
            matches!(value, Value::Text(text) if text.starts_with(prefix))
        }
    }
}
