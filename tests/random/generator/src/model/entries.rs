//! Calls on the entries of one row.

use std::ops::RangeBounds;

use crate::ops::{ENTRY_FIELDS, EntryCall, EntryQuery, EntryValues, Outcome};
use crate::spec::Items;
use crate::value::Value;

use super::Model;
use super::cells::Slot;

impl Model<'_> {
    pub(super) fn entries(&mut self, key: &[Value], call: &EntryCall) -> Outcome {
        let (Some(parts), Some((field, items))) = (self.stored_key(key), self.table.entries())
        else {
            return Outcome::error("Encode");
        };
        let stored = self.stored_entries(&parts, field);
        let slot = |entry: &Value| Slot::Name(field, entry.clone());
        match call {
            EntryCall::Put(entry) => {
                self.write(&parts, vec![(slot(entry), entry.clone())], None);
                Outcome::Row(Some(vec![Value::Bytes(id(items, entry))]))
            }
            EntryCall::Delete(entry) | EntryCall::DeleteId(entry) => {
                let now = self.now;
                self.row(parts, 0).markers.push((slot(entry), now));
                match call {
                    EntryCall::Delete(_) => Outcome::Done,
                    _ => Outcome::Flag(stored.contains(entry)),
                }
            }
            EntryCall::Get(entry) => {
                Outcome::Row(stored.contains(entry).then(|| vec![entry.clone()]))
            }
            EntryCall::Stream(query) | EntryCall::Pages(query, _) => {
                Outcome::Rows(found(items, stored, query))
            }
            EntryCall::Verify => Outcome::Flag(true),
        }
    }

    fn stored_entries(&self, parts: &[Value], field: usize) -> Vec<Value> {
        let rows = self.rows.iter().filter(|row| row.parts == parts);
        let cells = rows.flat_map(|row| self.all_kept(row));
        let of_field = cells.filter(|cell| cell.slot.field() == field);
        let mut entries: Vec<Value> = of_field.map(|cell| cell.value.clone()).collect();
        entries.sort();
        entries.dedup();
        entries
    }
}

/// The entries that a query returns, by the field's value, and then by their MD5.
fn found(items: Items, mut entries: Vec<Value>, query: &EntryQuery) -> Vec<Vec<Value>> {
    let value = |entry: &Value| match entry {
        Value::Group(fields) => fields[query.by].clone(),
        _ => Value::None,
    };
    entries.retain(|entry| {
        let value = value(entry);
        match (&query.select, &value) {
            (EntryValues::Equal(wanted), _) => value == *wanted,
            (EntryValues::Range(low, high), _) => (low.as_ref(), high.as_ref()).contains(&value),
            (EntryValues::Prefix(prefix), Value::Text(text)) => text.starts_with(prefix),
            (EntryValues::Prefix(_), _) => false,
            (EntryValues::All, _) => true,
        }
    });
    entries.sort_by_cached_key(|entry| (value(entry), id(items, entry)));
    let limit = query.limit.and_then(|limit| usize::try_from(limit).ok());
    entries.truncate(limit.unwrap_or(usize::MAX));
    entries.into_iter().map(|entry| vec![entry]).collect()
}

/// The MD5 of an entry's bytes, which are JSON, or the fields with `|` between them.
fn id(items: Items, entry: &Value) -> Vec<u8> {
    let Value::Group(fields) = entry else {
        return Vec::new();
    };
    let text = |value: &Value| match value {
        Value::Text(text) if items == Items::With => text.clone(),
        Value::Text(text) => format!("\"{text}\""),
        other => other.to_string(),
    };
    let bytes = if items == Items::With {
        fields.iter().map(text).collect::<Vec<_>>().join("|")
    } else {
        let members = ENTRY_FIELDS.iter().zip(fields);
        let members = members.map(|(name, value)| format!("\"{name}\":{}", text(value)));
        format!("{{{}}}", members.collect::<Vec<_>>().join(","))
    };
    md5::compute(bytes).0.to_vec()
}
