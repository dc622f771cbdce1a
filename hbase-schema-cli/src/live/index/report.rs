//! What the commands of `index` print.

use serde::Serialize;
use serde_json::json;

use super::store::Store;
use crate::output::Output;
use crate::style::DIM;

/// The results of a command, by index.
#[derive(Serialize)]
pub(super) struct Report<I> {
    url: String,
    backend: &'static str,
    pub(super) indexes: Vec<I>,
}

impl<I> Report<I> {
    pub(super) fn of(store: &Store) -> Self {
        Self {
            url: store.url.clone(),
            backend: store.backend(),
            indexes: Vec::new(),
        }
    }
}

/// Prints a note on what takes time.
pub(super) fn print_note(output: Output, text: &str) {
    output.print_note(&json!({"note": text}), |out| {
        writeln!(out, "{DIM}{text}{DIM:#}")
    });
}
