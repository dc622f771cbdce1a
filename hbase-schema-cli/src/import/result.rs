//! The results of an import and of a dry run.

use std::io::{self, Write};

use hbase_schema_import::{DryReport, Report};
use serde::Serialize;

use super::prepare::SplitPoints;
use crate::columns::{Cell, Columns};
use crate::exit::Status;
use crate::output::CommandResult;
use crate::style::{BAD, BOLD, CARE, DIM, GOOD};
use crate::text::{counted, grouped, listed};

/// An import that has reached the end of its source.
#[derive(Serialize)]
#[serde(transparent)]
pub(super) struct ImportResult(pub(super) Report);

impl CommandResult for ImportResult {
    fn status(&self) -> Status {
        Status::of(self.0.counts.rejected == 0)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = &self.0;
        let counts = &report.counts;
        writeln!(
            out,
            "{} read from {}",
            counted(counts.rows, "row"),
            report.source
        )?;
        if let Some(before) = report.resumed_after {
            writeln!(out, "  resumed after row {}", grouped(before))?;
        }
        let written = counted(counts.written, "key");
        writeln!(out, "{GOOD}{written} written{GOOD:#} to {}", report.table)?;
        if counts.duplicates > 0 {
            let duplicates = counted(counts.duplicates, "duplicate");
            writeln!(out, "{CARE}{duplicates}{CARE:#}")?;
        }
        if let Some(rejects) = &report.rejects {
            let rejected = counted(counts.rejected, "row");
            writeln!(out, "{BAD}{rejected} rejected{BAD:#}: see {rejects}")?;
        }
        skipped(&report.skipped, out)?;
        match report.newer_cells_ms {
            Some(ms) => writeln!(
                out,
                "{CARE}the table has cells {} s ahead of this machine's clock{CARE:#}: they hide imported cells of the same \
                 row and column; set the clock, delete what is newer, and import again",
                grouped(ms.div_ceil(1000))
            ),
            None => Ok(()),
        }
    }
}

/// A dry run.
#[derive(Serialize)]
pub(super) struct DryResult {
    #[serde(flatten)]
    pub(super) report: DryReport,
    pub(super) split_points: SplitPoints,
    /// The reason why an import would write nothing.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) obstacle: Option<String>,
    /// The maximum number of rejected rows of an import.
    pub(super) max_errors: u64,
}

impl CommandResult for DryResult {
    /// The status that an import would have.
    fn status(&self) -> Status {
        match (&self.obstacle, self.report.counts.rejected) {
            (Some(_), _) => Status::Unreachable,
            (None, rejected) if rejected > self.max_errors => Status::Incomplete,
            (None, rejected) => Status::of(rejected == 0),
        }
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = &self.report;
        let rows = counted(report.counts.rows, "row");
        writeln!(out, "{rows} of {} encoded, none written", report.source)?;
        writeln!(
            out,
            "  {} for {}, {} rejected, {}",
            counted(report.counts.written, "key"),
            report.table,
            grouped(report.counts.rejected),
            counted(report.counts.duplicates, "duplicate")
        )?;
        if let Some((shortest, longest)) = report.key_lengths.range() {
            writeln!(out, "  keys of {shortest} to {longest} bytes")?;
        }
        for sample in &report.samples {
            writeln!(out, "\n{BOLD}{}{BOLD:#}", sample.key)?;
            for cell in &sample.cells {
                writeln!(out, "  {DIM}{}{DIM:#} {}", cell.column, cell.value)?;
            }
        }
        self.write_regions(out)?;
        self.write_rejects(out)?;
        skipped(&report.skipped, out)?;
        match &self.obstacle {
            Some(why) => writeln!(out, "{BAD}an import would write nothing{BAD:#}: {why}"),
            None => Ok(()),
        }
    }
}

impl DryResult {
    fn write_rejects(&self, out: &mut dyn Write) -> io::Result<()> {
        let report = &self.report;
        for reject in &report.rejects {
            writeln!(out, "{BAD}rejected{BAD:#} {reject}")?;
        }
        let (rejected, shown) = (report.counts.rejected, report.rejects.len() as u64);
        if rejected > shown {
            writeln!(out, "and {} more", grouped(rejected - shown))?;
        }
        if rejected > self.max_errors {
            let most = grouped(self.max_errors);
            writeln!(
                out,
                "{BAD}an import would end before the end of the source{BAD:#}: more than {most} rows are rejected \
                 (`--max-errors`)"
            )?;
        }
        Ok(())
    }

    fn write_regions(&self, out: &mut dyn Write) -> io::Result<()> {
        let points = &self.split_points;
        if points.keys.is_empty() {
            return writeln!(out, "\none region ({})", points.of);
        }
        writeln!(
            out,
            "\n{} regions ({}):",
            self.report.regions.len(),
            points.of
        )?;
        let header = [
            Cell::number("region"),
            Cell::of("from"),
            Cell::number("rows"),
        ];
        let mut columns = Columns::new(&header);
        let starts = std::iter::once("").chain(points.printed.iter().map(String::as_str));
        for (number, (start, rows)) in starts.zip(&self.report.regions).enumerate() {
            columns.row([
                Cell::number(number.to_string()),
                Cell::of(start),
                Cell::number(grouped(*rows)),
            ]);
        }
        columns.write(out)
    }
}

fn skipped(names: &[String], out: &mut dyn Write) -> io::Result<()> {
    match names {
        [] => Ok(()),
        names => writeln!(out, "not imported: {}", listed(names)),
    }
}
