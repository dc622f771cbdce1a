//! Calls on the dynamic columns of one row.

use fastrand::Rng;

use crate::model::Model;
use crate::pool;
use crate::spec::{Dynamic, FieldRole, Part, Table};
use crate::types::Kind;
use crate::value::Value;

use super::values::{bounds, name, names};
use super::{Chooser, DynamicCall, Op, Span};

impl Table {
    /// The field of dynamic columns, by its index in a row.
    pub fn dynamic(&self) -> Option<(usize, &Dynamic)> {
        let fields = self.fields.iter().enumerate();
        let mut dynamic = fields.filter_map(|(at, field)| match &field.role {
            FieldRole::Dynamic(dynamic) => Some((self.key.parts.len() + at, dynamic)),
            _ => None,
        });
        dynamic.next()
    }

    /// The time of the key that names of dynamic columns continue.
    pub fn since(&self) -> Option<Since> {
        let (_, dynamic) = self.dynamic()?;
        let (unit, unit_ms) = dynamic.since?;
        let part = self.key.parts.iter().position(Part::has_periods)?;
        Some(Since {
            part,
            unit,
            unit_ms,
        })
    }
}

/// The time of the key that names of dynamic columns continue.
#[derive(Clone, Copy, Debug)]
pub struct Since {
    /// The key part, by its index.
    pub part: usize,
    /// The unit of the names, as it is written.
    pub unit: &'static str,
    /// The unit in milliseconds.
    pub unit_ms: i64,
}

/// A version that no cell has.
const NEVER: i64 = 4_000_000_000_000;

impl Chooser<'_> {
    /// A call on dynamic columns, or a `get` if the table has none.
    pub(super) fn dynamic_call(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let Some((_, dynamic)) = self.table.dynamic() else {
            return Op::Get(key);
        };
        let (name_kind, value_kind) = (dynamic.name.1, dynamic.value.1);
        let versions = model.named_versions(&key);
        let rng = &mut self.draw.rng;
        let call = match rng.u8(..13) {
            12 => match rng.choice(&versions) {
                Some((name, at)) if !self.table.needs_no_clock() && rng.u8(..4) > 0 => {
                    DynamicCall::GetVersion(name.clone(), *at)
                }
                _ => DynamicCall::GetVersion(name(rng, name_kind), NEVER),
            },
            0 => DynamicCall::Get(name(rng, name_kind)),
            1 => DynamicCall::GetMany(names(rng, name_kind)),
            2..=5 if dynamic.is_counter => count(rng, name_kind),
            2 | 3 => DynamicCall::Put(name(rng, name_kind), pool::cell(rng, value_kind)),
            4 | 5 => {
                let names = names(rng, name_kind).into_iter();
                let columns = names.map(|name| (name, pool::cell(rng, value_kind)));
                DynamicCall::PutMany(columns.collect())
            }
            6 => DynamicCall::Delete(name(rng, name_kind)),
            7 => DynamicCall::DeleteMany(names(rng, name_kind)),
            8 => DynamicCall::Stream(span(rng, name_kind, true)),
            9 => DynamicCall::Names(span(rng, name_kind, true)),
            10 if rng.bool() => DynamicCall::DeleteRange(span(rng, name_kind, false)),
            10 => DynamicCall::Count(span(rng, name_kind, true)),
            _ => DynamicCall::Pages(span(rng, name_kind, false), rng.usize(1..3)),
        };
        Op::Dynamic(key, call)
    }
}

/// A change of counters, which may repeat a name.
fn count(rng: &mut Rng, kind: Kind) -> DynamicCall {
    let number = |rng: &mut Rng| match rng.u8(..8) {
        0 => i64::MAX,
        1 => i64::MIN,
        _ => rng.i64(-3..9),
    };
    if rng.bool() {
        let (name, number) = (name(rng, kind), number(rng));
        return if rng.bool() {
            DynamicCall::Increment(name, number)
        } else {
            DynamicCall::SetCounter(name, number)
        };
    }
    let mut all = names(rng, kind);
    if rng.bool() {
        all.extend(all.first().cloned());
        let counts = all.into_iter().map(|name| (name, number(rng)));
        return DynamicCall::IncrementMany(counts.collect());
    }
    let numbers = all.into_iter().map(|name| (name, number(rng)));
    DynamicCall::SetCounters(numbers.collect())
}

fn span(rng: &mut Rng, kind: Kind, has_limit: bool) -> Span {
    let has_prefix = matches!(kind, Kind::Text | Kind::Words(_)) && rng.u8(..3) == 0;
    // `text` digits do not sort, so there is no range of names that contain them.
    let has_range = !matches!(kind, Kind::Words(_)) && rng.bool();
    Span {
        range: has_range.then(|| {
            let mut ends = [name(rng, kind), name(rng, kind)];
            ends.sort();
            bounds(rng, ends, 3)
        }),
        prefix: has_prefix.then(|| match name(rng, kind) {
            Value::Text(text) => Value::Text(text.chars().take(1).collect()),
            Value::Group(parts) => parts[0].clone(),
            name => name,
        }),
        limit: (has_limit && rng.u8(..3) == 0).then(|| rng.u64(1..4)),
    }
}
