//! Known regions, by range.

use std::collections::{BTreeMap, HashMap};
use std::ops::Bound;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use bytes::Bytes;
use hbase_model::TableName;

use crate::endpoint::Endpoint;

/// A region and its server.
#[derive(Debug)]
pub(crate) struct Region {
    /// The full name, as in requests.
    pub(crate) name: Bytes,
    pub(crate) table: TableName,
    /// Included; empty for the first region.
    pub(crate) start: Bytes,
    /// Excluded; empty for the last region.
    pub(crate) end: Bytes,
    pub(crate) server: Endpoint,
    /// When the server's process was started, if known: it distinguishes processes at one address.
    pub(crate) start_code: Option<u64>,
    /// Whether the server is known from another server's exception, not from `hbase:meta`.
    pub(crate) is_reported: bool,
    /// Whether its server was lost since then: the region is looked up before its next use.
    suspect: AtomicBool,
}

impl Region {
    pub(crate) fn new(
        name: Bytes,
        table: TableName,
        [start, end]: [Bytes; 2],
        server: Endpoint,
    ) -> Self {
        Self {
            name,
            table,
            start,
            end,
            server,
            start_code: None,
            is_reported: false,
            suspect: AtomicBool::new(false),
        }
    }

    pub(crate) fn started(self, start_code: Option<u64>) -> Self {
        Self { start_code, ..self }
    }

    pub(crate) fn contains(&self, row: &[u8]) -> bool {
        self.start[..] <= *row && (self.end.is_empty() || *row < self.end[..])
    }

    /// Whether it contains the rows just below a key.
    pub(super) fn is_before(&self, key: &[u8]) -> bool {
        self.start[..] < *key && (self.end.is_empty() || self.end[..] >= *key)
    }

    /// Whether its server was lost since it was looked up.
    pub(crate) fn is_suspect(&self) -> bool {
        self.suspect.load(Ordering::Relaxed)
    }

    fn overlaps(&self, other: &Self) -> bool {
        let below = |end: &Bytes, start: &Bytes| !end.is_empty() && end <= start;
        !below(&self.end, &other.start) && !below(&other.end, &self.start)
    }

    fn at(&self, server: Endpoint, start_code: Option<u64>) -> Self {
        let range = [self.start.clone(), self.end.clone()];
        let moved = Self::new(self.name.clone(), self.table.clone(), range, server);
        Self {
            is_reported: true,
            ..moved.started(start_code)
        }
    }
}

type Ranges = BTreeMap<Bytes, Arc<Region>>;

/// Known regions of all tables.
#[derive(Debug, Default)]
pub(crate) struct RegionCache(Mutex<HashMap<TableName, Ranges>>);

impl RegionCache {
    fn tables(&self) -> MutexGuard<'_, HashMap<TableName, Ranges>> {
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// The region of a row, if it is known and its server is not suspect.
    pub(crate) fn find(&self, table: &TableName, row: &[u8]) -> Option<Arc<Region>> {
        let tables = self.tables();
        let ranges = tables.get(table)?;
        let (_, region) = ranges
            .range::<[u8], _>((Bound::Unbounded, Bound::Included(row)))
            .next_back()?;
        let usable = region.contains(row) && !region.is_suspect();
        usable.then(|| Arc::clone(region))
    }

    /// The region that ends at a key, or contains rows up to it; under the same conditions.
    pub(crate) fn find_before(&self, table: &TableName, key: &[u8]) -> Option<Arc<Region>> {
        let tables = self.tables();
        let ranges = tables.get(table)?;
        let (_, region) = ranges
            .range::<[u8], _>((Bound::Unbounded, Bound::Excluded(key)))
            .next_back()?;
        let usable = region.is_before(key) && !region.is_suspect();
        usable.then(|| Arc::clone(region))
    }

    /// The last region, under the same conditions.
    pub(crate) fn find_last(&self, table: &TableName) -> Option<Arc<Region>> {
        let tables = self.tables();
        let (_, region) = tables.get(table)?.last_key_value()?;
        let usable = region.end.is_empty() && !region.is_suspect();
        usable.then(|| Arc::clone(region))
    }

    /// Adds a region that was looked up; forgets older regions that it overlaps.
    pub(crate) fn insert(&self, region: Region) -> Arc<Region> {
        let region = Arc::new(region);
        let mut tables = self.tables();
        let ranges = tables.entry(region.table.clone()).or_default();
        while let Some(old) = overlapped(ranges, &region) {
            ranges.remove(&old);
        }
        ranges.insert(region.start.clone(), Arc::clone(&region));
        region
    }

    /// Forgets a region, unless another look-up has replaced it; returns whether it was known.
    pub(crate) fn forget(&self, region: &Arc<Region>) -> bool {
        let mut tables = self.tables();
        if let Some(ranges) = tables.get_mut(&region.table)
            && ranges
                .get(&region.start)
                .is_some_and(|known| Arc::ptr_eq(known, region))
        {
            return ranges.remove(&region.start).is_some();
        }
        false
    }

    /// Notes that a region is at another server, unless another look-up has replaced it; returns whether it was
    /// known.
    pub(crate) fn moved(
        &self,
        region: &Arc<Region>,
        server: Endpoint,
        start_code: Option<u64>,
    ) -> bool {
        let mut tables = self.tables();
        if let Some(known) = tables
            .get_mut(&region.table)
            .and_then(|ranges| ranges.get_mut(&region.start))
            && Arc::ptr_eq(known, region)
        {
            *known = Arc::new(region.at(server, start_code));
            return true;
        }
        false
    }

    /// Marks every region of a server to be looked up before its next use.
    pub(crate) fn suspect(&self, server: &Endpoint) {
        let tables = self.tables();
        let regions = tables.values().flat_map(BTreeMap::values);
        for region in regions.filter(|region| region.server == *server) {
            region.suspect.store(true, Ordering::Relaxed);
        }
    }

    /// Forgets a table's regions.
    pub(crate) fn forget_table(&self, table: &TableName) {
        self.tables().remove(table);
    }
}

/// The start of a known region that overlaps `region`. Known regions do not overlap each other, so only its
/// neighbours can.
fn overlapped(ranges: &Ranges, region: &Region) -> Option<Bytes> {
    let before = ranges.range::<Bytes, _>(..&region.start).next_back();
    let behind = ranges.range::<Bytes, _>(&region.start..).next();
    let mut beside = before.into_iter().chain(behind);
    let (start, _) = beside.find(|(_, known)| known.overlaps(region))?;
    Some(start.clone())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn region(start: &'static str, end: &'static str, port: u16) -> Region {
        let range = [
            Bytes::from_static(start.as_bytes()),
            Bytes::from_static(end.as_bytes()),
        ];
        let table = TableName::from_static("default", "T");
        Region::new(
            Bytes::from_static(b"n"),
            table,
            range,
            Endpoint::new("h", port),
        )
    }

    fn ports(cache: &RegionCache, rows: &[&str]) -> Vec<Option<u16>> {
        let table = TableName::from_static("default", "T");
        let port = |row: &&str| Some(cache.find(&table, row.as_bytes())?.server.port);
        rows.iter().map(port).collect()
    }

    #[test]
    fn rows_are_found_by_range_up_to_the_edges() {
        let cache = RegionCache::default();
        cache.insert(region("", "b", 1));
        cache.insert(region("b", "c", 2));
        cache.insert(region("d", "", 4));
        assert_eq!(
            ports(&cache, &["", "a", "b", "bz", "c", "d", "z"]),
            [Some(1), Some(1), Some(2), Some(2), None, Some(4), Some(4)]
        );
    }

    #[test]
    fn rows_below_a_key_are_found_up_to_the_edges() {
        let cache = RegionCache::default();
        let table = TableName::from_static("default", "T");
        let before = |key: &str| Some(cache.find_before(&table, key.as_bytes())?.server.port);
        let last = || Some(cache.find_last(&table)?.server.port);
        cache.insert(region("", "b", 1));
        cache.insert(region("b", "c", 2));
        assert_eq!(last(), None);
        cache.insert(region("d", "", 4));
        let found = ["a", "b", "bz", "c", "cz", "d", "dz"].map(before);
        let expected = [Some(1), Some(1), Some(2), Some(2), None, None, Some(4)];
        assert_eq!(found, expected);
        assert_eq!((before(""), last()), (None, Some(4)));
        cache.suspect(&Endpoint::new("h", 4));
        assert_eq!((before("z"), last()), (None, None));
    }

    #[test]
    fn what_a_new_region_overlaps_goes() {
        let cache = RegionCache::default();
        for (start, end, port) in [("", "b", 1), ("b", "d", 2), ("d", "", 3)] {
            cache.insert(region(start, end, port));
        }
        cache.insert(region("", "c", 9));
        assert_eq!(
            ports(&cache, &["a", "b", "c", "d"]),
            [Some(9), Some(9), None, Some(3)]
        );
        cache.insert(region("", "", 7));
        assert_eq!(ports(&cache, &["a", "c", "d"]), [Some(7); 3]);
    }

    /// Takes seconds at most: a region is inserted without comparing it with all others.
    #[test]
    fn many_regions_are_taken_over() {
        const COUNT: u32 = 100_000;
        let cache = RegionCache::default();
        let table = TableName::from_static("default", "T");
        let key = |n: u32| Bytes::copy_from_slice(&n.to_be_bytes());
        let insert = |start, end, port| {
            let (name, server) = (Bytes::from_static(b"n"), Endpoint::new("h", port));
            cache.insert(Region::new(name, table.clone(), [start, end], server));
        };
        for n in 0..COUNT {
            insert(key(n), key(n + 1), 1);
        }
        insert(key(10), key(COUNT), 2);
        let port = |n: u32| Some(cache.find(&table, &key(n))?.server.port);
        let found = [0, 9, 10, COUNT - 1, COUNT].map(port);
        assert_eq!(found, [Some(1), Some(1), Some(2), Some(2), None]);
        assert_eq!(cache.tables()[&table].len(), 11);
    }

    #[test]
    fn only_what_is_still_known_is_forgotten() {
        let cache = RegionCache::default();
        let old = cache.insert(region("", "", 1));
        cache.insert(region("", "", 2));
        cache.forget(&old);
        cache.moved(&old, Endpoint::new("h", 3), None);
        assert_eq!(ports(&cache, &["a"]), [Some(2)]);
        cache.suspect(&Endpoint::new("h", 1));
        assert_eq!(ports(&cache, &["a"]), [Some(2)]);
        cache.suspect(&Endpoint::new("h", 2));
        assert_eq!(ports(&cache, &["a"]), [None]);
    }
}
