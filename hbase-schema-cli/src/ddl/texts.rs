//! The formats.

use hbase_model::DescribedTable;
use hbase_model::description::Description;
use hbase_model::splits::SplitError;
use hbase_schema_build::DeclaredTable;
use hbase_schema_build::text::{self, System};

use super::result::{TableContent, TableText, Texts, Unsupported};
use crate::cli::{DdlFormat, KeyMapping};
use crate::error::CliError;

/// The tables as scripts for the shell.
pub(super) fn scripts(tables: &[DeclaredTable]) -> Result<Texts, CliError> {
    let scripts = tables.iter().map(|table| {
        let script = text::shell(table).map_err(|error| splits(&error))?;
        let content = TableContent::Text {
            text: script.script,
            splits_file: script.splits_file,
        };
        Ok(TableText {
            row: table.rows.join(", "),
            table: table.name().to_string(),
            content,
        })
    });
    Ok(Texts {
        format: DdlFormat::Shell,
        page: None,
        tables: scripts.collect::<Result<_, CliError>>()?,
    })
}

/// The tables as JSON, or as one page.
pub(super) fn descriptions(
    tables: &[DescribedTable],
    format: DdlFormat,
) -> Result<Texts, CliError> {
    let page = match format {
        DdlFormat::Markdown => Some(text::markdown(tables).map_err(CliError::unreachable)?),
        _ => None,
    };
    let content = |table: &DescribedTable| match page {
        Some(_) => TableContent::InPage {},
        None => TableContent::Description {
            description: Box::new(Description::of(table)),
        },
    };
    let texts = tables
        .iter()
        .map(|table| TableText::new(table, content(table)));
    Ok(Texts {
        format,
        tables: texts.collect(),
        page,
    })
}

/// The tables as statements for another system.
pub(super) fn statements(
    tables: &[DescribedTable],
    format: DdlFormat,
    system: System,
    key: KeyMapping,
) -> Texts {
    let statements = text::statements(tables, system, key.into());
    let as_whole = text::statements(tables, system, text::KeyMapping::Whole);
    let tables = statements.into_iter().map(|statement| {
        let mut as_whole = as_whole.iter();
        let is_whole = as_whole.any(|w| w.table == statement.table && w.text.is_ok());
        let content = match statement.text {
            Ok(text) => TableContent::Text {
                text,
                splits_file: None,
            },
            Err(error) => unsupported(error, key == KeyMapping::Parts && is_whole),
        };
        TableText {
            row: statement.row,
            table: statement.table,
            content,
        }
    });
    Texts {
        format,
        page: None,
        tables: tables.collect(),
    }
}

/// A table whose name contains a date, if no date is given.
pub(super) fn without_dates(table: &DescribedTable) -> TableText {
    let item = Unsupported {
        field: table
            .table_date
            .clone()
            .unwrap_or_else(|| "name".to_owned()),
        reason: "the table's name contains a date, and no date is given".to_owned(),
    };
    let content = TableContent::Unsupported {
        unsupported: vec![item],
        help: Some("give the dates: `--dates 20151226`, or a range: `--dates 20151201..20151231`"),
    };
    TableText::new(table, content)
}

fn unsupported(error: text::Unsupported, as_whole: bool) -> TableContent {
    let items = error.items.into_iter().map(|item| Unsupported {
        field: item.name,
        reason: item.reason,
    });
    TableContent::Unsupported {
        unsupported: items.collect(),
        help: as_whole.then_some("use `--key whole`"),
    }
}

fn splits(error: &SplitError) -> CliError {
    CliError::unreachable(format_args!("the splits: {error}"))
}

impl From<KeyMapping> for text::KeyMapping {
    fn from(key: KeyMapping) -> Self {
        match key {
            KeyMapping::Parts => Self::Parts,
            KeyMapping::Whole => Self::Whole,
        }
    }
}
