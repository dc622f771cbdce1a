//! The stores that this process has open: a lock does not show which process holds it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::super::close::key;

static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

fn open() -> MutexGuard<'static, BTreeSet<PathBuf>> {
    OPEN.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A store that this process has open, until this is dropped.
#[derive(Debug)]
pub(super) struct OpenHere(PathBuf);

impl OpenHere {
    pub(super) fn of(dir: &Path) -> Self {
        let key = key(dir);
        open().insert(key.clone());
        Self(key)
    }
}

impl Drop for OpenHere {
    fn drop(&mut self) {
        open().remove(&self.0);
    }
}

/// Whether this process has the store in `dir` open.
pub(in super::super) fn is_open(dir: &Path) -> bool {
    open().contains(&key(dir))
}
