//! What a struct reads from rows that another one has written, as the guide describes it.

use crate::key;
use crate::model::Model;
use crate::ops::{Op, Outcome};
use crate::pool::default_of;
use crate::spec::{Absence, DefaultValue, Field, FieldRole, Part};
use crate::types::Kind;
use crate::value::{Json, Value};

use super::Pair;

/// The time of the store: no cell expires.
const NOW_MS: i64 = 1_000_000;

/// What the new struct reads of a row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Expected {
    /// The row has no cell.
    NoRow,
    /// These values.
    Row(Vec<Value>),
    /// Another row, none, or an error.
    Other,
}

/// What the new struct reads at the new key of a row, if it reads each cell as it was written: the key's values, and for each
/// field the value of the field with this name before. A field that is new reads as one whose cell is absent.
pub fn expected(pair: &Pair, row: &[Value]) -> Expected {
    let mut model = Model::new(&pair.old, NOW_MS);
    model.run(&Op::Put(row.to_vec()));
    let stored = match model.run(&Op::Get(row.to_vec())) {
        Outcome::Row(Some(stored)) => stored,
        Outcome::Row(None) => return Expected::NoRow,
        _ => return Expected::Other,
    };
    let Some(mut values) = new_key(pair, &stored) else {
        return Expected::Other;
    };
    for (at, field) in pair.new.fields.iter().enumerate() {
        match read(pair, (at, field), &stored, &model) {
            Some(value) => values.push(value),
            None => return Expected::Other,
        }
    }
    Expected::Row(values)
}

/// The values of the new key, by the names of its parts; a part that is new takes the value 0. `None` if one is a number that is
/// no code.
pub fn new_key(pair: &Pair, row: &[Value]) -> Option<Vec<Value>> {
    let old = &pair.old.key.parts;
    let parts = pair.new.key.parts.iter().enumerate().map(|(at, part)| {
        let before = old.iter().position(|known| known.name == part.name);
        let is_renamed = before.is_none() && pair.edit.class != "KEY";
        let before = if is_renamed { Some(at) } else { before };
        let value = before.map_or(Value::Int(0), |before| row[before].clone());
        Some(key::stored(part, &coded(part, value)?))
    });
    parts.collect()
}

/// The value of a part that may have become an enum.
fn coded(part: &Part, value: Value) -> Option<Value> {
    match (part.of.kind, value) {
        (Kind::Numbers(codes), Value::Int(number)) => {
            let of_number = |code: &u16| i128::from(*code) == number;
            codes.iter().position(of_number).map(Value::Variant)
        }
        (_, value) => Some(value),
    }
}

/// The value of a field; `None` if the row does not decode.
fn read(
    pair: &Pair,
    (at, field): (usize, &Field),
    row: &[Value],
    model: &Model<'_>,
) -> Option<Value> {
    let mut old = pair.old.fields.iter();
    let before = old.position(|old| old.name == field.name);
    // Without a change of a fact, the fields have their columns, also under another name.
    let before = before.or_else(|| pair.edit.class.is_empty().then_some(at));
    let value = before.map_or(&Value::None, |at| &row[pair.old.key.parts.len() + at]);
    let has_cell = before.is_some_and(|at| model.only_row_has(at));
    let was_required = before.is_some_and(|at| is_required(&pair.old.fields[at].role));
    match &field.role {
        // Fields of groups do not change.
        FieldRole::Column(_) if was_required => Some(value.clone()),
        // A cell of JSON's `null` is a value of a type that is no `Option`.
        FieldRole::Column(column) if value.is_none() && has_cell => match column.absence {
            Absence::Never if column.of.kind == Kind::Json => Some(Value::Json(Json::Null)),
            Absence::Never => None,
            _ => Some(Value::None),
        },
        FieldRole::Column(column) if value.is_none() => match column.default {
            DefaultValue::None if column.absence == Absence::Never => None,
            DefaultValue::None => Some(Value::None),
            _ => Some(default_of(column)),
        },
        FieldRole::Counter if before.is_none() => Some(Value::Int(0)),
        _ => Some(value.clone()),
    }
}

fn is_required(role: &FieldRole) -> bool {
    matches!(role, FieldRole::Column(column) if column.absence == Absence::Never)
}
