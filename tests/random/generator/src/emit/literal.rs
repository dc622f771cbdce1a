//! Rust expressions for values, with the types of their fields.

use std::fmt::Write;
use std::ops::Bound;

use crate::spec::{Absence, Column, Encoding, Field, FieldRole, Part, Stamp, Table};
use crate::types::{Kind, LETTERS};
use crate::value::{Json, Value};

use super::names::group_name;

const LETTER_NAMES: [&str; LETTERS.len()] = ["Ab", "Cd", "Ef"];

const LEVEL_NAMES: [&str; 3] = ["One", "Two", "Many"];

impl Table {
    /// A row as a struct literal.
    pub fn row_literal(&self, row: &[Value]) -> String {
        let parts = self
            .key
            .parts
            .iter()
            .map(|part| &part.name)
            .zip(self.part_literals(row));
        let mut out: Vec<String> = parts
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        let values = &row[self.key.parts.len()..];
        let fields = self.fields.iter().zip(values);
        out.extend(
            fields.map(|(field, value)| format!("{}: {}", field.name, of_field(field, value))),
        );
        format!("{} {{ {} }}", self.name(), out.join(", "))
    }

    /// A key as a struct literal.
    pub fn key_literal(&self, row: &[Value]) -> String {
        let parts = self
            .key
            .parts
            .iter()
            .map(|part| &part.name)
            .zip(self.part_literals(row));
        let mut parts: Vec<String> = parts
            .map(|(name, value)| format!("{name}: {value}"))
            .collect();
        if self.unit().is_some() {
            let date = &row[self.key.parts.len()];
            parts.push(format!("{}: {date}", self.fields[0].name));
        }
        format!("{} {{ {} }}", self.key_name(), parts.join(", "))
    }

    fn part_literals<'v>(&'v self, row: &'v [Value]) -> impl Iterator<Item = String> + 'v {
        self.key
            .parts
            .iter()
            .zip(row)
            .map(|(part, value)| of_part(part, value))
    }
}

/// The expression for a key part's value.
pub(crate) fn of_part(part: &Part, value: &Value) -> String {
    if value.is_none() {
        return "None".to_owned();
    }
    if part.encoding == Encoding::Own {
        return format!("Hexed({})", plain(part.of.kind, "u16", value));
    }
    let literal = plain(part.of.kind, part.of.rust, value);
    if part.optional {
        format!("Some({literal})")
    } else {
        literal
    }
}

fn of_field(field: &Field, value: &Value) -> String {
    match (&field.role, value) {
        (FieldRole::Column(column), value) => of_column(column, value),
        (FieldRole::Counter | FieldRole::Skip, _) => "0".to_owned(),
        (FieldRole::Group(group), Value::Group(values)) => {
            let columns = group.columns.iter().zip(values);
            let columns: Vec<_> = columns
                .map(|((name, column), value)| format!("{name}: {}", of_column(column, value)))
                .collect();
            let literal = format!("{} {{ {} }}", group_name(&field.name), columns.join(", "));
            if group.optional {
                format!("Some({literal})")
            } else {
                literal
            }
        }
        (FieldRole::Dynamic(dynamic), Value::Map(columns)) => {
            let mut out = "BTreeMap::from([".to_owned();
            for (name, value) in columns {
                let (name, value) = (
                    of_name(name),
                    plain(dynamic.value.1, dynamic.value.0, value),
                );
                let _ = write!(out, "({name}, {value}), ");
            }
            out + "])"
        }
        (FieldRole::Dynamic(_) | FieldRole::Entries(_) | FieldRole::RowIndex, _) => {
            "Dynamic::new()".to_owned()
        }
        (FieldRole::Timestamp(Stamp::Optional), Value::Time(ms)) => {
            format!("Some(Timestamp::from_millis({ms}))")
        }
        (FieldRole::Timestamp(_) | FieldRole::TableDate(_), value) => value.to_string(),
        _ => "None".to_owned(),
    }
}

/// The expression for a column's value.
pub(crate) fn of_column(column: &Column, value: &Value) -> String {
    let literal = if value.is_none() {
        String::new()
    } else {
        plain(column.of.kind, column.of.rust, value)
    };
    match (column.absence, value.is_none()) {
        (Absence::Newtype(name), true) => format!("{name}(None)"),
        (Absence::Newtype(name), false) => format!("{name}(Some({literal}))"),
        (Absence::Never, _) => literal,
        (_, true) => "None".to_owned(),
        (_, false) => format!("Some({literal})"),
    }
}

fn of_name(name: &Value) -> String {
    match name {
        Value::Group(parts) => format!("Entry {{ at: {}, number: {} }}", parts[0], parts[1]),
        name => name.to_string(),
    }
}

/// The expression for a value whose type is not an `Option`.
pub(crate) fn plain(kind: Kind, rust: &str, value: &Value) -> String {
    let literal = match (kind, rust, value) {
        (Kind::Words(_), _, Value::Variant(index)) => {
            return format!("Letters::{}", LETTER_NAMES[*index]);
        }
        (Kind::Numbers(_), _, Value::Variant(index)) => {
            return format!("Level::{}", LEVEL_NAMES[*index]);
        }
        (Kind::Array(16), _, Value::Bytes(bytes)) => {
            return format!("uuid::Uuid::from_bytes({bytes:?})");
        }
        (Kind::Array(_), _, Value::Bytes(bytes)) => return format!("{bytes:?}"),
        (Kind::Bytes, _, Value::Bytes(bytes)) => return format!("vec!{bytes:?}.into()"),
        (_, "jiff::Timestamp", Value::Time(ms)) => {
            return format!("jiff::Timestamp::from_millisecond({ms}).unwrap()");
        }
        (Kind::Time, rust, Value::Time(ms)) if rust.starts_with("chrono") => {
            return format!("chrono::DateTime::from_timestamp_millis({ms}).unwrap()");
        }
        (_, "chrono::NaiveTime", Value::OfDay(ms)) => {
            return format!("chrono::NaiveTime::MIN + chrono::TimeDelta::milliseconds({ms})");
        }
        (_, "jiff::civil::Time", Value::OfDay(ms)) => {
            return format!(
                "jiff::civil::Time::midnight() + jiff::SignedDuration::from_millis({ms})"
            );
        }
        (_, _, Value::Json(json)) => return format!("serde_json::json!({})", of_json(json)),
        (_, _, value) => value.to_string(),
    };
    match rust.split('<').next() {
        Some(name @ ("Name" | "UserId" | "Delta" | "Moment" | "Tagged" | "Sequence")) => {
            format!("{name}({literal})")
        }
        _ => literal,
    }
}

/// The source of a bound, whose value has this literal.
pub(super) fn bound(bound: &Bound<Value>, literal: impl Fn(&Value) -> String) -> String {
    match bound {
        Bound::Included(value) => format!("Bound::Included({})", literal(value)),
        Bound::Excluded(value) => format!("Bound::Excluded({})", literal(value)),
        Bound::Unbounded => "Bound::Unbounded".to_owned(),
    }
}

fn of_json(json: &Json) -> String {
    match json {
        Json::Null => "null".to_owned(),
        Json::Bool(value) => value.to_string(),
        Json::Int(value) => value.to_string(),
        Json::Text(text) => format!("{text:?}"),
        Json::List(items) => format!(
            "[{}]",
            items.iter().map(of_json).collect::<Vec<_>>().join(", ")
        ),
    }
}
