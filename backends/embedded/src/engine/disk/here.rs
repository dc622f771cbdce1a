//! The stores that this process has open: a lock does not show whose it is.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::close::key;

static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A store that this process has open, until this is dropped.
#[derive(Debug)]
pub(super) struct Here(PathBuf);

impl Here {
    pub(super) fn of(dir: &Path) -> Self {
        let key = key(dir);
        open().insert(key.clone());
        Self(key)
    }
}

impl Drop for Here {
    fn drop(&mut self) {
        open().remove(&self.0);
    }
}

/// Whether this process has the store in `dir` open.
pub(super) fn is_open(dir: &Path) -> bool {
    open().contains(&key(dir))
}
