//! The entries of a range on disk.

use std::sync::Arc;

use fjall::Keyspace;
use hbase_backend::Result;

use super::super::failure::errors;
use super::source::DiskSource;
use crate::engine::{Direction, Entry};

/// A range of fjall, with converted errors.
pub(crate) struct DiskEntries {
    /// Dropped before the keyspace, because it may delete merged files: once the keyspace has ended, the engine
    /// may be opened again.
    pub(super) iter: fjall::Iter,
    pub(super) source: Arc<DiskSource>,
    pub(super) keyspace: Arc<Keyspace>,
    pub(super) direction: Direction,
}

impl DiskEntries {
    /// Replaces `head` by the next entry, `None` at the end.
    #[inline]
    pub(in crate::engine) fn read(&mut self, head: &mut Option<Entry>) -> Result<()> {
        let entry = match self.direction {
            Direction::Forward => self.iter.next(),
            Direction::Backward => self.iter.next_back(),
        };
        *head = match entry {
            None => None,
            Some(entry) => match entry.into_inner() {
                Ok(entry) => Some(entry),
                Err(error) => {
                    return Err(errors::explain_read(
                        &self.source.dir,
                        &self.keyspace,
                        &error,
                    ));
                }
            },
        };
        Ok(())
    }
}
