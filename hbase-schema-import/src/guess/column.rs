//! The common properties of a column's values.

use std::collections::HashSet;

use hbase_model::Decimal;

use super::{GuessedColumn, MostValues};
use crate::source::{ColumnType, SourceColumn};
use crate::value::Value;

/// The characters of an example.
const EXAMPLE: usize = 40;

/// The properties of a column while the sample is read.
pub(super) struct Column {
    guessed: GuessedColumn,
    /// For each of [`TYPES`], the number of values that have it, and the first value that does not.
    types: [(u64, Option<String>); TYPES.len()],
    /// The values that are not NULL.
    values: u64,
    seen: HashSet<u64>,
    declared: ColumnType,
    /// Whether an integer does not fit in 64 signed bits, and whether a float has more than 32 bits.
    is_unsigned: bool,
    is_double: bool,
}

/// The types to guess: the first one that all values have, otherwise text.
const TYPES: [&str; 5] = ["bytes", "bool", "i64", "decimal", "time"];

impl Column {
    pub(super) fn new(column: &SourceColumn) -> Self {
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
                mostly: None,
            },
            types: [const { (0, None) }; TYPES.len()],
            values: 0,
            seen: HashSet::new(),
        }
    }

    pub(super) fn add(&mut self, value: &Value<'_>) {
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
        self.values += 1;
        for ((count, other), is) in self.types.iter_mut().zip(is) {
            *count += u64::from(is);
            if !is && other.is_none() {
                *other = Some(text.chars().take(EXAMPLE).collect());
            }
        }
    }

    /// The type that at least nine of ten values have.
    fn mostly(&self) -> Option<MostValues> {
        let mut types = TYPES.iter().zip(&self.types);
        let (cell_type, (values, other)) =
            types.find(|(_, (count, _))| *count > 0 && *count * 10 >= self.values * 9)?;
        Some(MostValues {
            cell_type,
            values: *values,
            of: self.values,
            other: other.clone()?,
        })
    }

    /// The cell type that takes all values of the declared type.
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
            // Text files have no other types, so their values are more specific.
            ColumnType::Unknown | ColumnType::Text | ColumnType::Unsupported => return None,
        })
    }

    pub(super) fn finish(mut self) -> GuessedColumn {
        let mut types = TYPES.iter().zip(&self.types);
        let found = types.find(|(_, (count, _))| *count == self.values && self.values > 0);
        let found = found.map(|(name, _)| *name);
        if let (None, None) = (self.declared_type(), found) {
            self.guessed.mostly = self.mostly();
        }
        self.guessed.cell_type = self.declared_type().or(found).unwrap_or("text");
        self.guessed.needs_zone &= self.guessed.cell_type == "time";
        self.guessed
    }
}

/// Whether a number would preserve a text: it must not have leading zeros, such as telephone numbers have.
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
