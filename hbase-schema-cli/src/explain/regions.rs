//! The initial regions of the table.

use std::io::{self, Write};

use hbase_model::TableDescriptor;
use hbase_model::printable::Printable;
use serde::Serialize;

use crate::error::CliError;
use crate::style::DIM;
use crate::text::counted;

/// The most split points to show.
const SHOWN: usize = 8;

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
        if self.split_keys.is_empty() {
            return writeln!(out, "  one: the table is created without splits");
        }
        let regions = counted(self.count as u64, "region");
        let keys = &self.split_keys;
        let shown = if keys.len() <= SHOWN + 2 {
            keys.join("  ")
        } else {
            let (first, last) = (&keys[..SHOWN], &keys[keys.len() - 1]);
            format!("{}  …  {last}", first.join("  "))
        };
        writeln!(out, "  {regions}, split at  {DIM}{shown}{DIM:#}")
    }
}
