//! Calls on dynamic columns.

use std::ops::RangeBounds;

use crate::ops::{DynamicCall, Outcome, Span};
use crate::value::Value;

use super::Model;
use super::cells::{Cell, Slot};

impl Model<'_> {
    pub(super) fn dynamic(&mut self, key: &[Value], call: &DynamicCall) -> Outcome {
        let Some(parts) = self.stored_key(key) else {
            return Outcome::error("Encode");
        };
        let columns = |span: &Span| self.columns(&parts, span).into_iter();
        match call {
            DynamicCall::Get(name) => Outcome::Row(self.value_of(&parts, name)),
            DynamicCall::GetVersion(name, at) => {
                let mut cells = self.named_cells(&parts);
                let found = cells.find(|(of, cell)| *of == name && cell.at == *at);
                Outcome::Row(found.map(|(_, cell)| vec![cell.value.clone()]))
            }
            DynamicCall::GetMany(names) => {
                let values = names.iter().map(|name| self.value_of(&parts, name));
                Outcome::Found(values.collect())
            }
            DynamicCall::Stream(span) | DynamicCall::Pages(span, _) => Outcome::Rows(
                columns(span)
                    .map(|(name, value)| vec![name, value])
                    .collect(),
            ),
            DynamicCall::Names(span) => {
                Outcome::Rows(columns(span).map(|(name, _)| vec![name]).collect())
            }
            DynamicCall::Count(span) => Outcome::Count(columns(span).count() as u64),
            _ => self.change_columns(&parts, call),
        }
    }

    fn change_columns(&mut self, parts: &[Value], call: &DynamicCall) -> Outcome {
        match call {
            DynamicCall::Put(name, value) => {
                self.put_columns(parts, &[(name.clone(), value.clone())]);
                Outcome::Done
            }
            DynamicCall::PutMany(columns) => {
                self.put_columns(parts, columns);
                Outcome::Count(columns.len() as u64)
            }
            DynamicCall::Delete(name) => {
                self.delete_column(parts, name);
                Outcome::Done
            }
            DynamicCall::DeleteMany(names) => {
                self.delete_columns(parts, names);
                Outcome::Done
            }
            DynamicCall::DeleteRange(span) => {
                let names: Vec<Value> = self
                    .columns(parts, span)
                    .into_iter()
                    .map(|(name, _)| name)
                    .collect();
                self.delete_columns(parts, &names);
                Outcome::Count(names.len() as u64)
            }
            _ => self.change_counters(parts, call),
        }
    }

    fn change_counters(&mut self, parts: &[Value], call: &DynamicCall) -> Outcome {
        match call {
            DynamicCall::Increment(name, by) => {
                self.count(parts, &[(name.clone(), *by)]);
                Outcome::Number(self.count_of(parts, name))
            }
            DynamicCall::IncrementMany(counts) => {
                self.count(parts, counts);
                let values = counts.iter().map(|(name, _)| self.count_of(parts, name));
                let values = values.map(|value| Some(vec![Value::Int(value.into())]));
                Outcome::Found(values.collect())
            }
            DynamicCall::SetCounter(name, value) => {
                self.set_counts(parts, &[(name.clone(), *value)]);
                Outcome::Done
            }
            DynamicCall::SetCounters(values) => {
                self.set_counts(parts, values);
                Outcome::Count(values.len() as u64)
            }
            _ => unreachable!("`dynamic` and `change_columns` handle the other calls"),
        }
    }

    /// The names of a row's dynamic columns, each with the timestamps of its kept cells.
    pub(crate) fn named_versions(&self, key: &[Value]) -> Vec<(Value, i64)> {
        let Some(parts) = self.stored_key(key) else {
            return Vec::new();
        };
        if self.table.dynamic().is_none() {
            return Vec::new();
        }
        let cells = self.named_cells(&parts);
        cells.map(|(name, cell)| (name.clone(), cell.at)).collect()
    }

    /// The field of the dynamic columns, by its index after the key parts.
    pub(super) fn dynamic_field(&self) -> usize {
        let field = self.table.dynamic().map_or(0, |(at, _)| at);
        field - self.table.key.parts.len()
    }

    /// The kept cells of a dynamic field, in any order.
    fn named_cells(&self, parts: &[Value]) -> impl Iterator<Item = (&Value, &Cell)> {
        let of = self.dynamic_field();
        let rows = self.rows.iter().filter(move |row| row.parts == parts);
        let cells = rows.flat_map(|row| self.all_kept(row));
        cells.filter_map(move |cell| match &cell.slot {
            Slot::Name(field, name) if *field == of => Some((name, cell)),
            _ => None,
        })
    }

    /// The selected columns, by their names, each with its newest value.
    fn columns(&self, parts: &[Value], span: &Span) -> Vec<(Value, Value)> {
        let mut cells: Vec<_> = self
            .named_cells(parts)
            .filter(|(name, _)| selects(span, name))
            .collect();
        cells.sort_by(|(name, cell), (other, older)| (name, older.at).cmp(&(other, cell.at)));
        cells.dedup_by(|(name, _), (newer, _)| name == newer);
        let limit = span.limit.and_then(|limit| usize::try_from(limit).ok());
        cells.truncate(limit.unwrap_or(usize::MAX));
        let columns = cells.into_iter();
        columns
            .map(|(name, cell)| (name.clone(), cell.value.clone()))
            .collect()
    }

    fn value_of(&self, parts: &[Value], name: &Value) -> Option<Vec<Value>> {
        let columns = self.columns(parts, &Span::default()).into_iter();
        let mut values = columns.filter(|(of, _)| of == name);
        values.next().map(|(_, value)| vec![value])
    }

    /// The value of a counter, which is 0 without a cell.
    fn count_of(&self, parts: &[Value], name: &Value) -> i64 {
        match self.value_of(parts, name).as_deref() {
            Some([Value::Int(value)]) => i64::try_from(*value).unwrap_or(0),
            _ => 0,
        }
    }

    fn count(&mut self, parts: &[Value], counts: &[(Value, i64)]) {
        let mut after: Vec<(Value, i64)> = Vec::new();
        for (name, by) in counts {
            if let Some((_, value)) = after.iter_mut().find(|(of, _)| of == name) {
                *value = value.wrapping_add(*by);
                continue;
            }
            let before = self.count_of(parts, name);
            after.push((name.clone(), before.wrapping_add(*by)));
        }
        self.set_counts(parts, &after);
    }

    fn set_counts(&mut self, parts: &[Value], values: &[(Value, i64)]) {
        let columns = values.iter();
        let columns = columns.map(|(name, value)| (name.clone(), Value::Int((*value).into())));
        let columns: Vec<_> = columns.collect();
        if !columns.is_empty() {
            self.put_columns(parts, &columns);
        }
    }

    fn put_columns(&mut self, parts: &[Value], columns: &[(Value, Value)]) {
        let field = self.dynamic_field();
        let cells = columns.iter().cloned();
        let cells = cells.map(|(name, value)| (Slot::Name(field, name), value));
        self.write(parts, cells.collect(), None);
    }

    fn delete_columns(&mut self, parts: &[Value], names: &[Value]) {
        for name in names {
            self.delete_column(parts, name);
        }
    }

    /// Deletes a column up to the store's time. If the table sets its own timestamps, deletes up to its newest cell.
    fn delete_column(&mut self, parts: &[Value], name: &Value) {
        let cells = self.named_cells(parts);
        let of_name = cells.filter(|(of, _)| *of == name);
        let newest = of_name.map(|(_, cell)| cell.at).max();
        let is_stamped = self.table.stamp().is_some();
        let Some(up_to) = (if is_stamped { newest } else { Some(self.now) }) else {
            return;
        };
        let slot = Slot::Name(self.dynamic_field(), name.clone());
        self.row(parts.to_vec(), 0).markers.push((slot, up_to));
    }

    /// The changes of dynamic columns in a mutation.
    pub(super) fn change_dynamic(
        &mut self,
        parts: &[Value],
        field: usize,
        columns: &[(Value, Value)],
    ) {
        for (name, value) in columns {
            if value.is_none() {
                self.delete_column(parts, name);
            } else {
                let slot = Slot::Name(field, name.clone());
                self.write(parts, vec![(slot, value.clone())], None);
            }
        }
    }
}

/// Whether a name is selected. The names of a table sort as their values do.
fn selects(span: &Span, name: &Value) -> bool {
    let is_within = span.range.as_ref().is_none_or(|range| range.contains(name));
    let starts = |prefix: &Value| match (name, prefix) {
        (Value::Text(name), Value::Text(prefix)) => name.starts_with(prefix),
        (Value::Group(parts), first) => parts[0] == *first,
        _ => false,
    };
    is_within && span.prefix.as_ref().is_none_or(starts)
}
