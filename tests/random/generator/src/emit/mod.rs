//! Writes the source of tables.

mod attributes;
mod case;
mod column_calls;
mod dated_calls;
mod entry_calls;
mod index_calls;
mod literal;
mod names;
mod program;

use std::fmt::Write;

use crate::pool;
use crate::spec::{Column, DefaultValue, Dynamic, FieldRole, Group, Stamp, Table};
use crate::value::Value;

use attributes::key_attribute;
pub(crate) use attributes::{family, part_attribute};
use names::group_name;
pub(crate) use names::{column_type, compared, is_searched, part_type};

impl Table {
    /// The table's module: its struct, and the program that makes the calls.
    pub fn module(&self) -> String {
        let mut out = String::new();
        let _ = writeln!(
            out,
            "pub mod {} {{\nuse crate::prelude::*;\n",
            self.module_name()
        );
        out.push_str(&self.items());
        out.push_str(&program::program(self));
        out.push_str("}\n");
        out
    }

    /// The name of the module.
    pub fn module_name(&self) -> String {
        format!("t{}", self.id().replace('-', "_"))
    }

    /// The struct, and all items that it uses. The source can be pasted into a test.
    pub fn items(&self) -> String {
        self.items_with(&self.declaration())
    }

    /// The same with another struct in place of the table's.
    pub fn items_with(&self, declaration: &str) -> String {
        let mut out = String::new();
        for field in &self.fields {
            match &field.role {
                FieldRole::Column(column) => out.push_str(&default_function(&field.name, column)),
                FieldRole::Group(group) => out.push_str(&group_struct(&field.name, group)),
                _ => {}
            }
        }
        out.push_str(declaration);
        out.push_str(&entry_calls::constant(self));
        out
    }

    /// The `impl` of a trait that converts between rows, keys and values, and makes no calls.
    pub fn conversions(&self, of: &str) -> String {
        program::conversions(self, of)
    }

    /// The struct alone.
    pub fn struct_source(&self) -> String {
        self.declaration()
    }

    pub(crate) fn declaration(&self) -> String {
        let mut out = String::from("#[derive(HTable, Debug, Clone)]\n");
        let options: String = self
            .options
            .iter()
            .map(|option| format!(", {option}"))
            .collect();
        let _ = writeln!(out, "#[table({:?}{options})]", self.full_name());
        out.push_str(&key_attribute(&self.key));
        self.families
            .iter()
            .for_each(|of| out.push_str(&family(of)));
        out.push_str(&self.struct_index());
        let _ = writeln!(out, "pub struct {} {{", self.name());
        for part in &self.key.parts {
            let _ = writeln!(
                out,
                "    {}\n    pub {}: {},",
                part_attribute(part),
                part.name,
                part_type(part)
            );
        }
        for at in 0..self.fields.len() {
            out.push_str(&self.field_source(at));
        }
        out + "}\n"
    }

    /// The name of the table, with its namespace and the pattern of its date.
    pub(crate) fn full_name(&self) -> String {
        let date = self.unit().map(|unit| format!("_{{{}}}", unit.pattern()));
        format!("RANDOM:TABLE_{}{}", self.seed, date.unwrap_or_default())
    }

    /// A field that is not a key part.
    fn field_source(&self, at: usize) -> String {
        let field = &self.fields[at];
        let mut out = self.field_index(at);
        let stored = !matches!(
            field.role,
            FieldRole::Timestamp(_) | FieldRole::TableDate(_) | FieldRole::Skip
        );
        if self.families.len() > 1 && stored {
            let family = self.families[field.family].name;
            let _ = writeln!(out, "    #[family(\"{family}\")]");
        }
        if matches!(&field.role, FieldRole::Column(column) if column.is_version()) {
            out.push_str("    #[version]\n");
        }
        let since = self.since();
        let since = since.map(|since| (&*self.key.parts[since.part].name, since.unit));
        let attribute = attributes::field(&field.name, &field.role, since);
        if !attribute.is_empty() {
            let _ = writeln!(out, "    {attribute}");
        }
        let of = field_type(&field.name, &field.role);
        let _ = writeln!(out, "    pub {}: {of},", field.name);
        out
    }

    /// The name of the key struct.
    pub fn key_name(&self) -> String {
        if self
            .options
            .iter()
            .any(|option| option.starts_with("key ="))
        {
            "ItemKey".to_owned()
        } else {
            format!("{}Key", self.name())
        }
    }
}

fn field_type(name: &str, role: &FieldRole) -> String {
    match role {
        FieldRole::Column(column) => column_type(column),
        FieldRole::Counter => "i64".to_owned(),
        FieldRole::Group(group) if group.optional => format!("Option<{}>", group_name(name)),
        FieldRole::Group(_) => group_name(name),
        FieldRole::Dynamic(Dynamic {
            is_map,
            name,
            value,
            ..
        }) => {
            let of = if *is_map { "BTreeMap" } else { "Dynamic" };
            format!("{of}<{}, {}>", name.0, value.0)
        }
        FieldRole::Timestamp(Stamp::Number) => "i64".to_owned(),
        FieldRole::Timestamp(Stamp::Optional) => "Option<Timestamp>".to_owned(),
        FieldRole::Timestamp(_) | FieldRole::TableDate(_) => "Timestamp".to_owned(),
        FieldRole::Entries(items) => format!("Entries<{}>", items.rust()),
        FieldRole::RowIndex => "RowIndex".to_owned(),
        FieldRole::Skip => "u8".to_owned(),
    }
}

fn default_function(name: &str, column: &Column) -> String {
    if column.default != DefaultValue::Function {
        return String::new();
    }
    let (of, value) = (column_type(column), source(&pool::default_of(column)));
    format!("fn default_{name}() -> {of} {{\n    Typed::of(&{value})\n}}\n\n")
}

fn group_struct(field: &str, group: &Group) -> String {
    let mut out = String::new();
    for (name, column) in &group.columns {
        out.push_str(&default_function(&format!("{field}_{name}"), column));
    }
    out.push_str(&group_declaration(field, group));
    out.push_str(&group_values(&group_name(field), group));
    out
}

/// The struct of a group alone.
pub(crate) fn group_declaration(field: &str, group: &Group) -> String {
    let name = group_name(field);
    let mut out = String::from("#[derive(Columns, Debug, Clone)]\n");
    if let Some(options) = group.options {
        let _ = writeln!(out, "#[columns({options})]");
    }
    let _ = writeln!(out, "pub struct {name} {{");
    for (inner, column) in &group.columns {
        let attribute = attributes::column(&format!("{field}_{inner}"), column);
        let _ = writeln!(
            out,
            "    {attribute}\n    pub {inner}: {},",
            column_type(column)
        );
    }
    out + "}\n\n"
}

fn group_values(name: &str, group: &Group) -> String {
    let names = group.columns.iter();
    let of: String = names
        .clone()
        .enumerate()
        .map(|(at, (name, _))| format!("{name}: Typed::of(&values[{at}]), "))
        .collect();
    let to: String = names
        .map(|(name, _)| format!("self.{name}.value(), "))
        .collect();
    format!(
        "impl Typed for {name} {{\n    fn of(value: &Value) -> Self {{\n        let values = fields(value);\n        \
         Self {{ {of} }}\n    }}\n    fn value(&self) -> Value {{\n        Value::Group(vec![{to}])\n    }}\n}}\n\n"
    )
}

/// The Rust expression for a [`Value`].
pub fn source(value: &Value) -> String {
    match value {
        Value::Text(text) => format!("Value::Text({text:?}.into())"),
        Value::Bytes(bytes) => format!("Value::Bytes(vec!{bytes:?})"),
        Value::Json(json) => format!("Value::Json(Json::{json:?})"),
        other => format!("Value::{other:?}"),
    }
}
