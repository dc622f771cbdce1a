//! Options of CSV files.

use encoding_rs::{Encoding, UTF_8};
use serde::{Deserialize, Serialize};

/// The format of a CSV file: `[csv]` in a mapping.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields, default)]
pub struct CsvOptions {
    /// The encoding (default UTF-8): a label of the WHATWG's list, such as `gbk` or `latin1` (read as
    /// windows-1252).
    pub encoding: String,
    /// The delimiter (default `,`), one ASCII character.
    pub delimiter: char,
    /// The quote (default `"`), one ASCII character; doubled within a quoted field. `None`, in TOML `""`: fields are never
    /// quoted, and quotes are text.
    #[serde(with = "quote")]
    pub quote: Option<char>,
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
            quote: Some('"'),
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
        let quote = self.quote.map(|quote| ("quote", quote));
        for (name, found) in [("delimiter", self.delimiter)].into_iter().chain(quote) {
            if !found.is_ascii() || matches!(found, '\r' | '\n') {
                return Err(format!(
                    "{name}: found {found:?}, expected one ASCII character other than a line break"
                ));
            }
        }
        if Some(self.delimiter) == self.quote {
            return Err(format!(
                "found {:?} as delimiter and as quote, expected two characters",
                self.delimiter
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
            format!("found the encoding `{label}`, expected a known one, such as `utf-8`, `gbk`, `gb18030` or `latin1`")
        })
    }

    /// The texts that are NULL unless quoted.
    pub(super) fn null_texts(&self) -> &[String] {
        const EMPTY: &[String] = &[String::new()];
        self.null.as_deref().unwrap_or(EMPTY)
    }
}

/// A quote as text; empty for none.
mod quote {
    use serde::de::Error as _;
    use serde::{Deserialize as _, Deserializer, Serializer};

    #[allow(
        clippy::ref_option,
        clippy::trivially_copy_pass_by_ref,
        reason = "the signature is serde's"
    )]
    pub(super) fn serialize<S: Serializer>(
        quote: &Option<char>,
        serializer: S,
    ) -> Result<S::Ok, S::Error> {
        serializer.collect_str(&quote.map(String::from).unwrap_or_default())
    }

    pub(super) fn deserialize<'de, D: Deserializer<'de>>(
        deserializer: D,
    ) -> Result<Option<char>, D::Error> {
        let text = String::deserialize(deserializer)?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (quote, None) => Ok(quote),
            _ => Err(D::Error::custom(format_args!(
                "quote: found {text:?}, expected one character, or none for files without quotes"
            ))),
        }
    }
}
