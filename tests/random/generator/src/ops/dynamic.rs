//! Calls on the dynamic columns of one row.

use std::ops::Bound;

use fastrand::Rng;

use crate::model::Model;
use crate::pool;
use crate::spec::{Dynamic, FieldRole, Table};
use crate::types::Kind;
use crate::value::Value;

use super::{Chooser, Op};

/// A call on dynamic columns.
#[derive(Clone, Debug, PartialEq)]
pub enum DynamicCall {
    /// `get`.
    Get(Value),
    /// `get_many`.
    GetMany(Vec<Value>),
    /// `put`.
    Put(Value, Value),
    /// `put_many`.
    PutMany(Vec<(Value, Value)>),
    /// `delete`.
    Delete(Value),
    /// `delete_many`.
    DeleteMany(Vec<Value>),
    /// `stream`.
    Stream(Span),
    /// `qualifiers`.
    Names(Span),
    /// Pages of up to this many columns, read with cursors.
    Pages(Span, usize),
    /// `count`.
    Count(Span),
    /// `delete_range`.
    DeleteRange(Span),
}

/// Selected dynamic columns.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Span {
    /// The range of the names.
    pub range: Option<(Bound<Value>, Bound<Value>)>,
    /// The start of the names: of a text, or the first part of a name of several parts.
    pub prefix: Option<Value>,
    /// The maximum number of columns.
    pub limit: Option<u64>,
}

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
}

impl Chooser<'_> {
    /// A call on dynamic columns, or a `get` if the table has none.
    pub(super) fn dynamic_call(&mut self, model: &Model<'_>) -> Op {
        let key = self.key(model);
        let Some((_, dynamic)) = self.table.dynamic() else {
            return Op::Get(key);
        };
        let (name_kind, value_kind) = (dynamic.name.1, dynamic.value.1);
        let rng = &mut self.draw.rng;
        let call = match rng.u8(..12) {
            0 => DynamicCall::Get(name(rng, name_kind)),
            1 => DynamicCall::GetMany(names(rng, name_kind)),
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

fn span(rng: &mut Rng, kind: Kind, has_limit: bool) -> Span {
    let has_prefix = matches!(kind, Kind::Text | Kind::Words(_)) && rng.u8(..3) == 0;
    // `text` digits do not sort, so there is no range of names that contain them.
    let has_range = !matches!(kind, Kind::Words(_)) && rng.bool();
    Span {
        range: has_range.then(|| {
            let mut ends = [name(rng, kind), name(rng, kind)];
            ends.sort();
            let [low, high] = ends;
            let low = match rng.u8(..3) {
                0 => Bound::Unbounded,
                1 => Bound::Excluded(low),
                _ => Bound::Included(low),
            };
            let high = match rng.u8(..3) {
                0 => Bound::Unbounded,
                1 => Bound::Excluded(high),
                _ => Bound::Included(high),
            };
            (low, high)
        }),
        prefix: has_prefix.then(|| match name(rng, kind) {
            Value::Text(text) => Value::Text(text.chars().take(1).collect()),
            Value::Group(parts) => parts[0].clone(),
            name => name,
        }),
        limit: (has_limit && rng.u8(..3) == 0).then(|| rng.u64(1..4)),
    }
}

/// Up to three different names.
pub(super) fn names(rng: &mut Rng, kind: Kind) -> Vec<Value> {
    let mut names: Vec<Value> = (0..rng.usize(..4)).map(|_| name(rng, kind)).collect();
    names.sort();
    names.dedup();
    names
}

/// One of a few names for a dynamic column.
fn name(rng: &mut Rng, kind: Kind) -> Value {
    match kind {
        Kind::Text => Value::Text(["a", "ab", "é", "x y"][rng.usize(..4)].to_owned()),
        Kind::Int { signed: true, .. } => Value::Int([-1, 0, 300][rng.usize(..3)]),
        Kind::Int { .. } => Value::Int([0, 7, 70_000][rng.usize(..3)]),
        Kind::Time => Value::Time([0, 1_451_606_400_000][rng.usize(..2)]),
        _ => Value::Group(vec![
            Value::Time([0, 1_451_606_400_000][rng.usize(..2)]),
            Value::Int([1, 12][rng.usize(..2)]),
        ]),
    }
}
