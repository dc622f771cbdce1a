//! Calls on the entries of one row.

use fastrand::Rng;

use crate::model::Model;
use crate::spec::{FieldRole, Items, Table};
use crate::value::Value;

use super::values::bounds;
use super::{Chooser, ENTRY_FIELDS, EntryCall, EntryQuery, EntryValues, Op};

impl Table {
    /// The field of entries, by its index after the key parts.
    pub fn entries(&self) -> Option<(usize, Items)> {
        let fields = self.fields.iter().enumerate();
        let mut entries = fields.filter_map(|(at, field)| match field.role {
            FieldRole::Entries(items) => Some((at, items)),
            _ => None,
        });
        entries.next()
    }
}

impl Chooser<'_> {
    /// A random call on entries.
    pub(super) fn entry_call(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let rng = &mut self.draw.rng;
        let call = match rng.u8(..12) {
            0..4 => EntryCall::Put(entry(rng)),
            4 => EntryCall::Delete(entry(rng)),
            5 => EntryCall::DeleteId(entry(rng)),
            6 => EntryCall::Get(entry(rng)),
            7 => EntryCall::Verify,
            8 | 9 => EntryCall::Pages(query(rng), rng.usize(1..4)),
            _ => {
                let limit = (rng.u8(..3) == 0).then(|| rng.u64(1..4));
                EntryCall::Stream(EntryQuery {
                    limit,
                    ..query(rng)
                })
            }
        };
        Op::Entries(key, call)
    }
}

fn query(rng: &mut Rng) -> EntryQuery {
    let by = rng.usize(..ENTRY_FIELDS.len());
    let select = match rng.u8(..6) {
        0 | 1 => EntryValues::Equal(field(rng, by)),
        2 => EntryValues::All,
        3 if by == 0 => EntryValues::Prefix(["", "b", "bo", "é"][rng.usize(..4)].to_owned()),
        _ => {
            let mut ends = [field(rng, by), field(rng, by)];
            ends.sort();
            let (low, high) = bounds(rng, ends, 3);
            EntryValues::Range(low, high)
        }
    };
    EntryQuery {
        by,
        select,
        limit: None,
    }
}

/// One of a few entries, which share their values.
fn entry(rng: &mut Rng) -> Value {
    Value::Group((0..ENTRY_FIELDS.len()).map(|at| field(rng, at)).collect())
}

fn field(rng: &mut Rng, at: usize) -> Value {
    match at {
        0 => Value::Text(["", "bo", "bob", "é"][rng.usize(..4)].to_owned()),
        1 => Value::Int([i64::MIN.into(), -1, 0, 7][rng.usize(..4)]),
        2 => Value::Int([0, u32::MAX.into()][rng.usize(..2)]),
        _ => Value::Int([0, 255, 256][rng.usize(..3)]),
    }
}
