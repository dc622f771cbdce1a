//! Hive's `CREATE EXTERNAL TABLE` over a table.
//!
//! `HBaseStorageHandler` maps the key to one column or to a struct with a delimiter between its fields,
//! and cells to columns. With `#b` the bytes are those of `HBase`'s `Bytes`, otherwise text (wiki page
//! "Hive `HBase` Integration"; the classes `HBaseSerDe`, `ColumnMappings`, `DefaultHBaseKeyFactory`, and
//! `LazyDio…` for binary cells).

mod cells;
mod key;

use std::collections::BTreeSet;
use std::fmt::Write;

use hbase_model::DescribedTable;

use super::unsupported::Remarks;
use super::{KeyMapping, MARK, Unsupported, declared_by, free_name};

/// One column of Hive's table.
struct HiveColumn {
    /// The field of the struct.
    field: String,
    /// Its type in Hive.
    ty: String,
    /// Its entry in `hbase.columns.mapping`.
    mapping: String,
}

/// A statement that is being made.
#[derive(Default)]
struct Draft {
    /// The name of the key, if it is one column.
    key_name: String,
    columns: Vec<HiveColumn>,
    /// The delimiter between the fields of the key.
    delimiter: Option<char>,
    /// Whether the last field of the key may contain the delimiter.
    last_takes_rest: bool,
    remarks: Remarks,
}

impl Draft {
    fn push(&mut self, field: &str, ty: &str, mapping: &str) {
        self.columns.push(HiveColumn {
            field: field.to_owned(),
            ty: ty.to_owned(),
            mapping: mapping.to_owned(),
        });
    }
}

/// Formats a table as a `CREATE EXTERNAL TABLE` statement.
///
/// # Errors
/// Every key part and every column that Hive cannot express. [`KeyMapping::Whole`] expresses every key.
pub fn hive(table: &DescribedTable, key: KeyMapping) -> Result<String, Unsupported> {
    let mut draft = Draft {
        key_name: key_name(table),
        ..Draft::default()
    };
    match key {
        KeyMapping::Parts => key::parts(&table.key, &mut draft),
        KeyMapping::Whole => key::whole(&table.key, &mut draft),
    }
    for column in &table.columns {
        cells::column(column, &mut draft);
    }
    if let Some(field) = &table.timestamp {
        draft.push(field, "BIGINT", ":timestamp");
    }
    draft.remarks.note_dynamic(table);
    let Draft {
        columns, remarks, ..
    } = &mut draft;
    let fields = columns.iter().map(|column| column.field.as_str());
    names_are_unique(fields, "field", ["rename it"; 2], remarks);
    if draft.remarks.rejected() == 0 {
        return Ok(statement(table, &draft));
    }
    Err(draft.remarks.into_error("Hive", &table.descriptor.name))
}

/// The name of the key's column, which no field has.
fn key_name(table: &DescribedTable) -> String {
    let columns = table.columns.iter().map(|column| &column.field);
    let fields: BTreeSet<String> = columns.chain(&table.timestamp).map(|f| name(f)).collect();
    free_name("row_key", |name| fields.contains(name))
}

/// Checks that things can be named, and are distinct: Hive's names are case-insensitive. The help is for a name that is
/// not possible, and for one that occurs twice.
fn names_are_unique<'n>(
    names: impl Iterator<Item = &'n str>,
    thing: &str,
    [unnamed, twice]: [&str; 2],
    remarks: &mut Remarks,
) {
    let mut seen = BTreeSet::new();
    for found in names {
        if found.contains('`') {
            let reason = format!("it cannot be named in backticks: {unnamed}");
            remarks.reject(found, reason);
        }
        if !seen.insert(name(found)) {
            let reason = format!(
                "another {thing} has the same name in lower case, and Hive ignores case: {twice}"
            );
            remarks.reject(found, reason);
        }
    }
}

fn statement(table: &DescribedTable, draft: &Draft) -> String {
    // Writing to a `String` cannot fail, here and below.
    let mut text = format!(
        "-- {}, as {}.\n-- {MARK}\n",
        table.descriptor.name,
        declared_by(&table.row)
    );
    text.push_str(&draft.remarks.comments());
    let columns = draft.columns.iter();
    let columns: Vec<_> = columns
        .map(|column| format!("  `{}` {}", name(&column.field), column.ty))
        .collect();
    let mapping: Vec<_> = draft.columns.iter().map(|c| c.mapping.as_str()).collect();
    let name = &table.descriptor.name;
    let _ = write!(
        text,
        "CREATE EXTERNAL TABLE `{}` (\n{}\n)\n",
        table_name(table),
        columns.join(",\n")
    );
    if let Some(delimiter) = draft.delimiter {
        let _ = writeln!(
            text,
            "ROW FORMAT DELIMITED COLLECTION ITEMS TERMINATED BY '{}'",
            quoted(delimiter)
        );
    }
    text.push_str("STORED BY 'org.apache.hadoop.hive.hbase.HBaseStorageHandler'\n");
    let _ = write!(
        text,
        "WITH SERDEPROPERTIES (\n  'hbase.columns.mapping' = '{}'",
        mapping.join(",")
    );
    if draft.last_takes_rest {
        text.push_str(",\n  'serialization.last.column.takes.rest' = 'true'");
    }
    let _ = write!(
        text,
        "\n)\nTBLPROPERTIES ('hbase.table.name' = '{name}');\n"
    );
    text
}

/// `dlqx_call_record` for `DLQX:CALL_RECORD`: Hive's names are letters, digits and `_`.
fn table_name(table: &DescribedTable) -> String {
    let full = table.descriptor.name.to_string().to_lowercase();
    let kept = full
        .chars()
        .map(|c| if c.is_ascii_alphanumeric() { c } else { '_' });
    kept.collect()
}

fn name(field: &str) -> String {
    field.replace('.', "_").to_lowercase()
}

fn quoted(character: char) -> String {
    match character {
        '\'' | '\\' => format!("\\{character}"),
        ' '..='~' => character.to_string(),
        other => format!("\\{:03o}", u32::from(other)),
    }
}
