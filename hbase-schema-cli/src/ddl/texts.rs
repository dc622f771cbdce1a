//! One form after the other.

use hbase_model::DescribedTable;
use hbase_model::description::Description;
use hbase_model::splits::SplitError;
use hbase_schema_build::{DeclaredTable, text};

use super::answer::{Said, TableText, Texts, Unsupported};
use crate::cli::{DdlFormat, KeyAs};
use crate::error::CliError;

/// The tables as scripts for the shell.
pub(super) fn scripts(tables: &[DeclaredTable]) -> Result<Texts, CliError> {
    let scripts = tables.iter().map(|table| {
        let script = text::shell(table).map_err(|error| splits(&error))?;
        let text = script.script;
        let said = match script.splits_file {
            None => Said::Text { text },
            Some(splits_file) => Said::Script { text, splits_file },
        };
        Ok(TableText {
            row: table.rows.join(", "),
            table: table.name().to_string(),
            said,
        })
    });
    Ok(Texts {
        format: DdlFormat::Shell,
        page: None,
        tables: scripts.collect::<Result<_, CliError>>()?,
    })
}

/// The tables in a form other than scripts.
pub(super) fn of(
    tables: &[DescribedTable],
    format: DdlFormat,
    key: KeyAs,
) -> Result<Texts, CliError> {
    let page = match format {
        DdlFormat::Markdown => Some(text::markdown(tables).map_err(CliError::unreachable)?),
        _ => None,
    };
    let texts = tables
        .iter()
        .map(|table| TableText::new(table, said(table, format, key)));
    Ok(Texts {
        format,
        page,
        tables: texts.collect(),
    })
}

fn said(table: &DescribedTable, format: DdlFormat, key: KeyAs) -> Said {
    match format {
        DdlFormat::Json => Said::Description {
            description: Box::new(Description::of(table)),
        },
        DdlFormat::Shell | DdlFormat::Markdown => Said::InPage {},
        DdlFormat::Hive => statement(text::hive, table, key),
        DdlFormat::Phoenix => statement(text::phoenix, table, key),
    }
}

/// Makes the statement of another system.
type Statement = fn(&DescribedTable, text::KeyAs) -> Result<String, text::Unsupported>;

fn statement(of: Statement, table: &DescribedTable, key: KeyAs) -> Said {
    match of(table, key.into()) {
        Ok(text) => Said::Text { text },
        Err(unsupported) => {
            let items = unsupported.items.into_iter().map(|item| Unsupported {
                field: item.name,
                why: item.why,
            });
            let whole = key == KeyAs::Parts && of(table, text::KeyAs::Whole).is_ok();
            Said::Unsupported {
                unsupported: items.collect(),
                help: whole.then_some("say `--key whole`"),
            }
        }
    }
}

fn splits(error: &SplitError) -> CliError {
    CliError::unreachable(format_args!("the splits: {error}"))
}

impl From<KeyAs> for text::KeyAs {
    fn from(key: KeyAs) -> Self {
        match key {
            KeyAs::Parts => Self::Parts,
            KeyAs::Whole => Self::Whole,
        }
    }
}
