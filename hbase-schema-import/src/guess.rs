//! A first mapping and policy from a sample of a source.

use std::collections::HashSet;
use std::fmt::Write as _;

use hbase_model::Decimal;
use hbase_row_key_policy::{PolicyPart, RowKeyPolicy, TextPart};

use crate::CsvOptions;
use crate::error::{ImportError, Result};
use crate::mapping::Mapping;
use crate::source::{Chunk, ColumnType, Source, SourceColumn};
use crate::value::Value;

/// The rows of a sample.
const SAMPLE: u64 = 10_000;

/// The suggestions of a sample of a source. Every guess is to be checked: the sample is the source's first rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Guess {
    /// The rows of the sample.
    pub rows: u64,
    /// The columns, in order.
    pub columns: Vec<GuessedColumn>,
    /// Whether text is in another encoding than the source was read in.
    pub is_undecodable: bool,
}

/// The properties that the values of a column have in common.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GuessedColumn {
    /// The name.
    pub name: String,
    /// The type: that of the source's column, else the narrowest one of all values: `bool`, `i64`, `decimal`, `time`,
    /// `text` or `bytes`.
    pub cell_type: &'static str,
    /// The NULLs.
    pub nulls: u64,
    /// The characters of the longest value.
    pub longest: usize,
    /// Whether no two rows have the same value, and none is NULL.
    pub is_unique: bool,
    /// Whether a time has no offset, so that it needs a zone.
    pub needs_zone: bool,
    /// Whether the source's type has values that can be imported.
    pub is_supported: bool,
}

/// Why a column makes the key.
fn why_key(key: &GuessedColumn) -> &'static str {
    if key.is_name() {
        "the first column of integers or text that has no value twice and no NULL"
    } else {
        "the first column that has no value twice and no NULL; none of integers or text is so"
    }
}

impl GuessedColumn {
    /// Whether values of its type name things, as numbers and texts do.
    fn is_name(&self) -> bool {
        matches!(self.cell_type, "i64" | "u64" | "text")
    }

    /// Its line of the mapping.
    fn as_cell(&self, family: &str) -> String {
        let cell = format!("{family}:{} as {}", self.name, self.cell_type);
        let nulls = match self.nulls {
            0 => String::new(),
            nulls => format!("  # {nulls} NULL"),
        };
        format!("{} = {}{nulls}\n", quoted(&self.name), quoted(&cell))
    }
}

/// What is known of a column while the sample is read.
struct Column {
    guessed: GuessedColumn,
    /// Which of [`TYPES`] all values so far have.
    types: [bool; TYPES.len()],
    seen: HashSet<u64>,
    declared: ColumnType,
    /// Whether an integer is none of 64 signed bits, and whether a float has more than 32 bits.
    is_unsigned: bool,
    is_double: bool,
}

/// The types that are guessed, the first that all values have; else text.
const TYPES: [&str; 5] = ["bytes", "bool", "i64", "decimal", "time"];

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
    /// A mapping for a policy: each column as a cell of its guessed type, read as `read` says.
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

    /// The format of the file: that in which it was read, or what seems to be wrong with it.
    fn format(&self, csv: &CsvOptions) -> String {
        if *csv != CsvOptions::default() {
            return format!("\n[csv]\n{}", members(csv));
        }
        let again = "set it, and guess again with `--map`";
        if self.is_undecodable {
            return format!(
                "\n# Some text is not of the encoding in which it was read: {again}.\n[csv]\nencoding = \"gbk\"\n"
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

    /// The first column of integers or text that is unique in the sample, else the first unique one: amounts, times and
    /// the like are unique by chance.
    fn key(&self) -> Option<&GuessedColumn> {
        let unique = || {
            let columns = self.columns.iter();
            columns.filter(|column| column.is_unique && column.is_supported)
        };
        unique().find(|column| column.is_name()).or(unique().next())
    }

    /// A policy whose key is the first column of integers or text that is unique in the sample, else the first one that is;
    /// `None` if there is none.
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

/// The members that differ from the default, as TOML, in which their values are written as in JSON.
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

impl Column {
    fn new(column: &SourceColumn) -> Self {
        Self {
            declared: column.column_type,
            is_unsigned: false,
            is_double: false,
            guessed: GuessedColumn {
                name: column.name.clone(),
                cell_type: "text",
                nulls: 0,
                longest: 0,
                is_unique: true,
                needs_zone: false,
                is_supported: column.column_type != ColumnType::Unsupported,
            },
            types: [true; TYPES.len()],
            seen: HashSet::new(),
        }
    }

    fn add(&mut self, value: &Value<'_>) {
        if *value == Value::Null {
            self.guessed.nulls += 1;
            self.guessed.is_unique = false;
            return;
        }
        let text = crate::value::text::of(value).unwrap_or_default();
        self.guessed.longest = self.guessed.longest.max(text.chars().count());
        let is_new = self
            .seen
            .insert(xxhash_rust::xxh3::xxh3_64(text.as_bytes()));
        self.guessed.is_unique &= is_new;
        self.is_unsigned |= matches!(value, Value::Uint(value) if i64::try_from(*value).is_err());
        self.is_double |= matches!(value, Value::Float64(_));
        let is_time = time(&text);
        self.guessed.needs_zone |= is_time == Some(false) && !matches!(value, Value::Moment(_));
        let is = [
            matches!(value, Value::Bytes(_)),
            matches!(text.as_str(), "true" | "false"),
            is_plain(&text) && text.parse::<i64>().is_ok(),
            is_plain(&text) && text.parse::<Decimal>().is_ok(),
            is_time.is_some(),
        ];
        for (all, is) in self.types.iter_mut().zip(is) {
            *all &= is;
        }
    }

    /// The type of cells that takes all values of the declared type.
    const fn declared_type(&self) -> Option<&'static str> {
        Some(match self.declared {
            ColumnType::Bool => "bool",
            ColumnType::Integer if self.is_unsigned => "u64",
            ColumnType::Integer => "i64",
            ColumnType::Float if self.is_double => "f64",
            ColumnType::Float => "f32",
            ColumnType::Decimal => "decimal",
            ColumnType::Bytes => "bytes",
            ColumnType::Moment | ColumnType::Local | ColumnType::Date => "time",
            ColumnType::TimeOfDay => "time_of_day",
            // Files of text have no other types, so that their values tell more.
            ColumnType::Unknown | ColumnType::Text | ColumnType::Unsupported => return None,
        })
    }

    fn finish(mut self) -> GuessedColumn {
        let has_values = !self.seen.is_empty();
        let mut found = TYPES.iter().zip(self.types).filter(|(_, all)| *all);
        let found = found.next().filter(|_| has_values);
        let found = found.map_or("text", |(name, _)| name);
        self.guessed.cell_type = self.declared_type().unwrap_or(found);
        self.guessed.needs_zone &= self.guessed.cell_type == "time";
        self.guessed
    }
}

/// Whether a number would keep a text: without zeros in front, as those of telephone numbers.
fn is_plain(text: &str) -> bool {
    let digits = text.strip_prefix('-').unwrap_or(text);
    let has_zero = digits.strip_prefix('0');
    !has_zero.is_some_and(|rest| rest.starts_with(|c: char| c.is_ascii_digit()))
}

/// Whether a text is a time, and whether it has an offset.
fn time(text: &str) -> Option<bool> {
    let parse = |offset_s| hbase_model::time::parse_time(text, offset_s);
    let in_utc = parse(0)?;
    // The default matters only without an offset.
    Some(parse(3600) == Some(in_utc))
}
