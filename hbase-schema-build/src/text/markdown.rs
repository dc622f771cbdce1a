//! Formats tables as a page of documentation.

use std::fmt::Write;

use hbase_model::ddl::Ddl;
use hbase_model::descriptor::Attribute;
use hbase_model::printable::Printable;
use hbase_model::splits::SplitError;
use hbase_model::{AbsentCell, DescribedColumn, DescribedTable, KeyLayout, Salt, Splits};

use super::MARK;
use super::markdown_indexes::indexes;
use crate::declared::{DeclaredError, DeclaredTable, declared, listed};

/// The statement's section of a table whose name contains a date.
const EACH_DATE: &str = "\n### Statement\n\nThere is a table for each date: `hbase-schema ddl` prints its statement with `--dates`.\n";

/// The maximum number of split points that are listed in full.
const MOST_SPLITS: usize = 20;

/// Formats tables as a Markdown page: for each table its key, salt, splits, families, columns and statement.
///
/// # Errors
/// Splits that cannot be computed.
pub fn markdown(tables: &[DescribedTable]) -> Result<String, DeclaredError> {
    let mut page = format!("# Schema\n\n{MARK}\n");
    if tables.len() > 1 {
        page.push('\n');
        for table in tables {
            let (name, row) = (&table.descriptor.name, &table.row);
            let entry = format!("- [{name}](#{}): struct `{row}`", anchor(table));
            line(&mut page, &entry);
        }
    }
    // Structs that contradict each other have separate statements.
    let merged = declared(tables).unwrap_or_default();
    for table in tables {
        let name = &table.descriptor.name;
        let declared = merged.iter().find(|declared| declared.name() == name);
        let section = section(table, declared);
        page.push_str(&section.map_err(|error| DeclaredError::splits(name, error))?);
    }
    Ok(page)
}

/// GitHub's anchor of a heading: lower case, `-` for spaces, no colons and backticks.
fn anchor(table: &DescribedTable) -> String {
    let title = format!("{} {}", table.descriptor.name, table.row).to_lowercase();
    let kept = title
        .chars()
        .filter(|c| c.is_alphanumeric() || "-_ ".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

fn section(table: &DescribedTable, declared: Option<&DeclaredTable>) -> Result<String, SplitError> {
    let mut text = format!("\n## {} `{}`\n", table.descriptor.name, table.row);
    if let Some(date) = &table.table_date {
        let of = format!("\nThe date in the name is the field {}.", code(date));
        line(&mut text, &of);
    }
    text.push_str(&key(&table.key));
    text.push_str(&splits(&table.descriptor.splits)?);
    text.push_str(&families(table));
    text.push_str(&columns(table));
    text.push_str(&indexes(table)?);
    text.push_str(&statement(table, declared)?);
    Ok(text)
}

fn statement(
    table: &DescribedTable,
    declared: Option<&DeclaredTable>,
) -> Result<String, SplitError> {
    if table.dated_name().is_some() {
        return Ok(EACH_DATE.to_owned());
    }
    let ddl = Ddl::of(declared.map_or(&table.descriptor, |declared| &declared.table))?;
    let mut text = String::from("\n### Statement\n");
    if let Some(shared) = declared.filter(|declared| declared.rows.len() > 1) {
        let rows = listed(&shared.rows);
        line(&mut text, &format!("\nOf the structs {rows} together."));
    }
    // Writing to a `String` cannot fail.
    let _ = write!(text, "\n```ruby\n{ddl}\n```\n");
    if let Some(file) = &ddl.splits_file {
        line(&mut text, &format!("\nThe splits are in `{}`.", file.name));
    }
    Ok(text)
}

fn key(key: &KeyLayout) -> String {
    let mut text = String::from("\n### Key\n\n");
    let kind = if key.is_text() { "Text" } else { "Binary" };
    let width = match key.width() {
        Some(width) => format!("{width} bytes"),
        None => "of varying length".to_owned(),
    };
    line(&mut text, &format!("{kind}, {width}.\n"));
    line(&mut text, "| offset | bytes | part | encoding |");
    line(&mut text, "|---|---|---|---|");
    if let Some(layout) = &key.salt {
        let width = layout.salt.width();
        segment(&mut text, Some(0), width, "salt", &salt(key, &layout.salt));
        separator(&mut text, width, "separator", layout.separator.as_deref());
    }
    for (part, offset) in key.parts.iter().zip(key.offsets()) {
        let (width, name) = (part.value_width(), code(&part.name));
        segment(&mut text, offset, width, &name, &part.to_string());
        let behind = offset.zip(width).map(|(offset, width)| offset + width);
        separator(
            &mut text,
            behind,
            part.separator_name(),
            part.separator.as_deref(),
        );
    }
    text
}

/// How the salt is computed, and from what.
fn salt(key: &KeyLayout, salt: &Salt) -> String {
    let inputs = if salt.is_computed() {
        format!(" of {}", key.salt_inputs().join(", "))
    } else {
        String::new()
    };
    format!("`{salt}`{inputs}: {}", salt.algorithm())
}

fn separator(text: &mut String, offset: Option<usize>, name: &str, separator: Option<&[u8]>) {
    if let Some(separator) = separator {
        let shown = code(&Printable(separator).to_string());
        segment(text, offset, Some(separator.len()), name, &shown);
    }
}

fn segment(
    text: &mut String,
    offset: Option<usize>,
    width: Option<usize>,
    name: &str,
    words: &str,
) {
    let shown = |number: Option<usize>| number.map_or("varies".to_owned(), |n| n.to_string());
    row(
        text,
        [shown(offset), shown(width), name.into(), words.into()],
    );
}

fn splits(splits: &Splits) -> Result<String, SplitError> {
    let keys = splits.keys()?;
    if keys.is_empty() {
        return Ok(String::from("\n### Splits\n\nNone: one region.\n"));
    }
    let shown = |key: &Vec<u8>| code(&Printable(key).to_string());
    let listed = if keys.len() <= MOST_SPLITS {
        keys.iter().map(shown).collect::<Vec<_>>().join(", ")
    } else {
        let ends = [keys.first(), keys.get(1), keys.last()].map(|key| key.map(shown));
        let [first, second, last] = ends.map(Option::unwrap_or_default);
        format!("{first}, {second}, …, {last}")
    };
    Ok(format!(
        "\n### Splits\n\n{} regions, split at {listed}.\n",
        splits.regions()
    ))
}

fn families(table: &DescribedTable) -> String {
    let mut text = String::from("\n### Families\n\n| family | attributes |\n|---|---|\n");
    for family in &*table.descriptor.families {
        let declared = attributes(family.attributes());
        let declared = declared.unwrap_or_else(|| "as HBase has them".to_owned());
        row(&mut text, [code(&family.name), declared]);
    }
    if let Some(own) = attributes(table.descriptor.attributes()) {
        line(&mut text, &format!("\nThe table: {}.", escaped(&own)));
    }
    text
}

fn attributes(declared: Vec<Attribute>) -> Option<String> {
    let declared = declared.into_iter();
    let declared: Vec<_> = declared
        .map(|(name, value)| format!("{name} = {value}"))
        .collect();
    (!declared.is_empty()).then(|| declared.join(", "))
}

fn columns(table: &DescribedTable) -> String {
    let mut text = String::from(
        "\n### Columns\n\n| column | field | type | cell | absent |\n|---|---|---|---|---|\n",
    );
    for column in &table.columns {
        let cells = [
            code(&format!("{}:{}", column.family, column.qualifier)),
            code(&column.field),
            code(&column.type_name),
            column.cell(),
            absent(column).to_owned(),
        ];
        row(&mut text, cells);
    }
    text.push_str(&dynamic(table));
    if let Some(field) = &table.timestamp {
        let of = table.period.map_or_else(String::new, |period| {
            format!("the start of the {} (UTC) of ", period.name())
        });
        let stamp = format!("\nThe cells' timestamp is {of}{}.", code(field));
        line(&mut text, &stamp);
    }
    if let Some(field) = &table.row_version {
        let counts = format!("\n{} counts the writes of the row.", code(field));
        line(&mut text, &counts);
    }
    text
}

fn dynamic(table: &DescribedTable) -> String {
    if table.dynamic.is_empty() {
        return String::new();
    }
    let mut text = String::from(
        "\n### Dynamic columns\n\n| family | field | type | qualifier | cell | read with the row |\n|---|---|---|---|---|---|\n",
    );
    for columns in &table.dynamic {
        let read = columns.limit;
        let cells = [
            code(&columns.family),
            code(&columns.field),
            code(&columns.type_name),
            columns.qualifiers(),
            columns.cell(),
            read.map_or("no".to_owned(), |limit| format!("up to {limit}")),
        ];
        row(&mut text, cells);
    }
    text
}

const fn absent(column: &DescribedColumn) -> &'static str {
    match column.absent_cell() {
        AbsentCell::NullAsEmpty => "`None`, which is written as an empty cell",
        AbsentCell::Defaulted => "a default",
        AbsentCell::Null => "`None`",
        AbsentCell::Zero => "0",
        AbsentCell::Error => "an error",
        AbsentCell::Unknown => "only the program knows",
    }
}

pub(super) fn line(text: &mut String, line: &str) {
    text.push_str(line);
    text.push('\n');
}

/// Appends a row of a table.
pub(super) fn row<const N: usize>(text: &mut String, cells: [String; N]) {
    let cells = cells.map(|cell| escaped(&cell)).join(" | ");
    line(text, &format!("| {cells} |"));
}

/// A code span; a text with a backtick is in double ones.
pub(super) fn code(text: &str) -> String {
    if text.contains('`') {
        return format!("`` {text} ``");
    }
    format!("`{text}`")
}

/// Escapes a text for a cell of a Markdown table.
fn escaped(text: &str) -> String {
    text.replace('|', "\\|").replace('\n', " ")
}
