//! The initial regions of the table.

use std::io::{self, Write};

use hbase_model::TableDescriptor;
use hbase_model::printable::Printable;
use serde::Serialize;

use crate::error::CliError;
use crate::style::DIM;
use crate::text::counted;

/// Maximum split points to show.
const SHOWN: usize = 8;

/// The text without split points.
const ONE: &str = "one: the table is created without splits";

/// The initial regions of the table.
#[derive(Serialize)]
pub(super) struct Regions {
    count: usize,
    /// The split points, as `HBase`'s shell prints them.
    split_keys: Vec<String>,
}

impl Regions {
    pub(super) fn of(table: &TableDescriptor) -> Result<Self, CliError> {
        let keys = table.splits.keys().map_err(|error| {
            CliError::unreachable(format_args!("the splits: {error}")).at(&table.name)
        })?;
        Ok(Self {
            count: keys.len() + 1,
            split_keys: keys.iter().map(|key| Printable(key).to_string()).collect(),
        })
    }

    pub(super) fn write(&self, out: &mut dyn Write) -> io::Result<()> {
        match self.split_at() {
            None => writeln!(out, "  {ONE}"),
            Some((regions, keys)) => {
                writeln!(out, "  {regions}, split at  {DIM}{keys}{DIM:#}")
            }
        }
    }

    /// The regions in one line, without styles.
    pub(super) fn in_words(&self) -> String {
        match self.split_at() {
            None => ONE.to_owned(),
            Some((regions, keys)) => format!("{regions}, split at {keys}"),
        }
    }

    /// The number of regions and some of the split points; `None` without splits.
    fn split_at(&self) -> Option<(String, String)> {
        let keys = &self.split_keys;
        let last = keys.last()?;
        let shown = if keys.len() <= SHOWN + 2 {
            keys.join("  ")
        } else {
            format!("{}  …  {last}", keys[..SHOWN].join("  "))
        };
        Some((counted(self.count as u64, "region"), shown))
    }
}
