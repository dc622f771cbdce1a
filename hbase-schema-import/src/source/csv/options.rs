//! Options of CSV files.

use encoding_rs::{Encoding, UTF_8};
use serde::{Deserialize, Serialize};

/// The format of a CSV file: `[csv]` in a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CsvOptions {
    /// The encoding (default UTF-8): a label of the WHATWG's list, as `gbk` or `latin1`, which is read as
    /// windows-1252.
    pub encoding: String,
    /// The delimiter (default `,`), one ASCII character.
    pub delimiter: char,
    /// The quote (default `"`), one ASCII character; doubled within a quoted field.
    pub quote: char,
    /// Whether the first record has the names of the columns (default true).
    pub header: bool,
    /// The names of the columns, in place of the header's.
    pub columns: Option<Vec<String>>,
    /// The unquoted texts that are NULL (default: the empty one). A quoted text never is.
    pub null: Option<Vec<String>>,
}

impl Default for CsvOptions {
    fn default() -> Self {
        Self {
            encoding: "utf-8".to_owned(),
            delimiter: ',',
            quote: '"',
            header: true,
            columns: None,
            null: None,
        }
    }
}

impl CsvOptions {
    /// Checks the options.
    ///
    /// # Errors
    /// The first invalid one.
    pub(super) fn check(&self) -> Result<(), String> {
        for (name, found) in [("delimiter", self.delimiter), ("quote", self.quote)] {
            if !found.is_ascii() || matches!(found, '\r' | '\n') {
                return Err(format!(
                    "{name}: found {found:?}, expected one ASCII character other than a line break"
                ));
            }
        }
        if self.delimiter == self.quote {
            return Err(format!(
                "found {:?} as delimiter and as quote, expected two characters",
                self.quote
            ));
        }
        if !self.header && self.columns.is_none() {
            let what =
                "found `header = false` without `columns`, expected the names of the columns";
            return Err(what.to_owned());
        }
        self.encoding().map(drop)
    }

    /// The encoding.
    ///
    /// # Errors
    /// An unknown label.
    pub(super) fn encoding(&self) -> Result<&'static Encoding, String> {
        let label = self.encoding.trim();
        if label.is_empty() {
            return Ok(UTF_8);
        }
        Encoding::for_label_no_replacement(label.as_bytes()).ok_or_else(|| {
            format!("found the encoding `{label}`, expected a known one, as `utf-8`, `gbk`, `gb18030` or `latin1`")
        })
    }

    /// The texts that are NULL unless quoted.
    pub(super) fn null_texts(&self) -> &[String] {
        const EMPTY: &[String] = &[String::new()];
        self.null.as_deref().unwrap_or(EMPTY)
    }
}
