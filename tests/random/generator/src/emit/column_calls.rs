//! The source of calls on single columns: bulk writes of counters, appends, and calls on dynamic columns.

use std::fmt::Write;

use crate::ops::{DynamicCall, Op, Row, Span};
use crate::spec::{Dynamic, FieldRole, Table};
use crate::types::Kind;
use crate::value::Value;

use super::literal::{bound, plain};
use super::names::{columns, counters, token};

impl Table {
    /// The source of a call on single columns.
    pub(super) fn column_call(&self, op: &Op) -> String {
        match op {
            Op::IncrementMany(column, rows) => self.counters_call("increment_many", *column, rows),
            Op::SetCounters(column, rows) => self.counters_call("set_counter_many", *column, rows),
            Op::Append(key, column, value) => format!(
                "db.append(&{}, {}, {}).await",
                self.key_literal(key),
                self.token(*column),
                self.appended(*column, value)
            ),
            Op::DeleteSet(key, set) => format!(
                "db.delete(&{}).columns({}).await",
                self.key_literal(key),
                self.set_tokens(*set)
            ),
            Op::Dynamic(key, call) => self.dynamic_source(key, call),
            _ => String::new(),
        }
    }

    fn counters_call(&self, name: &str, column: usize, rows: &[(Row, i64)]) -> String {
        let rows: Vec<_> = rows
            .iter()
            .map(|(key, number)| format!("({}, {number})", self.key_literal(key)))
            .collect();
        format!(
            "db.{name}({}, [{}]).await",
            self.token(column),
            rows.join(", ")
        )
    }

    fn appended(&self, column: usize, value: &Value) -> String {
        let role = &self.fields[column - self.key.parts.len()].role;
        match (role, value) {
            (FieldRole::Column(_), Value::Text(text)) => format!("{text:?}"),
            (FieldRole::Column(_), Value::Bytes(bytes)) => format!("vec!{bytes:?}"),
            _ => value.to_string(),
        }
    }

    /// A change of a dynamic column in a mutation.
    pub(super) fn dynamic_changes(&self, columns: &[(Value, Value)]) -> String {
        let Some((at, dynamic)) = self.dynamic() else {
            return String::new();
        };
        let token = self.token(at);
        let change = |(name, value): &(Value, Value)| {
            let name = name_literal(dynamic, name);
            if value.is_none() {
                format!(".delete_dynamic({token}, {name})")
            } else {
                format!(
                    ".put_dynamic({token}, {name}, {})",
                    value_literal(dynamic, value)
                )
            }
        };
        columns.iter().map(change).collect()
    }

    fn dynamic_source(&self, key: &Row, call: &DynamicCall) -> String {
        let Some((at, dynamic)) = self.dynamic() else {
            return String::new();
        };
        let call = call_source(dynamic, call);
        format!(
            "db.dynamic(&{}, {}){call}.await",
            self.key_literal(key),
            self.token(at)
        )
    }
}

fn call_source(dynamic: &Dynamic, call: &DynamicCall) -> String {
    let name = |name: &Value| name_literal(dynamic, name);
    let names = |names: &[Value]| names.iter().map(name).collect::<Vec<_>>().join(", ");
    let span = |of: &Span| span_source(dynamic, of);
    let numbers = |counts: &[(Value, i64)]| {
        let counts = counts
            .iter()
            .map(|(of, number)| format!("({}, {number})", name(of)));
        counts.collect::<Vec<_>>().join(", ")
    };
    match call {
        DynamicCall::Get(of) => format!(".get({})", name(of)),
        DynamicCall::GetVersion(of, at) => format!(".version({at}_i64).get({})", name(of)),
        DynamicCall::GetMany(of) => format!(".get_many([{}])", names(of)),
        DynamicCall::Put(of, value) => {
            format!(".put({}, {})", name(of), value_literal(dynamic, value))
        }
        DynamicCall::PutMany(columns) => {
            let columns: Vec<_> = columns
                .iter()
                .map(|(of, value)| format!("({}, {})", name(of), value_literal(dynamic, value)))
                .collect();
            format!(".put_many([{}])", columns.join(", "))
        }
        DynamicCall::Increment(of, by) => format!(".increment({}, {by})", name(of)),
        DynamicCall::IncrementMany(counts) => {
            format!(".increment_many([{}])", numbers(counts))
        }
        DynamicCall::SetCounter(of, value) => format!(".set_counter({}, {value})", name(of)),
        DynamicCall::SetCounters(values) => {
            format!(".set_counter_many([{}])", numbers(values))
        }
        DynamicCall::Delete(of) => format!(".delete({})", name(of)),
        DynamicCall::DeleteMany(of) => format!(".delete_many([{}])", names(of)),
        DynamicCall::Stream(of) => format!("{}.stream().collect::<Vec<_>>()", span(of)),
        DynamicCall::Names(of) => format!("{}.qualifiers().collect::<Vec<_>>()", span(of)),
        DynamicCall::Pages(of, size) => format!("{}.page({size})", span(of)),
        DynamicCall::Count(of) => format!("{}.count()", span(of)),
        DynamicCall::DeleteRange(of) => format!("{}.delete_range()", span(of)),
    }
}

fn span_source(dynamic: &Dynamic, span: &Span) -> String {
    let mut out = String::new();
    let literal = |name: &Value| name_literal(dynamic, name);
    if let Some((low, high)) = &span.range {
        let _ = write!(
            out,
            ".range(({}, {}))",
            bound(low, literal),
            bound(high, literal)
        );
    }
    if let Some(prefix) = &span.prefix {
        let _ = match prefix {
            Value::Text(prefix) => write!(out, ".prefix({prefix:?})"),
            first => write!(out, ".prefix(({first},))"),
        };
    }
    if let Some(limit) = span.limit {
        let _ = write!(out, ".limit({limit})");
    }
    out
}

fn name_literal(dynamic: &Dynamic, name: &Value) -> String {
    match name {
        Value::Group(parts) => format!("Entry {{ at: {}, number: {} }}", parts[0], parts[1]),
        Value::Text(text) => format!("String::from({text:?})"),
        Value::Int(number) => format!("{number}_{}", dynamic.name.0),
        name => name.to_string(),
    }
}

fn value_literal(dynamic: &Dynamic, value: &Value) -> String {
    match value {
        Value::Text(text) => format!("String::from({text:?})"),
        value => plain(dynamic.value.1, dynamic.value.0, value),
    }
}

/// The calls on single columns in a table's program.
pub(super) fn program(table: &Table) -> String {
    let mut out = String::new();
    let end = "            _ => unreachable!(),\n        }\n    }\n";
    if counters(table).next().is_some() {
        for (name, call) in [
            ("increment_many", "increment_many"),
            ("set_counters", "set_counter_many"),
        ] {
            let _ = writeln!(
                out,
                "    fn {name}<'c>(db: &'c Connection, column: usize, rows: Vec<(Self::Key, i64)>) -> Counted<'c> {{\n        match column {{"
            );
            for (at, name) in counters(table) {
                let _ = writeln!(out, "            {at} => db.{call}({}, rows),", token(name));
            }
            out.push_str(end);
        }
    }
    let appended: Vec<_> = columns(table)
        .filter(|(_, _, column)| column.is_appended())
        .take(1)
        .collect();
    if !appended.is_empty() && !table.has_index() {
        out.push_str("    fn append<'c>(db: &'c Connection, key: &'c Self::Key, column: usize, value: &Value) -> Boxed<'c, Value> {\n        match column {\n");
        for (at, name, column) in appended {
            let of = if column.of.kind == Kind::Text {
                "String"
            } else {
                "Vec<u8>"
            };
            let _ = writeln!(
                out,
                "            {at} => value_of(db.append(key, {}, typed::<{of}>(value))),",
                token(name)
            );
        }
        out.push_str(end);
    }
    out.push_str(&dynamic_program(table));
    out
}

fn dynamic_program(table: &Table) -> String {
    let Some((at, dynamic)) = table.dynamic() else {
        return String::new();
    };
    let token = token(&table.fields[at - table.key.parts.len()].name);
    let select = match dynamic.name.1 {
        Kind::Text => "in_text",
        Kind::Words(_) => "in_parts",
        _ => "in_order",
    };
    let call = if dynamic.is_counter {
        "dynamic_counters"
    } else {
        "dynamic"
    };
    format!(
        "    fn dynamic<'c>(db: &'c Connection, key: &'c Self::Key, call: &'c DynamicCall) -> Boxed<'c, Outcome> {{\n        \
         {call}(move |span| {select}(db.dynamic(key, {token}), span), call)\n    }}\n"
    )
}
