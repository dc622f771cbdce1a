//! The source that the command line names: a file or a database.

mod database;

use hbase_schema_import::{CsvOptions, CsvSource, Input, JsonLinesSource, Mapping, Plan, Source};
use serde_json::json;

use self::database::Failure;
use super::args::{FileFormat, ImportArgs, SourceArgs};
use super::failed;
use crate::error::CliError;
use crate::output::Output;

/// Opens the source; a name without a known suffix is CSV. A file without rows does not name its columns; it
/// gets the expected ones.
pub(super) async fn open(
    args: &SourceArgs<'_>,
    mapping: &Mapping,
    expected: &[String],
) -> Result<Box<dyn Source>, CliError> {
    if let Some(scheme) = database::scheme(args.from) {
        let opened = database::open(scheme, args).await;
        return opened.map_err(|failure| match failure {
            Failure::Usage(error) => error,
            Failure::Import(error) => failed(&error),
        });
    }
    check_file(args)?;
    let input = Input::parse(args.from);
    let format = args.format.or_else(|| FileFormat::of_name(args.from));
    let format = format.unwrap_or(FileFormat::Csv);
    open_file(input, format, mapping, expected).map_err(|error| failed(&error))
}

fn open_file(
    input: Input,
    format: FileFormat,
    mapping: &Mapping,
    expected: &[String],
) -> hbase_schema_import::Result<Box<dyn Source>> {
    Ok(match format {
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
fn check_file(args: &SourceArgs<'_>) -> Result<(), CliError> {
    let options = [
        ("--source-table", args.table.is_some()),
        ("--query", args.query.is_some()),
        ("--order-by", !args.order_by.is_empty()),
        ("--source-password-file", args.password_file.is_some()),
    ];
    match options.into_iter().find(|(_, is_set)| *is_set) {
        None => Ok(()),
        Some((option, _)) => Err(CliError::usage(format_args!("`{option}` is for databases"))
            .at(args.from)
            .expected(database::EXPECTED)
            .found("a file")),
    }
}

/// Notes on the standard error that an import of a database cannot be resumed, and why.
pub(super) fn note_order(args: &ImportArgs, source: &dyn Source, output: Output) {
    let is_noted = database::scheme(&args.from).is_some();
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
