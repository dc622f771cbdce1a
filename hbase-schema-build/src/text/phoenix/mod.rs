//! Phoenix's `CREATE VIEW` over a table.
//!
//! Phoenix has its own encodings (its page "Data Types", and the classes in
//! `org.apache.phoenix.schema.types`): `INTEGER` and the like with the sign bit flipped, `UNSIGNED_INT`
//! and the like with the bytes of `Bytes.toBytes` for numbers that are not negative, `CHAR(n)` and `BINARY(n)` by
//! their width, `VARCHAR` closed by a byte 0 unless it is the key's last, and `DESC` with all bits
//! inverted. Cells of other types can be read as bytes: `VARBINARY`.

mod cells;
mod key;

use std::collections::BTreeSet;
use std::fmt::Write;

use hbase_model::DescribedTable;

use super::unsupported::Remarks;
use super::{KeyMapping, MARK, Unsupported, declared_by};

/// One column of the primary key.
struct KeyColumn {
    name: String,
    ty: String,
    /// Whether its order is descending.
    desc: bool,
    /// Whether it may be `NULL`.
    nullable: bool,
}

/// A statement that is being made.
#[derive(Default)]
struct Draft {
    key: Vec<KeyColumn>,
    cells: Vec<String>,
    remarks: Remarks,
}

/// Formats a table as a `CREATE VIEW` statement: a view leaves the table as it is.
///
/// A key of several text parts is one `VARCHAR`: Phoenix separates text by a byte 0 only.
///
/// # Errors
/// Every key part and every column that Phoenix cannot express. [`KeyMapping::Whole`] expresses every key.
pub fn phoenix(table: &DescribedTable, key: KeyMapping) -> Result<String, Unsupported> {
    let mut draft = Draft::default();
    match key {
        KeyMapping::Parts => key::parts(&table.key, &mut draft),
        KeyMapping::Whole => key::whole(&table.key, &mut draft),
    }
    let mut seen = BTreeSet::new();
    for column in &table.columns {
        if seen.insert((&column.family, &column.qualifier)) {
            cells::column(column, &mut draft);
        } else {
            let reason = "another struct of the table has this column with another type";
            draft.remarks.reject(&column.field, reason);
        }
    }
    draft.remarks.note_dynamic(table);
    if draft.remarks.rejected() == 0 {
        return Ok(statement(table, &draft));
    }
    Err(draft.remarks.into_error("Phoenix", &table.descriptor.name))
}

fn statement(table: &DescribedTable, draft: &Draft) -> String {
    let name = &table.descriptor.name;
    // Writing to a `String` cannot fail, here and below.
    let mut text = format!("-- {name}, as {}.\n-- {MARK}\n", declared_by(&table.row));
    if !name.is_default_namespace() {
        let _ = writeln!(
            text,
            "-- Needs phoenix.schema.isNamespaceMappingEnabled = true; without it the view's name is \"{name}\"."
        );
    }
    text.push_str(&draft.remarks.comments());
    let _ = writeln!(text, "CREATE VIEW {} (", view_name(table));
    let mut lines = key_lines(&draft.key);
    lines.extend(draft.cells.iter().cloned());
    if draft.key.len() > 1 {
        lines.push(constraint(&draft.key));
    }
    let lines: Vec<_> = lines.iter().map(|line| format!("  {line}")).collect();
    text + &lines.join(",\n") + "\n);\n"
}

fn view_name(table: &DescribedTable) -> String {
    let name = &table.descriptor.name;
    if name.is_default_namespace() {
        return quoted(name.qualifier());
    }
    format!("{}.{}", quoted(name.namespace()), quoted(name.qualifier()))
}

fn key_lines(key: &[KeyColumn]) -> Vec<String> {
    if let [only] = key {
        let order = if only.desc { " DESC" } else { "" };
        return vec![format!(
            "{} {} PRIMARY KEY{order}",
            quoted(&only.name),
            only.ty
        )];
    }
    let columns = key.iter();
    columns
        .map(|column| {
            let rule = if column.nullable { "" } else { " NOT NULL" };
            format!("{} {}{rule}", quoted(&column.name), column.ty)
        })
        .collect()
}

fn constraint(key: &[KeyColumn]) -> String {
    let columns: Vec<_> = key
        .iter()
        .map(|column| quoted(&column.name) + if column.desc { " DESC" } else { "" })
        .collect();
    format!("CONSTRAINT PK PRIMARY KEY ({})", columns.join(", "))
}

/// Whether a name can be quoted.
fn is_quotable(name: &str) -> bool {
    !name.is_empty() && !name.contains(|c: char| c == '"' || c.is_control())
}

/// Phoenix turns names without quotes into upper case.
fn quoted(name: &str) -> String {
    format!("\"{name}\"")
}
