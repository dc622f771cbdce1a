//! `policy preview FILE`: shows what each step makes from values.

use std::io::{self, Write};

use hbase_model::printable::Printable;
use hbase_row_key_policy::{KeyPreview, PartPreview, RowKeyPolicy};
use serde::Serialize;

use super::args::PreviewArgs;
use super::file::{PolicyText, invalid};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::{BAD, BOLD, DIM};
use crate::text::{counted, either, nearest};

/// The steps of each part, and the key.
#[derive(Serialize)]
pub(super) struct Shown {
    parts: Vec<ShownPart>,
    #[serde(skip_serializing_if = "Option::is_none")]
    key: Option<ShownKey>,
    /// The error that prevents the key.
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct ShownPart {
    name: String,
    steps: Vec<ShownStep>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

#[derive(Serialize)]
struct ShownStep {
    step: String,
    text: String,
}

#[derive(Serialize)]
struct ShownKey {
    /// As `HBase`'s shell prints it.
    text: String,
    hex: String,
    bytes: usize,
}

pub(super) fn run(args: &PreviewArgs, output: Output) -> Result<Status, CliError> {
    let text = PolicyText::read(&args.file)?;
    let policy = text.parse_valid()?;
    let values = values(&policy, args)?;
    let values: Vec<Option<&str>> = values.iter().map(Option::as_deref).collect();
    let preview = policy.preview(&values);
    let preview = preview.map_err(|error| invalid(&error, &text.name))?;
    output.print(&Shown::of(&preview))
}

/// The value of each column: by an option, or its sample.
fn values(policy: &RowKeyPolicy, args: &PreviewArgs) -> Result<Vec<Option<String>>, CliError> {
    let columns: Vec<&str> = policy.columns().collect();
    let samples = policy.samples().into_iter();
    let mut values: Vec<Option<String>> = samples.map(|text| Some(text.to_owned())).collect();
    let mut set = vec![false; columns.len()];
    let given = args
        .values
        .iter()
        .map(|argument| match argument.split_once('=') {
            Some((column, value)) => Ok((column, Some(value.to_owned()))),
            None => Err(no_value(argument, &columns)),
        });
    let nulls = args.nulls.iter().map(|column| Ok((column.as_str(), None)));
    for argument in given.chain(nulls) {
        let (column, value) = argument?;
        let found = columns.iter().position(|name| *name == column);
        let index = found.ok_or_else(|| no_column(column, &columns))?;
        if std::mem::replace(&mut set[index], true) {
            let error = CliError::usage(format_args!("column `{column}` is set twice"));
            return Err(error.help("set it once, by `--value` or by `--null`"));
        }
        values[index] = value;
    }
    Ok(values)
}

fn no_value(argument: &str, columns: &[&str]) -> CliError {
    let column = columns.first().unwrap_or(&"COLUMN");
    CliError::usage("a value is not `COLUMN=TEXT`")
        .expected(format_args!("{} and its value", either(columns)))
        .found(format_args!("`{argument}`"))
        .help(format_args!("write `--value {column}={argument}`"))
}

fn no_column(column: &str, columns: &[&str]) -> CliError {
    let error = CliError::usage(format_args!("the policy has no source column `{column}`"))
        .expected(either(columns));
    match nearest(column, columns) {
        Some(near) => error.help(format_args!("did you mean `{near}`?")),
        None => error.help("columns have the names of the mapping, the policy's first element"),
    }
}

impl Shown {
    pub(super) fn of(preview: &KeyPreview) -> Self {
        let key = preview.key.as_ref();
        Self {
            parts: preview.parts.iter().map(ShownPart::of).collect(),
            key: key.ok().map(|key| ShownKey {
                text: Printable(key).to_string(),
                hex: const_hex::encode(key),
                bytes: key.len(),
            }),
            error: key.err().map(ToString::to_string),
        }
    }
}

impl ShownPart {
    fn of(part: &PartPreview) -> Self {
        let steps = part.steps.iter();
        Self {
            name: part.name.clone(),
            steps: steps
                .map(|(operation, text)| ShownStep {
                    step: operation.to_string(),
                    text: text.clone(),
                })
                .collect(),
            error: part.error.as_ref().map(ToString::to_string),
        }
    }
}

impl CommandResult for Shown {
    fn status(&self) -> Status {
        Status::of(self.key.is_some())
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        for part in &self.parts {
            writeln!(out, "{BOLD}{}{BOLD:#}", part.name)?;
            for step in &part.steps {
                // Quoted, so that blanks are visible and control characters do no harm.
                writeln!(out, "  {DIM}{:<9}{DIM:#}  {:?}", step.step, step.text)?;
            }
            if let Some(error) = &part.error {
                writeln!(out, "  {BAD}error{BAD:#}      {error}")?;
            }
        }
        match (&self.key, &self.error) {
            (Some(key), _) => {
                let bytes = counted(key.bytes as u64, "byte");
                writeln!(out, "\n{}  {DIM}{bytes}, 0x{}{DIM:#}", key.text, key.hex)
            }
            (None, Some(error)) => writeln!(out, "\n{BAD}no key{BAD:#}: {error}"),
            (None, None) => Ok(()),
        }
    }
}
