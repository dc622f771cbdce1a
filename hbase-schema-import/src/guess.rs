//! A first mapping and policy from a sample of a source.

mod column;

use std::fmt::Write as _;

use hbase_row_key_policy::{PolicyPart, RowKeyPolicy, TextPart};

use self::column::Column;
use crate::CsvOptions;
use crate::error::{ImportError, Result};
use crate::mapping::Mapping;
use crate::source::{Chunk, Source};
use crate::value::Value;

/// The rows of a sample.
const SAMPLE: u64 = 10_000;

/// The suggestions from a sample of a source. Check each of them: the sample is the source's first rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The rows of the sample.
    pub rows: u64,
    /// The columns, in order.
    pub columns: Vec<GuessedColumn>,
    /// Whether text has another encoding than the one in which the source was read.
    pub is_undecodable: bool,
}

/// The properties that the values of a column have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessedColumn {
    /// The name.
    pub name: String,
    /// The type of the source's column, otherwise the narrowest type of all values: `bool`, `i64`, `decimal`,
    /// `time`, `text` or `bytes`.
    pub cell_type: &'static str,
    /// The NULLs.
    pub nulls: u64,
    /// The characters of the longest value.
    pub longest: usize,
    /// Whether no two rows have the same value, and no value is NULL.
    pub is_unique: bool,
    /// Whether a time has no offset, so that it needs a zone.
    pub needs_zone: bool,
    /// Whether the source's type has values that can be imported.
    pub is_supported: bool,
    /// The type that most values have, if the column is text only because of the others.
    pub mostly: Option<MostValues>,
}

/// A type that nearly all values of a column have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MostValues {
    /// The type.
    pub cell_type: &'static str,
    /// The values that have it.
    pub values: u64,
    /// All values that are not NULL.
    pub of: u64,
    /// The first value of another type, at most 40 characters of it.
    pub other: String,
}

/// The reason why a column is the key.
fn why_key(key: &GuessedColumn) -> &'static str {
    if key.is_name() {
        "the first column of integers or text that has no value twice and no NULL"
    } else {
        "the first column that has no value twice and no NULL; no column of integers or text is like this"
    }
}

impl GuessedColumn {
    /// Whether values of its type can identify things, like integers and texts.
    fn is_name(&self) -> bool {
        matches!(self.cell_type, "i64" | "u64" | "text")
    }

    /// Its line of the mapping.
    fn as_cell(&self, family: &str) -> String {
        let cell = format!("{family}:{} as {}", self.name, self.cell_type);
        let nulls = (self.nulls > 0).then(|| format!("{} NULL", self.nulls));
        let mostly = self.mostly.as_ref().map(|mostly| {
            let MostValues { cell_type, values, of, other } = mostly;
            let other = quoted(other);
            format!("{values} of {of} values are `{cell_type}`, which would reject the others, such as {other}")
        });
        let remarks: Vec<String> = nulls.into_iter().chain(mostly).collect();
        let remarks = match remarks.len() {
            0 => String::new(),
            _ => format!("  # {}", remarks.join("; ")),
        };
        format!("{} = {}{remarks}\n", quoted(&self.name), quoted(&cell))
    }
}

/// Reads a sample of a source.
///
/// # Errors
/// Errors of the source; a source without valid rows.
pub async fn guess(source: &mut dyn Source) -> Result<Guess> {
    let mut columns: Vec<Column> = source.columns().iter().map(Column::new).collect();
    let (mut rows, mut is_undecodable) = (0, false);
    let mut chunk = Chunk::new();
    while rows < SAMPLE {
        chunk.clear();
        source.read(&mut chunk).await?;
        if chunk.is_empty() {
            break;
        }
        for row in chunk.rows().filter(|row| row.invalid().is_none()) {
            rows += 1;
            for (index, column) in columns.iter_mut().enumerate() {
                let value = row.value(index);
                is_undecodable |= matches!(value, Value::Undecodable(_));
                column.add(&value);
            }
        }
    }
    if rows == 0 {
        let what = "found no valid row, from which types could be guessed";
        return Err(ImportError::source(source.name(), None, what));
    }
    let columns = columns.into_iter().map(Column::finish).collect();
    Ok(Guess {
        rows,
        columns,
        is_undecodable,
    })
}

impl Guess {
    /// A mapping for a policy: each column is a cell of its guessed type; `read` sets how the source is read.
    pub fn mapping(&self, family: &str, read: &Mapping) -> String {
        let rows = self.rows;
        let mut text = format!(
            "# Guessed from the first {rows} rows: check each type, and what NULL and a time zone are.\n"
        );
        if let Some(zone) = &read.time_zone {
            let _ = writeln!(text, "time_zone = {}", quoted(zone));
        } else if self.columns.iter().any(|column| column.needs_zone) {
            text += "# Times have no offset: set their zone; without it, they are errors.\n# time_zone = \"Asia/Shanghai\"\n";
        }
        let unsupported = self.columns.iter().filter(|column| !column.is_supported);
        let skip: Vec<String> = unsupported.map(|column| quoted(&column.name)).collect();
        if !skip.is_empty() {
            let _ = writeln!(
                text,
                "# Their types have no values.\nskip = [{}]",
                skip.join(", ")
            );
        }
        if let Some(key) = self.key() {
            let name = quoted(&key.name).replace('\n', " ");
            let _ = writeln!(
                text,
                "# A guessed policy makes the key of {name}, {}. That is of these rows only: check that no value occurs \
                 twice in all of them.",
                why_key(key)
            );
        }
        text += "\n[columns]\n";
        for column in self.columns.iter().filter(|column| column.is_supported) {
            text += &column.as_cell(family);
        }
        text + &self.format(&read.csv)
    }

    /// The format of the file: the one in which it was read, or comments on errors in it.
    fn format(&self, csv: &CsvOptions) -> String {
        if *csv != CsvOptions::default() {
            return format!("\n[csv]\n{}", members(csv));
        }
        let again = "set it, and guess again with `--map`";
        if self.is_undecodable {
            return format!(
                "\n# Some text is not in the encoding in which it was read: {again}.\n[csv]\nencoding = \"gbk\"\n"
            );
        }
        let delimiters = [';', '\t', '|'];
        let delimiter = match self.columns.as_slice() {
            [only] => delimiters.into_iter().find(|c| only.name.contains(*c)),
            _ => None,
        };
        delimiter.map_or_else(String::new, |delimiter| {
            let delimiter = quoted(&delimiter.to_string());
            format!("\n# One column may be several with another delimiter: {again}.\n[csv]\ndelimiter = {delimiter}\n")
        })
    }

    /// The first column of integers or text that is unique in the sample, otherwise the first unique column:
    /// amounts, times and the like are unique by chance.
    fn key(&self) -> Option<&GuessedColumn> {
        let unique = || {
            let columns = self.columns.iter();
            columns.filter(|column| column.is_unique && column.is_supported)
        };
        unique().find(|column| column.is_name()).or(unique().next())
    }

    /// A policy whose key is the first column of integers or text that is unique in the sample, otherwise the
    /// first unique column; `None` if no column is unique.
    pub fn policy(&self) -> Option<RowKeyPolicy> {
        let column = self.key()?;
        let is_number = column.cell_type == "i64";
        let zero = |is: bool| if is { "0" } else { "" }.to_owned();
        let part = TextPart {
            column_name: column.name.clone(),
            // Room for ten times as many rows.
            length: column.longest as u64 + u64::from(is_number),
            number_step: 1,
            prefix_char: zero(is_number),
            prefix_number: 0,
            replace_char: String::new(),
            replace_source_char: String::new(),
            split_char: String::new(),
            start_number: 1,
            suffix_char: String::new(),
            suffix_number: 0,
            value: String::new(),
            trim: false,
            cut_start: None,
            cut_length: None,
            reverse: false,
            regex: None,
        };
        Some(RowKeyPolicy {
            mapping: vec![(column.name.clone(), column.name.clone())],
            parts: vec![PolicyPart::Text(Box::new(part))],
        })
    }
}

/// The members that differ from the default, as TOML; TOML writes their values like JSON.
fn members(csv: &CsvOptions) -> String {
    let members = |csv| serde_json::to_value(csv).unwrap_or_default();
    let (found, default) = (members(csv), members(&CsvOptions::default()));
    let found = found.as_object().into_iter().flatten();
    let lines = found
        .filter(|(name, value)| default[name.as_str()] != **value)
        .map(|(name, value)| [name, " = ", &value.to_string(), "\n"].concat());
    lines.collect()
}

/// A basic string of TOML, which has the escapes of JSON.
fn quoted(text: &str) -> String {
    serde_json::Value::from(text).to_string()
}
