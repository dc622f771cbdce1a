//! What `ddl` answers.

use std::io::{self, Write};

use hbase_model::DescribedTable;
use hbase_model::ddl::SplitsFile;
use hbase_model::description::Description;
use serde::{Serialize, Serializer};

use crate::cli::DdlFormat;
use crate::exit::Status;
use crate::output::Answer;

/// The tables in one form.
#[derive(Serialize)]
pub(super) struct Texts {
    pub(super) format: DdlFormat,
    /// One text of all of them, where the form has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) page: Option<String>,
    pub(super) tables: Vec<TableText>,
}

/// One table in one form.
#[derive(Serialize)]
pub(super) struct TableText {
    /// The struct; of a script, all structs of the table.
    pub(super) row: String,
    pub(super) table: String,
    #[serde(flatten)]
    pub(super) said: Said,
}

/// What the form says of a table.
#[derive(Serialize)]
#[serde(untagged)]
pub(super) enum Said {
    /// A script or a statement.
    Text { text: String },
    /// A script, and the file of splits that must lie where the shell is started.
    Script {
        text: String,
        #[serde(serialize_with = "name_and_content")]
        splits_file: SplitsFile,
    },
    /// What `--format json` prints.
    Description { description: Box<Description> },
    /// It stands in the page.
    InPage {},
    /// Why the form cannot say it.
    Unsupported {
        unsupported: Vec<Unsupported>,
        #[serde(skip_serializing_if = "Option::is_none")]
        help: Option<&'static str>,
    },
}

/// One part of the key or one column that a form cannot say.
#[derive(Serialize)]
pub(super) struct Unsupported {
    pub(super) field: String,
    pub(super) why: String,
}

impl TableText {
    pub(super) fn new(table: &DescribedTable, said: Said) -> Self {
        Self {
            row: table.row.clone(),
            table: table.descriptor.name.to_string(),
            said,
        }
    }

    /// The table as a comment of a statement, where the form cannot say it.
    fn write_unsupported(
        &self,
        items: &[Unsupported],
        help: Option<&str>,
        out: &mut dyn Write,
    ) -> io::Result<()> {
        let (table, row) = (&self.table, &self.row);
        writeln!(out, "-- {table}, struct {row}, cannot be said here:")?;
        let mut items = items.iter();
        items.try_for_each(|item| writeln!(out, "--   {}: {}", item.field, item.why))?;
        match help {
            Some(help) => writeln!(out, "--   help: {help}"),
            None => Ok(()),
        }
    }
}

impl Texts {
    pub(super) fn splits_files(&self) -> impl Iterator<Item = &SplitsFile> {
        self.tables.iter().filter_map(|table| match &table.said {
            Said::Script { splits_file, .. } => Some(splits_file),
            _ => None,
        })
    }

    /// The description of the table, or an array where there are several.
    fn descriptions(&self) -> Option<String> {
        let described = self.tables.iter().map(|table| match &table.said {
            Said::Description { description } => Some((**description).clone()),
            _ => None,
        });
        let all: Vec<Description> = described.collect::<Option<_>>()?;
        Some(match all.as_slice() {
            [one] => format!("{one}\n"),
            all => Description::all_to_json(all),
        })
    }
}

impl Answer for Texts {
    /// No, where a table cannot be said in the form.
    fn status(&self) -> Status {
        let said = |table: &TableText| !matches!(table.said, Said::Unsupported { .. });
        Status::of(self.tables.iter().all(said))
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        if let Some(text) = self.page.clone().or_else(|| self.descriptions()) {
            return out.write_all(text.as_bytes());
        }
        for (number, table) in self.tables.iter().enumerate() {
            if number > 0 {
                writeln!(out)?;
            }
            match &table.said {
                Said::Text { text } => writeln!(out, "{}", text.trim_end())?,
                Said::Script { text, .. } => {
                    writeln!(out, "{}", text.trim_end())?;
                    writeln!(
                        out,
                        "# `hbase-schema ddl … --splits-to DIR` writes that file."
                    )?;
                }
                Said::Unsupported { unsupported, help } => {
                    table.write_unsupported(unsupported, *help, out)?;
                }
                Said::Description { .. } | Said::InPage {} => {}
            }
        }
        Ok(())
    }
}

fn name_and_content<S: Serializer>(file: &SplitsFile, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map([("name", &file.name), ("content", &file.content)])
}
