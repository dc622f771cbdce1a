//! `export`: writes the rows of a struct's table to a file.

use std::io::{self, BufWriter, Write};

use hbase_backend::scan::RowBound;
use hbase_model::DescribedTable;
use hbase_model::printable::parse_printable;
use hbase_schema_import::{
    CompressedFile, Condition, CsvWriter, ExportError, ExportOptions, ExportPlan, ExportQuery,
    ExportSummary, JsonLinesWriter, RowWriter, export,
};
#[cfg(feature = "parquet")]
use hbase_schema_import::{ParquetCompression, ParquetWriter};
use serde::Serialize;
use serde_json::json;

#[cfg(feature = "parquet")]
use super::args::PageCompression;
use super::args::{ExportArgs, FileFormat};
use super::part_file::PartFile;
use crate::error::CliError;
use crate::exit::Status;
use crate::key_error;
use crate::live::{block_on, reach};
use crate::output::{CommandResult, Output};
use crate::style::GOOD;
use crate::tables;
use crate::text::{counted, listed};

/// Runs the command on this thread.
pub(crate) fn run_export(args: &ExportArgs, output: Output) -> Result<Status, CliError> {
    block_on(run(args, output))
}

async fn run(args: &ExportArgs, output: Output) -> Result<Status, CliError> {
    let table = tables::find(&args.schema, &args.table)?;
    let plan = ExportPlan::new(&table).map_err(|error| failed(&error, args))?;
    let query = query(args, &table, &plan)?;
    reach::require_store(&args.from)?;
    let db = reach::connect(&args.from, args.timeout).await?;
    let file = PartFile::new(&args.to)?;
    let mut writer = writer(args, &file)?;
    let backend = db.backend();
    let options = ExportOptions {
        limit: args.limit,
        max_errors: args.max_errors,
        timeout: args.timeout,
    };
    let exported = export(&plan, &*backend, &query, &options, &mut *writer).await;
    let summary = exported.map_err(|error| failed(&error, args))?;
    drop(writer);
    file.complete()?;
    if args.to == "-" {
        note(&summary, output);
        return Ok(status(&summary));
    }
    output.print(&ExportResult {
        table: table.descriptor.name.to_string(),
        file: args.to.clone(),
        summary,
    })
}

const fn status(summary: &ExportSummary) -> Status {
    Status::of(summary.undecodable == 0)
}

/// The standard output contains only the rows.
fn note(summary: &ExportSummary, output: Output) {
    output.print_note(&json!({"exported": summary}), |out| {
        write_left_out(summary, "note: ", out)
    });
}

/// Reports what the file lacks.
fn write_left_out(summary: &ExportSummary, start: &str, out: &mut dyn Write) -> io::Result<()> {
    if summary.undecodable > 0 {
        let rows = counted(summary.undecodable, "row");
        writeln!(out, "{start}{rows} left out, undecodable:")?;
    }
    for error in &summary.errors {
        writeln!(out, "{start}  {error}")?;
    }
    match summary.not_exported.as_slice() {
        [] => Ok(()),
        names => writeln!(out, "{start}not exported: {}", listed(names)),
    }
}

/// The rows that the arguments name.
fn query(
    args: &ExportArgs,
    table: &DescribedTable,
    plan: &ExportPlan,
) -> Result<ExportQuery, CliError> {
    let mut conditions = leading_values(args, table)?;
    conditions.extend(args.conditions.iter().cloned());
    let query = plan.query(&conditions);
    let query = query.map_err(|error| failed(&error, args).at(&table.descriptor.name))?;
    if args.start_row.is_none() && args.stop_row.is_none() {
        return Ok(query);
    }
    check_range(args)?;
    let key = |text: &Option<String>| text.as_deref().map(parse_printable);
    let start = key(&args.start_row).map_or(RowBound::Unbounded, RowBound::Included);
    let stop = key(&args.stop_row).map_or(RowBound::Unbounded, RowBound::Excluded);
    Ok(query.in_range(start, stop))
}

/// Checks that a row can be in the range: swapped bounds would make an empty file.
fn check_range(args: &ExportArgs) -> Result<(), CliError> {
    let (Some(start), Some(stop)) = (&args.start_row, &args.stop_row) else {
        return Ok(());
    };
    if parse_printable(start) < parse_printable(stop) {
        return Ok(());
    }
    Err(CliError::usage("the range has no rows")
        .expected("a `--start-row` below `--stop-row`, which is not in the range")
        .found(format_args!("`{start}` and `{stop}`")))
}

/// The values of the first key parts, as conditions.
fn leading_values(args: &ExportArgs, table: &DescribedTable) -> Result<Vec<Condition>, CliError> {
    let mut conditions = Vec::new();
    for (argument, part) in args.part.iter().zip(table.key.parts.iter()) {
        let expected = format!("`{}=…`", part.name);
        match argument.split_once('=') {
            Some((name, text)) if name == part.name => {
                part.parse(text).map_err(|error| {
                    key_error::of("the value does not fit its part", &error)
                        .at(&table.descriptor.name)
                })?;
                conditions.push(Condition::equal(name, text));
            }
            _ => {
                return Err(CliError::usage("`--part` does not name the next key part")
                    .at(&table.descriptor.name)
                    .expected(expected)
                    .found(format_args!("`{argument}`"))
                    .help("give the parts in the order of the key, from the first one on, or use `--where`"));
            }
        }
    }
    if args.part.len() > conditions.len() {
        return Err(
            CliError::usage("`--part` is set more often than the key has parts")
                .at(&table.descriptor.name),
        );
    }
    Ok(conditions)
}

fn writer(args: &ExportArgs, file: &PartFile<'_>) -> Result<Box<dyn RowWriter + Send>, CliError> {
    let to = &args.to;
    let format = args.format.or_else(|| FileFormat::of_name(to));
    let format = format.unwrap_or(FileFormat::Csv);
    #[cfg(feature = "parquet")]
    check_compression(args, format)?;
    let out = file.create()?;
    let compressed = |out| {
        let out = CompressedFile::new(to, out);
        let out = out.map_err(|error| CliError::cannot("compress it", &error).at(to))?;
        Ok::<_, CliError>(BufWriter::with_capacity(1 << 16, out))
    };
    Ok(match format {
        FileFormat::Csv => Box::new(CsvWriter::new(compressed(out)?)),
        FileFormat::Tsv => Box::new(CsvWriter::with_delimiter(compressed(out)?, '\t')),
        FileFormat::Jsonl => Box::new(JsonLinesWriter::new(compressed(out)?)),
        #[cfg(feature = "parquet")]
        FileFormat::Parquet => {
            let compression = match args.compression.unwrap_or_default() {
                PageCompression::None => ParquetCompression::None,
                PageCompression::Snappy => ParquetCompression::Snappy,
                PageCompression::Gzip => ParquetCompression::Gzip,
                PageCompression::Zstd => ParquetCompression::Zstd,
            };
            Box::new(ParquetWriter::new(out, compression))
        }
    })
}

/// Checks that the file's name and the arguments agree on its compression.
#[cfg(feature = "parquet")]
fn check_compression(args: &ExportArgs, format: FileFormat) -> Result<(), CliError> {
    let is_parquet = format == FileFormat::Parquet;
    if args.compression.is_some() && !is_parquet {
        let error = CliError::usage("`--compression` is for Parquet").at(&args.to);
        return Err(
            error.help("other files are compressed if their names end with `.gz` or `.zst`")
        );
    }
    let is_compressed = [".gz", ".zst"].iter().any(|end| args.to.ends_with(end));
    if is_parquet && is_compressed {
        let error = CliError::usage("a Parquet file is not compressed as a whole").at(&args.to);
        return Err(
            error.help("leave out the end of the name; `--compression` compresses its pages")
        );
    }
    Ok(())
}

fn failed(error: &ExportError, args: &ExportArgs) -> CliError {
    match error {
        ExportError::Plan { .. } => CliError::usage(error),
        ExportError::Row { .. } => CliError::findings(error)
            .help("no file was written; the struct may be of another version than the row; `--max-errors` leaves such rows out"),
        ExportError::File { .. } => CliError::unreachable(error).at(&args.to),
        error => CliError::unreachable(error).at(&args.from),
    }
}

/// An export to a file.
#[derive(Serialize)]
struct ExportResult {
    table: String,
    file: String,
    #[serde(flatten)]
    summary: ExportSummary,
}

impl CommandResult for ExportResult {
    fn status(&self) -> Status {
        status(&self.summary)
    }

    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let rows = counted(self.summary.rows, "row");
        writeln!(
            out,
            "{GOOD}{rows}{GOOD:#} of {} written to {}",
            self.table, self.file
        )?;
        write_left_out(&self.summary, "", out)
    }
}
