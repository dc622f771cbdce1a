//! The options of an import.

use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use hbase_backend::{Backend, Durability};
use serde::{Deserialize, Serialize};

use super::numbers::StoreNumbers;

/// The treatment of a row whose key was imported before.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum OnDuplicate {
    /// The later row is rejected.
    #[default]
    Error,
    /// The first row stays.
    Keep,
    /// The later row replaces the earlier one, including columns that are NULL.
    Replace,
}

impl OnDuplicate {
    /// The name, as on the command line.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Error => "error",
            Self::Keep => "keep",
            Self::Replace => "replace",
        }
    }
}

/// The default of `HBase`'s `hbase.server.keyvalue.maxsize`, and of the embedded store.
pub(super) const MAX_CELL_BYTES: usize = 10 << 20;

/// The options of an import.
#[derive(Clone, Debug)]
pub struct ImportOptions {
    /// The store in checkpoints: its URL.
    pub store: String,
    /// Maximum rejected rows (default 50); one more ends the run.
    pub max_errors: u64,
    /// The treatment of rows with the same key.
    pub on_duplicate: OnDuplicate,
    /// Whether rows that were in the table before the import are duplicates too.
    pub check_table: bool,
    /// The file of rejected rows, which must not exist.
    pub rejects: PathBuf,
    /// The file of the checkpoint; `None` for a source that cannot be resumed.
    pub checkpoint: Option<PathBuf>,
    /// Whether to continue from the checkpoint.
    pub resume: bool,
    /// Whether rows and checkpoints are synced to disk before they count, so that they survive a crash of the
    /// machine, not only of the process.
    pub fsync: bool,
    /// Running numbers from the store, for several loaders. By default, each import counts from its policy's
    /// first number.
    pub numbers: Option<StoreNumbers>,
    /// Maximum bytes of a cell, including its row, family and qualifier (default 10 MiB, `HBase`'s default); a
    /// row with a larger cell is rejected.
    pub max_cell_bytes: usize,
    /// The timeout of one call.
    pub timeout: Duration,
}

impl ImportOptions {
    /// The defaults, with a file for rejected rows.
    pub fn new(store: impl Into<String>, rejects: impl Into<PathBuf>) -> Self {
        Self {
            store: store.into(),
            max_errors: 50,
            on_duplicate: OnDuplicate::default(),
            check_table: false,
            rejects: rejects.into(),
            checkpoint: None,
            resume: false,
            fsync: false,
            numbers: None,
            max_cell_bytes: MAX_CELL_BYTES,
            timeout: Duration::from_secs(30),
        }
    }

    /// The durability of writes, blocks of running numbers among them.
    pub(super) const fn durability(&self) -> Durability {
        if self.fsync {
            Durability::FsyncWal
        } else {
            Durability::UseDefault
        }
    }

    pub(super) fn store_numbers(&self) -> Option<StoreNumbers> {
        let numbers = self.numbers.clone()?;
        Some(numbers.with_durability(self.durability()))
    }
}

/// The options of a dry run.
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct DryOptions {
    /// The split points of the table; rows are counted per region.
    pub splits: Vec<Vec<u8>>,
    /// The treatment of rows with the same key.
    pub on_duplicate: OnDuplicate,
    /// The store whose rows are duplicates too; `None` to read no table.
    pub check_table: Option<Arc<dyn Backend>>,
    /// Maximum bytes of a cell, as in an import (default 10 MiB).
    pub max_cell_bytes: usize,
    /// The timeout of one call (default 30 s).
    pub timeout: Duration,
}

impl Default for DryOptions {
    fn default() -> Self {
        Self {
            splits: Vec::new(),
            on_duplicate: OnDuplicate::default(),
            check_table: None,
            max_cell_bytes: MAX_CELL_BYTES,
            timeout: Duration::from_secs(30),
        }
    }
}
