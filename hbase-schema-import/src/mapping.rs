//! The mapping of source columns to cells and key parts: a small TOML file.

use std::collections::BTreeMap;
use std::path::Path;

use serde::{Deserialize, Serialize};

use crate::convert::ByteNotation;
use crate::error::{ImportError, Result};
use crate::source::csv::CsvOptions;

/// The mapping of a source's columns.
///
/// Everything has a default: with a struct, columns are mapped by their names.
///
/// ```
/// use hbase_schema_import::Mapping;
/// let mapping = Mapping::from_toml(
///     r#"
///     time_zone = "Asia/Shanghai"      # of times without an offset; there is no default
///     skip = ["INTERNAL_ID"]           # columns that are not imported
///
///     [columns]                        # source column = cell, with a type where no struct declares one
///     DURATION = "D1:DURATION_S"
///     AMOUNT = "D1:AMOUNT as i64"
///
///     [key]                            # key part = source column, for the keys of a struct
///     phone = "PHONE_NO"
///
///     [csv]
///     encoding = "gbk"
///     delimiter = ";"
///     null = ["", "\\N"]               # unquoted texts that are NULL
///     "#,
/// )?;
/// assert_eq!(mapping.columns["AMOUNT"], "D1:AMOUNT as i64");
/// assert!(Mapping::from_toml("colums = {}").is_err());
/// # Ok::<(), hbase_schema_import::ImportError>(())
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct Mapping {
    /// The zone of times without an offset: a name such as `Asia/Shanghai`, or an offset such as `+08:00`.
    pub time_zone: Option<String>,
    /// Whether times are cut to milliseconds; otherwise a finer one is an error.
    pub truncate_times: bool,
    /// The notation of bytes in text; without it, ambiguous text is rejected.
    pub bytes: Option<ByteNotation>,
    /// The family of columns that `columns` does not map and no struct declares.
    pub family: Option<String>,
    /// Whether unmapped columns are an error or are skipped.
    pub unmapped: Unmapped,
    /// The columns that are not imported.
    pub skip: Vec<String>,
    /// Source columns and their cells: `FAMILY:QUALIFIER`, or `FAMILY:QUALIFIER as TYPE`.
    pub columns: BTreeMap<String, String>,
    /// Key parts of a struct and their source columns.
    pub key: BTreeMap<String, String>,
    /// The format of CSV files.
    pub csv: CsvOptions,
    /// The format of JSON lines.
    pub json: JsonOptions,
}

/// The format of JSON lines: `[json]` in a mapping.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct JsonOptions {
    /// The columns: names of members (default: those of the first 1000 objects).
    pub columns: Option<Vec<String>>,
}

/// The treatment of source columns without a cell.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum Unmapped {
    /// They are an error that names them.
    #[default]
    Error,
    /// They are skipped.
    Skip,
}

impl Mapping {
    /// Parses a mapping.
    ///
    /// # Errors
    /// Invalid TOML, and unknown members.
    pub fn from_toml(text: &str) -> Result<Self> {
        Self::parse(text, "mapping")
    }

    /// Reads a mapping file.
    ///
    /// # Errors
    /// The errors of [`from_toml`](Self::from_toml), and I/O errors.
    pub fn read(path: &Path) -> Result<Self> {
        let name = path.display().to_string();
        let text = std::fs::read_to_string(path)
            .map_err(|error| ImportError::file("cannot read", &name, error))?;
        Self::parse(&text, &name)
    }

    fn parse(text: &str, path: &str) -> Result<Self> {
        toml::from_str(text).map_err(|error: toml::de::Error| ImportError::Mapping {
            path: path.to_owned(),
            what: error.to_string().trim_end().to_owned(),
        })
    }

    /// The mapping as it was read; a checkpoint compares it.
    pub(crate) fn fingerprint(&self) -> String {
        serde_json::to_string(self).unwrap_or_default()
    }
}
