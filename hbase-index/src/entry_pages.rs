//! Pages of entries in the order of their values: from one range of keys, or merged from the buckets of an index.

use std::ops::Deref;

use futures_util::{StreamExt, TryStreamExt, stream};
use hbase_backend::scan::prefix_successor;
use hbase_backend::{Deadline, RowBound, Scan};
use hbase_model::IndexBuckets;

use crate::bucket_pages::{BucketPages, EntryPage};
use crate::domain::Bytes;
use crate::entry::EntryKey;
use crate::error::Result;
use crate::protocol::QueryResponse;
use crate::query::Rows;
use crate::sweep::{ScannedEntry, count};
use crate::table::IndexedTable;

/// Maximum ranges of a page. Each is a scan, and the deadline applies to the page.
const RANGES: usize = 64;

/// Maximum buckets that are read concurrently.
const CONCURRENT_BUCKETS: usize = 16;

/// What a page is read from, and its limits.
#[derive(Clone, Copy)]
struct PagePlan {
    /// The first byte of the entries' keys, in an index with buckets.
    bucket: Option<u8>,
    /// Maximum entries.
    entries: u64,
    /// Maximum ranges.
    ranges: usize,
}

impl<T: Deref<Target = IndexedTable>> Rows<T> {
    /// Reads a page of entries, across some ranges.
    pub(crate) async fn scan(
        &mut self,
        after: Option<EntryKey>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        let after = after.map(|entry| entry.key());
        let EntryPage { entries, reached } = match self.wanted.buckets() {
            None => {
                let plan = PagePlan {
                    bucket: None,
                    entries: self.first_page,
                    ranges: RANGES,
                };
                self.read_page(plan, after, deadline).await?
            }
            Some(buckets) => self.read_buckets(buckets, after, deadline).await?,
        };
        let next = reached.map(|key| self.entry_at(key));
        Ok(QueryResponse::Page { entries, next })
    }

    /// Reads a page of the entries of all buckets, in order. If this future is dropped, the next call reads the same
    /// page.
    async fn read_buckets(
        &mut self,
        buckets: IndexBuckets,
        after: Option<Vec<u8>>,
        deadline: Deadline,
    ) -> Result<EntryPage> {
        if !self.bucket_pages.continues(after.as_deref()) {
            self.bucket_pages = BucketPages::starting(buckets.all(), after);
        }
        let count = buckets.count();
        let ranges = (RANGES / usize::from(count)).max(1);
        let reads = self.bucket_pages.reads(of_bucket(self.first_page, count));
        let pages = reads.iter().map(|read| {
            let plan = PagePlan {
                bucket: Some(read.byte),
                entries: read.entries,
                ranges,
            };
            self.read_page(plan, read.after.clone(), deadline)
        });
        let pages: Vec<_> = pages.collect();
        let pages = stream::iter(pages).buffered(CONCURRENT_BUCKETS);
        let pages: Vec<EntryPage> = pages.try_collect().await?;
        for (read, page) in reads.iter().zip(pages) {
            let position_of = |entry: &EntryKey| self.wanted.position_of(&entry.value, &entry.row);
            self.bucket_pages.add(read, page, position_of);
        }
        let most = usize::try_from(self.first_page).unwrap_or(usize::MAX);
        Ok(self.bucket_pages.take(most))
    }

    async fn read_page(
        &self,
        plan: PagePlan,
        mut position: Option<Vec<u8>>,
        deadline: Deadline,
    ) -> Result<EntryPage> {
        let mut entries = Vec::new();
        let (mut scanned, mut ranges) = (0, 0);
        for range in self.wanted.ranges() {
            let Some(bounds) = range.after(position.as_deref()) else {
                continue;
            };
            if ranges == plan.ranges {
                // No entry has the key at which a range ends: values determine their own end.
                let reached = position;
                return Ok(EntryPage { entries, reached });
            }
            ranges += 1;
            let bounds = in_bucket(plan.bucket, bounds);
            let left = plan.entries - scanned;
            let rows = self.scan_range(bounds, left, deadline).await?;
            let is_whole = scanned + count(rows.len()) < plan.entries;
            scanned += count(rows.len());
            let last = rows.last().map(|(key, _)| self.wanted.without_bucket(key));
            let last = last.map(<[u8]>::to_vec);
            // A prefix may also find entries of longer values.
            let found = rows.into_iter().filter_map(|(_, entry)| entry);
            let found = found.map(|(entry, _)| entry);
            entries.extend(found.filter(|entry| self.wanted.has(&entry.value)));
            match range.stop() {
                Some(stop) if is_whole => position = Some(stop.to_vec()),
                // The ranges after it start later: it contains them.
                None if is_whole => break,
                _ => {
                    let reached = last;
                    return Ok(EntryPage { entries, reached });
                }
            }
        }
        let reached = None;
        Ok(EntryPage { entries, reached })
    }

    async fn scan_range(
        &self,
        (start, stop): (RowBound, RowBound),
        limit: u64,
        deadline: Deadline,
    ) -> Result<Vec<ScannedEntry>> {
        let scan = Scan {
            start,
            stop,
            limit: Some(limit),
            ..Scan::new()
        };
        let index = self.wanted.index();
        self.table.scan_entries(index, scan, deadline).await
    }
}

/// The entries of a page that are read of each bucket: its share, and some more because the shares differ. The page ends
/// where the first bucket's read ends, and the other buckets' later entries wait for the next one.
fn of_bucket(entries: u64, buckets: u16) -> u64 {
    let share = entries.div_ceil(buckets.into());
    // About two standard deviations of the number of entries in a bucket.
    let more = share.isqrt().saturating_mul(2).saturating_add(1);
    share.saturating_add(more).min(entries)
}

/// The keys within bounds, in a bucket if there is one.
fn in_bucket(bucket: Option<u8>, bounds: (RowBound, RowBound)) -> (RowBound, RowBound) {
    let Some(bucket) = bucket else {
        return bounds;
    };
    let (start, stop) = bounds;
    let in_it = |key: Vec<u8>| [&[bucket], key.as_slice()].concat();
    let start = match start {
        RowBound::Included(key) => RowBound::Included(in_it(key)),
        RowBound::Excluded(key) => RowBound::Excluded(in_it(key)),
        RowBound::Unbounded => RowBound::Included(vec![bucket]),
    };
    let stop = match stop {
        RowBound::Included(key) => RowBound::Included(in_it(key)),
        RowBound::Excluded(key) => RowBound::Excluded(in_it(key)),
        RowBound::Unbounded => {
            prefix_successor(&[bucket]).map_or(RowBound::Unbounded, RowBound::Excluded)
        }
    };
    (start, stop)
}

#[cfg(test)]
mod tests {
    use super::of_bucket;

    #[test]
    fn a_bucket_gives_more_than_its_share_and_no_more_than_the_page() {
        assert_eq!([of_bucket(500, 16), of_bucket(10, 16)], [43, 4]);
        assert_eq!([of_bucket(1, 16), of_bucket(2, 2)], [1, 2]);
    }
}
