//! Formats described tables: scripts for `HBase`'s shell, JSON, Markdown, statements for Hive and Phoenix.

mod hive;
mod markdown;
mod markdown_indexes;
mod phoenix;
mod shell;
mod unsupported;
mod views;

use hbase_model::DescribedTable;
use hbase_model::description::Description;

pub use hive::hive;
pub use markdown::markdown;
pub use phoenix::phoenix;
pub use shell::{ShellScript, shell};
pub use unsupported::{Unsupported, UnsupportedItem};
pub use views::{Statement, System, statements};

/// The mark of generated files that have comments.
pub(crate) const MARK: &str = "Generated from the sources: change the struct instead.";

/// The mapping of the row key in a statement of Hive or Phoenix.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyMapping {
    /// One typed column or field per key part; an error for parts that cannot be separated there, or whose
    /// encoding has another meaning there.
    #[default]
    Parts,
    /// One column for the whole key, of text or of bytes. Every table can be mapped this way.
    Whole,
}

/// Formats tables as JSON: an array of the objects that `T::SCHEMA.to_json()` returns.
pub fn json(tables: &[DescribedTable]) -> String {
    let tables: Vec<_> = tables.iter().map(Description::of).collect();
    Description::all_to_json(&tables)
}

/// A text for a comment or a message: control characters are escaped, so that it stays on its line.
pub(crate) fn one_line(text: &str) -> String {
    let shown = |c: char| {
        let escaped = c.is_control().then(|| c.escape_default());
        escaped.map_or_else(|| c.to_string(), |escaped| escaped.to_string())
    };
    text.chars().map(shown).collect()
}

/// `struct Call declares it`, or `structs Call, Bill declare it together`.
pub(crate) fn declared_by(rows: &str) -> String {
    let rows = one_line(rows);
    if rows.contains(", ") {
        format!("structs {rows} declare it together")
    } else {
        format!("struct {rows} declares it")
    }
}

/// A unique name: the wanted one, with `_` appended while it is taken.
pub(crate) fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    while is_taken(&name) {
        name.push('_');
    }
    name
}
