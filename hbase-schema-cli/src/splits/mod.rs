//! `splits PATH NAME --sample FILE`: how a sample spreads over the regions.

mod chart;
mod others;
mod quantiles;
mod report;
mod sample;
mod skyline;
mod spread;
mod svg;
mod tally;
mod where_split;

use std::fs;
use std::io::{self, Write};
use std::path::Path;

use crate::cli::SplitsArgs;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{Answer, Output};
use crate::tables;
use hbase_model::{DescribedTable, LayoutError};
use hbase_schema_build::KeyCodes;
use others::Others;
use quantiles::Drawn;
use report::Report;
use sample::{Form, Sample, SampleRow, Unfit};
use spread::Spread;
use tally::Tally;
use where_split::WhereSplit;

impl Answer for Report {
    fn status(&self) -> Status {
        self.status()
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        chart::write(self, out)
    }
}

pub(crate) fn run(args: &SplitsArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.path, &args.name)?;
    let report = report(args, &table)?;
    if let Some(plot) = &args.plot {
        write_plot(plot, &report)?;
    }
    output.give(&report)
}

fn write_plot(path: &Path, report: &Report) -> Result<(), CliError> {
    fs::write(path, svg::picture(report))
        .map_err(|error| CliError::cannot("write the plot", &error).at(path.display()))
}

/// What is counted while the sample is read.
struct Count<'a> {
    tally: Tally,
    others: Option<Others<'a>>,
    /// Where there is no salt.
    drawn: Option<Drawn>,
    rows: u64,
    bytes: u64,
    unfit: u64,
    unfit_rows: Vec<Unfit>,
    /// How many of them are kept.
    kept: usize,
}

impl Count<'_> {
    fn add(&mut self, row: &SampleRow) -> Result<(), LayoutError> {
        if let Some(others) = &mut self.others {
            others.add(&row.key, row.bytes)?;
        }
        if let Some(drawn) = &mut self.drawn {
            drawn.add(&row.key);
        }
        self.tally.add(&row.key, row.bytes);
        self.rows += 1;
        self.bytes = self.bytes.saturating_add(row.bytes);
        Ok(())
    }

    fn refuse(&mut self, unfit: Unfit) {
        self.unfit += 1;
        if self.unfit_rows.len() < self.kept {
            self.unfit_rows.push(unfit);
        }
    }
}

fn report(args: &SplitsArgs, table: &DescribedTable) -> Result<Report, CliError> {
    let layout = &table.key;
    let split = WhereSplit::of(table)?;
    let form = if args.keys {
        Form::Keys { hex: args.hex }
    } else {
        Form::Columns {
            bytes: args.bytes.as_deref(),
        }
    };
    let mut sample = Sample::open(&args.sample, form, layout)?;
    let mut count = Count {
        tally: Tally::new(split.keys),
        others: Others::of(layout, &table.descriptor.splits),
        drawn: layout.salt.is_none().then(Drawn::new),
        rows: 0,
        bytes: 0,
        unfit: 0,
        unfit_rows: Vec::new(),
        kept: args.show_unfit,
    };
    let codes = tables::codes(&args.path, table);
    while let Some(row) = sample.next()? {
        match row.and_then(|row| declared(codes.as_ref(), table, row)) {
            Ok(row) => count
                .add(&row)
                .map_err(|error| CliError::unreachable(error).at(args.sample.display()))?,
            Err(unfit) => count.refuse(unfit),
        }
    }
    let mut report = finish(args, table, split.said, count);
    report.notes = notes(args, table, &sample, &report, split.note);
    Ok(report)
}

/// The row, where its key has no other codes than those that its enums declare.
fn declared(
    codes: Option<&KeyCodes>,
    table: &DescribedTable,
    row: SampleRow,
) -> Result<SampleRow, Unfit> {
    let Some(codes) = codes else { return Ok(row) };
    let values = table.key.decode(&row.key).map(|key| key.parts);
    let checked = values.and_then(|values| codes.check(table, &values));
    match checked {
        Ok(()) => Ok(row),
        Err(error) => Err(Unfit::of(row.line, &error)),
    }
}

fn finish(args: &SplitsArgs, table: &DescribedTable, split_at: String, count: Count<'_>) -> Report {
    let spread = Spread::of(count.tally.counts());
    let regions = report::regions(&count.tally, &spread, args.hot);
    let bytes_of = match &args.bytes {
        Some(column) => format!("as the column `{column}` says"),
        None => "those of the keys alone".to_owned(),
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
            .drawn
            .and_then(|drawn| drawn.finish(count.tally.counts().len())),
        other_numbers: count.others.map(Others::finish).unwrap_or_default(),
        unfit: count.unfit,
        unfit_rows: count.unfit_rows,
        notes: Vec::new(),
        shown: if args.all { usize::MAX } else { 40 },
    }
}

/// What a reader must know to judge the figures.
fn notes(
    args: &SplitsArgs,
    table: &DescribedTable,
    sample: &Sample<'_>,
    report: &Report,
    split: Option<String>,
) -> Vec<String> {
    let mut notes = Vec::from_iter(split);
    let salt = table.key.salt.as_ref().map(|salt| &salt.salt);
    if let Some(salt) = salt.filter(|salt| !salt.is_computed() && !args.keys) {
        notes.push(format!(
            "`{salt}` is drawn when a row is written: the rows were given its values in turn"
        ));
    }
    if report.rows > 0 && report.spread.mean < 100.0 {
        notes.push(format!(
            "a region has {:.1} rows of this sample on average: with so few, much of what is uneven \
             is chance; {} rows or more say more",
            report.spread.mean,
            crate::text::grouped(100 * report.regions.len() as u64)
        ));
    }
    if !sample.ignored().is_empty() {
        let names = crate::text::listed(sample.ignored());
        notes.push(format!("not part of the key, and not looked at: {names}"));
    }
    notes
}
