//! Printed differences and steps.

use std::io::{self, Write};

use hbase_model::ddl::SplitsFile;
use hbase_model::diff::{Difference, DifferenceKind, Step, TableDiff};
use hbase_schema_build::DeclaredTable;
use serde::Serialize;

use crate::output::name_and_content;
use crate::style::{BAD, BOLD, DIM};
use crate::text::counted;

/// Maximum steps of one difference in the text: splits may be hundreds of steps.
const SHOWN_STEPS: usize = 8;

/// One table's differences.
#[derive(Serialize)]
pub(super) struct ShownTable {
    pub(super) table: String,
    pub(super) structs: Vec<String>,
    pub(super) differences: Vec<ShownDifference>,
    pub(super) not_checked: Vec<String>,
    /// The changes since the former source that existing rows survive.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) changes: Vec<String>,
}

/// One difference.
#[derive(Serialize)]
pub(super) struct ShownDifference {
    pub(super) what: String,
    pub(super) declared: String,
    pub(super) live: String,
    /// What `live` is from: the live table, the layout that it records, or a former source.
    pub(super) origin: &'static str,
    pub(super) steps: Vec<ShownStep>,
    /// The advice if no step helps, or if the steps should be read before they are run.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) advice: Option<String>,
}

/// One step.
#[derive(Serialize)]
pub(super) struct ShownStep {
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) table: Option<String>,
    pub(super) statement: String,
    pub(super) why: String,
    /// The data that it may lose.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) loses: Option<String>,
    /// The file that the statement reads.
    #[serde(
        skip_serializing_if = "Option::is_none",
        serialize_with = "name_and_content"
    )]
    pub(super) splits_file: Option<SplitsFile>,
}

impl ShownTable {
    /// `has_former` is whether a former source was given.
    pub(super) fn of(
        declared: &DeclaredTable,
        diff: &TableDiff,
        changes: &[String],
        has_former: bool,
    ) -> Self {
        Self {
            table: diff.table.to_string(),
            structs: declared.rows.clone(),
            differences: diff
                .differences
                .iter()
                .map(|difference| ShownDifference::of(difference, has_former))
                .collect(),
            not_checked: diff.not_checked.iter().map(ToString::to_string).collect(),
            changes: changes.to_vec(),
        }
    }

    pub(super) fn is_as_declared(&self) -> bool {
        self.differences.is_empty()
    }
}

impl ShownDifference {
    pub(super) fn of(difference: &Difference, has_former: bool) -> Self {
        let origin = match difference.kind {
            DifferenceKind::Cells(_) | DifferenceKind::KeyLayout if has_former => "former source",
            DifferenceKind::Cells(_) => "recorded",
            _ => "live",
        };
        Self {
            origin,
            what: difference.kind.to_string(),
            declared: difference.declared.clone(),
            live: difference.live.clone(),
            steps: difference.steps().iter().map(ShownStep::of).collect(),
            advice: difference.advice(),
        }
    }
}

impl ShownStep {
    pub(super) fn of(step: &Step) -> Self {
        Self {
            table: step.table().map(ToString::to_string),
            statement: step.statement.clone(),
            why: step.why.clone(),
            loses: step.loses.clone(),
            splits_file: step.splits_file.clone(),
        }
    }

    /// Writes the statement, the data it may lose, and its file.
    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "    {BOLD}{}{BOLD:#}", self.statement)?;
        if let Some(loses) = &self.loses {
            writeln!(out, "      {BAD}loses{BAD:#} {loses}")?;
        }
        if let Some(file) = &self.splits_file {
            let keys = counted(file.content.lines().count() as u64, "key");
            writeln!(
                out,
                "      {DIM}its file {} has {keys}, one per line: `--json` prints it{DIM:#}",
                file.name
            )?;
        }
        Ok(())
    }
}

/// Writes all steps, each with its reason.
pub(super) fn write_all(out: &mut dyn Write, steps: &[ShownStep]) -> io::Result<()> {
    for step in steps {
        step.write(out)?;
        writeln!(out, "      {DIM}{}{DIM:#}", step.why)?;
    }
    Ok(())
}

/// Writes similar steps; if they are many, only the first ones.
pub(super) fn write_some(out: &mut dyn Write, steps: &[ShownStep]) -> io::Result<()> {
    for step in steps.iter().take(SHOWN_STEPS) {
        step.write(out)?;
    }
    if steps.len() > SHOWN_STEPS {
        let more = steps.len() - SHOWN_STEPS;
        writeln!(
            out,
            "    {DIM}and {more} more like these: `--json` prints all{DIM:#}"
        )?;
    }
    Ok(())
}
