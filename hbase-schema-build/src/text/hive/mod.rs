//! Hive's `CREATE EXTERNAL TABLE` over a table.
//!
//! `HBaseStorageHandler` maps the key to one column or to a struct with a delimiter between its fields,
//! and cells to columns. With `#b` the bytes are those of `HBase`'s `Bytes`, otherwise text (wiki page
//! "Hive `HBase` Integration"; the classes `HBaseSerDe`, `ColumnMappings`, `DefaultHBaseKeyFactory`, and
//! `LazyDio…` for binary cells).

mod cells;
mod draft;
mod dynamic;
mod key;

use std::collections::BTreeSet;
use std::fmt::Write;

use hbase_model::DescribedTable;

use draft::{Draft, name, names_are_unique};

use super::{KeyMapping, MARK, Unsupported, declared_by, free_name};

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
    dynamic::columns(table, &mut draft);
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
    let dynamic = table.dynamic.iter().map(|columns| &columns.field);
    let all = columns.chain(dynamic).chain(&table.timestamp);
    let fields: BTreeSet<String> = all.map(|f| name(f)).collect();
    free_name("row_key", |name| fields.contains(name))
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

fn quoted(character: char) -> String {
    match character {
        '\'' | '\\' => format!("\\{character}"),
        ' '..='~' => character.to_string(),
        other => format!("\\{:03o}", u32::from(other)),
    }
}
