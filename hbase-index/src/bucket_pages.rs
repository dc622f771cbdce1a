//! Entries that were read from the buckets of an index, and not yet returned.
//!
//! A page of a query ends where the first bucket's read ends. The other buckets' later entries stay here for the next
//! page, so each entry is read about once.
//!
//! An entry may thus be used some time after its read. This changes nothing for its row: all entries of a row are in
//! one bucket, which is read in the order of its keys. So for each row the reads are those of an index without buckets,
//! where the rows of a page are also read after its entries, however much later.

use std::collections::VecDeque;

use crate::entry::EntryKey;

/// An entry, and its position in the order of the query.
type Positioned = (Vec<u8>, EntryKey);

/// Entries, and the position up to which all of them were read.
#[derive(Debug, Default, PartialEq, Eq)]
pub(crate) struct EntryPage {
    pub(crate) entries: Vec<EntryKey>,
    /// `None` at the end.
    pub(crate) reached: Option<Vec<u8>>,
}

/// The entries of all buckets after a position.
#[derive(Debug, Default)]
pub(crate) struct BucketPages {
    /// The position up to which they were returned.
    position: Option<Vec<u8>>,
    buckets: Vec<Bucket>,
}

/// The entries of a bucket.
#[derive(Debug)]
struct Bucket {
    byte: u8,
    waiting: VecDeque<Positioned>,
    rest: Rest,
}

/// What has not been read of a bucket.
#[derive(Debug)]
enum Rest {
    /// The entries after a position, or all.
    After(Option<Vec<u8>>),
    Nothing,
}

/// A read that a bucket needs.
#[derive(Debug, PartialEq, Eq)]
pub(crate) struct BucketRead {
    /// The position of the bucket among the others.
    slot: usize,
    pub(crate) byte: u8,
    pub(crate) after: Option<Vec<u8>>,
    pub(crate) entries: u64,
}

impl BucketPages {
    /// Whether the next page, after this position, continues here.
    pub(crate) fn continues(&self, after: Option<&[u8]>) -> bool {
        !self.buckets.is_empty() && self.position.as_deref() == after
    }

    /// Buckets of which nothing was read.
    pub(crate) fn starting(all: impl Iterator<Item = u8>, after: Option<Vec<u8>>) -> Self {
        let buckets = all.map(|byte| Bucket {
            byte,
            waiting: VecDeque::new(),
            rest: Rest::After(after.clone()),
        });
        Self {
            buckets: buckets.collect(),
            position: after,
        }
    }

    /// The reads after which each bucket has this many entries, or all that it has.
    pub(crate) fn reads(&self, entries: u64) -> Vec<BucketRead> {
        let buckets = self.buckets.iter().enumerate();
        let reads = buckets.filter_map(|(slot, bucket)| {
            let Rest::After(after) = &bucket.rest else {
                return None;
            };
            let missing = entries.saturating_sub(bucket.waiting.len() as u64);
            (missing > 0).then(|| BucketRead {
                slot,
                byte: bucket.byte,
                after: after.clone(),
                entries: missing,
            })
        });
        reads.collect()
    }

    /// Adds what a read has found; `position_of` is an entry's position in the order of the query.
    pub(crate) fn add(
        &mut self,
        read: &BucketRead,
        page: EntryPage,
        position_of: impl Fn(&EntryKey) -> Vec<u8>,
    ) {
        let bucket = &mut self.buckets[read.slot];
        let entries = page.entries.into_iter();
        let positioned = entries.map(|entry| (position_of(&entry), entry));
        bucket.waiting.extend(positioned);
        bucket.rest = match page.reached {
            Some(reached) => Rest::After(Some(reached)),
            None => Rest::Nothing,
        };
    }

    /// Takes the next entries of all buckets in order, at most `most`. After the position that any bucket has reached,
    /// it may have other entries.
    pub(crate) fn take(&mut self, most: usize) -> EntryPage {
        let mut reached = self.reached();
        let mut ready = self.ready(reached.as_deref());
        if ready.len() > most {
            for (at, slot, entry) in ready.drain(most..).rev() {
                self.buckets[slot].waiting.push_front((at, entry));
            }
            reached = ready.last().map(|(at, _, _)| at.clone());
        }
        self.position.clone_from(&reached);
        EntryPage {
            entries: ready.into_iter().map(|(_, _, entry)| entry).collect(),
            reached,
        }
    }

    /// The position up to which all buckets were read; `None` if they were read to their ends.
    fn reached(&self) -> Option<Vec<u8>> {
        let reached = self.buckets.iter().filter_map(|bucket| match &bucket.rest {
            Rest::After(after) => Some(after.clone().unwrap_or_default()),
            Rest::Nothing => None,
        });
        reached.min()
    }

    /// The entries up to `reached`, in order, each with its position and the slot of its bucket.
    fn ready(&mut self, reached: Option<&[u8]>) -> Vec<(Vec<u8>, usize, EntryKey)> {
        let mut ready = Vec::new();
        for (slot, bucket) in self.buckets.iter_mut().enumerate() {
            let is_read = |at: &[u8]| reached.is_none_or(|reached| at <= reached);
            let number = bucket.waiting.partition_point(|(at, _)| is_read(at));
            let entries = bucket.waiting.drain(..number);
            ready.extend(entries.map(|(at, entry)| (at, slot, entry)));
        }
        ready.sort_unstable();
        ready
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn entry(value: &str) -> EntryKey {
        EntryKey {
            index: 0,
            value: value.into(),
            row: Vec::new(),
        }
    }

    fn page(values: &[&str], reached: Option<&str>) -> EntryPage {
        EntryPage {
            entries: values.iter().copied().map(entry).collect(),
            reached: reached.map(Into::into),
        }
    }

    fn add(pages: &mut BucketPages, found: Vec<EntryPage>, entries: u64) {
        let reads = pages.reads(entries);
        assert_eq!(reads.len(), found.len());
        for (read, page) in reads.iter().zip(found) {
            pages.add(read, page, |entry| entry.value.clone());
        }
    }

    #[test]
    fn later_entries_wait_for_the_next_page() {
        let mut pages = BucketPages::starting(0..2, None);
        let found = vec![page(&["a", "b"], Some("b")), page(&["c", "d"], Some("d"))];
        add(&mut pages, found, 2);
        assert_eq!(pages.take(9), page(&["a", "b"], Some("b")));
        assert!(pages.continues(Some(b"b")) && !pages.continues(None));
        // The other bucket is not read.
        add(&mut pages, vec![page(&["e"], None)], 2);
        assert_eq!(pages.take(9), page(&["c", "d"], Some("d")));
        add(&mut pages, vec![page(&[], None)], 2);
        assert_eq!(pages.take(9), page(&["e"], None));
    }

    #[test]
    fn a_page_has_no_more_entries_than_it_may() {
        let mut pages = BucketPages::starting(0..2, None);
        let found = vec![page(&["a", "c"], None), page(&["b", "d"], None)];
        add(&mut pages, found, 3);
        assert_eq!(pages.take(3), page(&["a", "b", "c"], Some("c")));
        assert!(pages.reads(3).is_empty() && pages.continues(Some(b"c")));
        assert_eq!(pages.take(3), page(&["d"], None));
    }

    #[test]
    fn a_bucket_is_filled_up_to_the_number() {
        let mut pages = BucketPages::starting(0..2, Some(b"0".to_vec()));
        assert_eq!(pages.reads(5)[1].after, Some(b"0".to_vec()));
        let found = vec![page(&["a"], Some("a")), page(&["b", "c"], Some("c"))];
        add(&mut pages, found, 2);
        pages.take(9);
        let missing: Vec<u64> = pages.reads(3).iter().map(|read| read.entries).collect();
        assert_eq!(missing, [3, 1]);
    }
}
