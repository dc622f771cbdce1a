//! The stores that this process has open: a lock does not show which process holds it.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use parking_lot::Mutex;

use super::super::close::key;

static OPEN: Mutex<BTreeSet<PathBuf>> = Mutex::new(BTreeSet::new());

/// A store that this process has open, until this is dropped.
#[derive(Debug)]
pub(super) struct OpenHere(PathBuf);

impl OpenHere {
    pub(super) fn of(dir: &Path) -> Self {
        let key = key(dir);
        OPEN.lock().insert(key.clone());
        Self(key)
    }
}

impl Drop for OpenHere {
    fn drop(&mut self) {
        OPEN.lock().remove(&self.0);
    }
}

/// Whether this process has the store in `dir` open.
pub(in super::super) fn is_open(dir: &Path) -> bool {
    OPEN.lock().contains(&key(dir))
}
