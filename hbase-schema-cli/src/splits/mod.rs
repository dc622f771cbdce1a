//! `splits PATH NAME --sample FILE`: the distribution of a sample over the regions.

mod chart;
mod others;
mod quantiles;
mod report;
mod sample;
mod skyline;
mod split_points;
mod spread;
mod svg;
mod tally;

use crate::cli::SplitsArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::Output;
use crate::tables;
use hbase_model::{DescribedTable, KeyLayout, LayoutError};
use others::Others;
use quantiles::KeySample;
use report::Report;
use sample::{InvalidRow, Sample, SampleRow};
use split_points::SplitPoints;
use spread::Spread;
use tally::Tally;

pub(crate) fn run(args: &SplitsArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.table.path, &args.table.name)?;
    let report = report(args, &table)?;
    if let Some(plot) = &args.plot {
        svg::picture(&report).write(plot)?;
    }
    output.print(&report)
}

/// Counts of the rows that have been read.
struct Count<'a> {
    tally: Tally,
    others: Option<Others<'a>>,
    /// Only for tables without a salt.
    keys: Option<KeySample>,
    rows: u64,
    bytes: u64,
    invalid: u64,
    invalid_rows: Vec<InvalidRow>,
    /// Maximum invalid rows to keep.
    kept: usize,
}

impl Count<'_> {
    fn add(&mut self, row: &SampleRow) -> Result<(), LayoutError> {
        if let Some(others) = &mut self.others {
            others.add(&row.key, row.bytes)?;
        }
        if let Some(keys) = &mut self.keys {
            keys.add(&row.key);
        }
        self.tally.add(&row.key, row.bytes);
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(row.bytes);
        Ok(())
    }

    fn add_invalid(&mut self, row: InvalidRow) {
        self.invalid += 1;
        if self.invalid_rows.len() < self.kept {
            self.invalid_rows.push(row);
        }
    }
}

fn report(args: &SplitsArgs, table: &DescribedTable) -> Result<Report, CliError> {
    let layout = &table.key;
    let split = SplitPoints::of(table)?;
    let mut sample = Sample::open(args, layout)?;
    let mut count = Count {
        tally: Tally::new(split.keys),
        others: Others::of(layout, &table.descriptor.splits),
        keys: layout.salt.is_none().then(KeySample::new),
        rows: 0,
        bytes: 0,
        invalid: 0,
        invalid_rows: Vec::new(),
        kept: args.show_invalid,
    };
    while let Some(row) = sample.next()? {
        match row.and_then(|row| check_codes(layout, row)) {
            Ok(row) => count
                .add(&row)
                .map_err(|error| CliError::unreachable(error).at(args.sample.display()))?,
            Err(invalid) => count.add_invalid(invalid),
        }
    }
    let mut report = finish(args, table, split.description, count);
    report.notes = notes(args, table, &sample, &report, split.note);
    Ok(report)
}

/// Rejects a row whose key has undeclared codes of enums.
fn check_codes(layout: &KeyLayout, row: SampleRow) -> Result<SampleRow, InvalidRow> {
    if layout.parts.iter().all(|part| part.codes.is_empty()) {
        return Ok(row);
    }
    let decoded = layout.decode(&row.key);
    let checked = decoded.and_then(|key| layout.check_codes(&key.parts));
    match checked {
        Ok(()) => Ok(row),
        Err(error) => Err(InvalidRow::of(row.line, &error)),
    }
}

fn finish(args: &SplitsArgs, table: &DescribedTable, split_at: String, count: Count<'_>) -> Report {
    let spread = Spread::of(count.tally.counts());
    let regions = report::regions(&count.tally, &spread, args.hot);
    let bytes_of = match &args.bytes {
        Some(column) => format!("by the column `{column}`"),
        None => "of the keys alone".to_owned(),
    };
    Report {
        table: table.descriptor.name.to_string(),
        split_at,
        salt: table.key.salt.as_ref().map(|salt| salt.salt.to_string()),
        bytes_of,
        bytes_by_column: args.bytes.is_some(),
        rows: count.rows,
        bytes: count.bytes,
        spread,
        hot_above: args.hot,
        hot: regions.iter().filter(|region| region.hot).count(),
        regions,
        even_keys: count
            .keys
            .and_then(|keys| keys.finish(count.tally.counts().len())),
        other_numbers: count.others.map(Others::finish).unwrap_or_default(),
        invalid: count.invalid,
        invalid_rows: count.invalid_rows,
        notes: Vec::new(),
        shown: if args.all { usize::MAX } else { 40 },
    }
}

/// Notes on how far the figures can be trusted.
fn notes(
    args: &SplitsArgs,
    table: &DescribedTable,
    sample: &Sample<'_>,
    report: &Report,
    split: Option<String>,
) -> Vec<String> {
    let mut notes = Vec::from_iter(split);
    let salt = table.key.salt.as_ref().map(|salt| &salt.salt);
    if let Some(salt) = salt.filter(|salt| !salt.can_be_computed() && !args.keys) {
        let chosen = if salt.is_computed() {
            "is computed by a function of the program, which this command cannot call"
        } else {
            "is chosen when a row is written"
        };
        notes.push(format!(
            "`{salt}` {chosen}: here the rows have its values in turn"
        ));
    }
    if report.rows > 0 && report.spread.mean < 100.0 {
        notes.push(format!(
            "a region has {:.1} rows of this sample on average: with so few, much of the unevenness \
             is chance; use {} rows or more",
            report.spread.mean,
            crate::text::grouped(100 * report.regions.len() as u64)
        ));
    }
    if !sample.ignored().is_empty() {
        let names = crate::text::listed(sample.ignored());
        notes.push(format!("columns that are not key parts, ignored: {names}"));
    }
    notes
}
