//! The entries of a range, from either engine: a scan reads each without a dynamic call.

use hbase_backend::Result;

use super::disk::DiskEntries;
use super::keyspace::Entry;
use super::memory::MapEntries;

/// Keys and values in order, or the error that ends them.
pub(crate) enum Entries {
    Disk(DiskEntries),
    Memory(MapEntries),
    None,
}

impl Entries {
    /// Replaces `head` by the next entry, `None` at the end. Returned as an iterator's items, each entry would
    /// be copied several times, a large part of a scan's cost.
    #[inline]
    pub(crate) fn read(&mut self, head: &mut Option<Entry>) -> Result<()> {
        match self {
            Self::Disk(entries) => return entries.read(head),
            Self::Memory(entries) => *head = entries.next_entry(),
            Self::None => *head = None,
        }
        Ok(())
    }
}

impl Iterator for Entries {
    type Item = Result<Entry>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let mut entry = None;
        match self.read(&mut entry) {
            Ok(()) => entry.map(Ok),
            Err(error) => Some(Err(error)),
        }
    }
}
