//! Described tables as texts: for `HBase`'s shell, for people, for Hive and for Phoenix.

mod hive;
mod markdown;
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

/// Stands in every generated file that has comments.
pub(crate) const MARK: &str = "Generated from the sources: change the struct instead.";

/// How a statement of Hive or Phoenix maps the row key.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum KeyAs {
    /// Its parts, each with its type; an error where they cannot be told apart, or have bytes that
    /// mean something else there.
    #[default]
    Parts,
    /// One column of text, or of bytes where the key is no text: every table can be mapped so.
    Whole,
}

/// Tables as JSON: an array of what `T::SCHEMA.to_json()` prints.
pub fn json(tables: &[DescribedTable]) -> String {
    let tables: Vec<_> = tables.iter().map(Description::of).collect();
    Description::all_to_json(&tables)
}

/// A text within a comment or a message: what would end its line is written out.
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

/// A name that nothing else has: the wanted one, or that with `_` behind it.
pub(crate) fn free_name(wanted: &str, is_taken: impl Fn(&str) -> bool) -> String {
    let mut name = wanted.to_owned();
    while is_taken(&name) {
        name.push('_');
    }
    name
}
