//! The result of `ddl`.

use std::io::{self, Write};

use hbase_model::DescribedTable;
use hbase_model::ddl::SplitsFile;
use hbase_model::description::Description;
use serde::Serialize;

use crate::cli::DdlFormat;
use crate::exit::Status;
use crate::output::{CommandResult, name_and_content};

/// The tables in one format.
#[derive(Serialize)]
pub(super) struct Texts {
    pub(super) format: DdlFormat,
    /// One text for all tables, if the format has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) page: Option<String>,
    pub(super) tables: Vec<TableText>,
}

/// One table in one format.
#[derive(Serialize)]
pub(super) struct TableText {
    /// The struct; for a script, all structs of the table.
    pub(super) row: String,
    pub(super) table: String,
    #[serde(flatten)]
    pub(super) content: TableContent,
}

/// The content for one table.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum TableContent {
    /// A script or a statement, and the file of split points that must be in the shell's folder.
    Text {
        text: String,
        #[serde(
            skip_serializing_if = "Option::is_none",
            serialize_with = "name_and_content"
        )]
        splits_file: Option<SplitsFile>,
    },
    /// The output of `--format json`.
    Description { description: Box<Description> },
    /// Part of the page.
    InPage {},
    /// The parts that the format does not support, or cannot express without dates.
    Unsupported {
        unsupported: Vec<Unsupported>,
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<&'static str>,
    },
}

/// A key part or a column that a format does not support.
#[derive(Serialize)]
pub(super) struct Unsupported {
    pub(super) field: String,
    #[serde(rename = "why")]
    pub(super) reason: String,
}

impl TableText {
    pub(super) fn new(table: &DescribedTable, content: TableContent) -> Self {
        Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            content,
        }
    }

    /// Writes a table that has no text as a comment.
    fn write_unsupported(
        &self,
        format: DdlFormat,
        items: &[Unsupported],
        help: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (table, row) = (&self.table, &self.row);
        let mark = match format {
            DdlFormat::Shell => "#",
            _ => "--",
        };
        writeln!(out, "{mark} {table}, struct {row}, is not supported here:")?;
        let mut items = items.iter();
        items.try_for_each(|item| writeln!(out, "{mark}   {}: {}", item.field, item.reason))?;
        match help {
            Some(help) => writeln!(out, "{mark}   help: {help}"),
            None => Ok(()),
        }
    }
}

impl Texts {
    pub(super) fn splits_files(&self) -> impl Iterator<Item = &SplitsFile> {
        self.tables.iter().filter_map(|table| match &table.content {
            TableContent::Text { splits_file, .. } => splits_file.as_ref(),
            _ => None,
        })
    }

    /// The description of one table, or an array of several.
    fn descriptions(&self) -> Option<String> {
        let described = self.tables.iter().map(|table| match &table.content {
            TableContent::Description { description } => Some((**description).clone()),
            _ => None,
        });
        let all: Vec<Description> = described.collect::<Option<_>>()?;
        Some(match all.as_slice() {
            [one] => format!("{one}\n"),
            all => Description::all_to_json(all),
        })
    }
}

impl CommandResult for Texts {
    /// [`Status::Findings`] if the format does not support a table.
    fn status(&self) -> Status {
        let is_supported =
            |table: &TableText| !matches!(table.content, TableContent::Unsupported { .. });
        Status::of(self.tables.iter().all(is_supported))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(text) = self.page.clone().or_else(|| self.descriptions()) {
            return out.write_all(text.as_bytes());
        }
        for (number, table) in self.tables.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            match &table.content {
                TableContent::Text { text, splits_file } => {
                    writeln!(out, "{}", text.trim_end())?;
                    if splits_file.is_some() {
                        let note = "# `hbase-schema ddl … --splits-to DIR` writes that file.";
                        writeln!(out, "{note}")?;
                    }
                }
                TableContent::Unsupported { unsupported, help } => {
                    table.write_unsupported(self.format, unsupported, *help, out)?;
                }
                TableContent::Description { .. } | TableContent::InPage {} => {}
            }
        }
        Ok(())
    }
}
