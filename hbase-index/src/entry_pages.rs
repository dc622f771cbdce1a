//! Pages of entries in the order of their values: from one range of keys, or merged from the buckets of an index.

use std::ops::Deref;

use futures_util::{StreamExt, TryStreamExt, stream};
use hbase_backend::scan::prefix_successor;
use hbase_backend::{Deadline, RowBound, Scan};

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

/// Entries, and the position up to which all of them were read.
struct EntryPage {
    entries: Vec<EntryKey>,
    /// `None` at the end.
    reached: Option<Vec<u8>>,
}

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
        &self,
        after: Option<EntryKey>,
        deadline: Deadline,
    ) -> Result<QueryResponse<Bytes>> {
        let after = after.map(|entry| entry.key());
        let plan = PagePlan {
            bucket: None,
            entries: self.first_page,
            ranges: RANGES,
        };
        let EntryPage { entries, reached } = match self.wanted.buckets() {
            None => self.read_page(plan, after, deadline).await?,
            Some(buckets) => {
                let count = buckets.count();
                let plan = PagePlan {
                    // Each bucket has about as many entries as the others.
                    entries: plan.entries.div_ceil(count.into()),
                    ranges: (RANGES / usize::from(count)).max(1),
                    ..plan
                };
                let pages = buckets.all().map(|bucket| {
                    let bucket = Some(bucket);
                    self.read_page(PagePlan { bucket, ..plan }, after.clone(), deadline)
                });
                let pages: Vec<_> = pages.collect();
                let pages = stream::iter(pages).buffered(CONCURRENT_BUCKETS);
                self.merged(pages.try_collect().await?)
            }
        };
        let next = reached.map(|key| self.entry_at(key));
        Ok(QueryResponse::Page { entries, next })
    }

    /// The entries of all buckets, in order. After the position that any bucket has reached, it may have other entries,
    /// so the next page reads the entries after that position again.
    fn merged(&self, pages: Vec<EntryPage>) -> EntryPage {
        let reached = pages.iter().filter_map(|page| page.reached.clone()).min();
        let entries = pages.into_iter().flat_map(|page| page.entries);
        let mut entries: Vec<_> = entries
            .map(|entry| (self.wanted.position_of(&entry.value, &entry.row), entry))
            .filter(|(at, _)| reached.as_ref().is_none_or(|reached| at <= reached))
            .collect();
        entries.sort_unstable();
        EntryPage {
            entries: entries.into_iter().map(|(_, entry)| entry).collect(),
            reached,
        }
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
