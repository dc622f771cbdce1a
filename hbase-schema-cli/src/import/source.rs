//! The source that the command line names: a file or a database.

mod database;

use hbase_schema_import::{CsvOptions, CsvSource, Input, JsonLinesSource, Mapping, Plan, Source};
use serde_json::json;

use super::args::{FileFormat, ImportArgs, SourceArgs};
use crate::error::CliError;
use crate::output::Output;

/// Opens the source; a name without a known suffix is CSV. A file without rows does not name its columns; it
/// gets the expected ones.
pub(super) async fn open(
    args: &SourceArgs,
    order_by: &[String],
    mapping: &Mapping,
    expected: &[String],
) -> Result<Box<dyn Source>, CliError> {
    if let Some(scheme) = database::scheme(&args.from) {
        return database::open(scheme, args, order_by).await;
    }
    check_file(args, order_by)?;
    let input = Input::parse(&args.from);
    let format = args.format.or_else(|| FileFormat::of_name(&args.from));
    Ok(match format.unwrap_or(FileFormat::Csv) {
        FileFormat::Csv => Box::new(CsvSource::open(input, mapping.csv.clone())?),
        FileFormat::Tsv => Box::new(CsvSource::open(input, with_tabs(mapping.csv.clone()))?),
        #[cfg(feature = "parquet")]
        FileFormat::Parquet => Box::new(hbase_schema_import::ParquetSource::open(input, mapping)?),
        FileFormat::Jsonl => {
            let columns = mapping.json.columns.clone();
            Box::new(JsonLinesSource::open(input, columns, expected)?)
        }
    })
}

/// The options with tabs as delimiters, in place of the default.
fn with_tabs(options: CsvOptions) -> CsvOptions {
    let is_default = options.delimiter == CsvOptions::default().delimiter;
    let delimiter = if is_default { '\t' } else { options.delimiter };
    CsvOptions {
        delimiter,
        ..options
    }
}

/// Checks that a file has no options of a database.
fn check_file(args: &SourceArgs, order_by: &[String]) -> Result<(), CliError> {
    let options = [
        ("--source-table", args.source_table.is_some()),
        ("--query", args.query.is_some()),
        ("--order-by", !order_by.is_empty()),
        (
            "--source-password-file",
            args.source_password_file.is_some(),
        ),
    ];
    match options.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((option, _)) => Err(CliError::usage(format_args!("`{option}` is for databases"))
            .at(&args.from)
            .expected(database::EXPECTED)
            .found("a file")),
    }
}

/// Notes on the standard error that an import of a database cannot be resumed, and why.
pub(super) fn note_order(from: &str, source: &dyn Source, output: Output) {
    let is_noted = database::scheme(from).is_some();
    if let (true, Err(why)) = (is_noted, source.identity()) {
        print_note(&format!("the import cannot be resumed: {why}"), output);
    }
}

/// If the check for duplicates in the table was requested, notes that no row can be one.
pub(super) fn note_numbers(args: &ImportArgs, plan: &Plan, output: Output) {
    if args.check_table && plan.has_running_numbers() {
        let note = "each key has a new running number, so that `--check-table` finds no duplicate: a file that is \
                    imported twice is in the table twice";
        print_note(note, output);
    }
}

fn print_note(note: &str, output: Output) {
    output.print_note(&json!({"note": note}), |out| writeln!(out, "note: {note}"));
}
