//! The naive model: all cells in one list, and each read iterates over all of them.

mod filter;

use std::borrow::Cow;
use std::collections::BTreeSet;

use hbase_backend::{Cell, CellKind, Mutation, ReadOptions, TimeRange};
use hbase_model::{KeepDeletedCells, TableDescriptor, TableName, Ttl};

/// A small generator (splitmix64), so that a seed always means the same run.
pub(crate) struct Rng(u64);

impl Rng {
    pub(crate) fn new(seed: u64) -> Self {
        Self(seed)
    }

    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// A number below `limit`.
    pub(crate) fn below(&mut self, limit: u32) -> u32 {
        u32::try_from(self.next() % u64::from(limit)).unwrap_or(0)
    }

    /// True with a probability of one in `n`.
    pub(crate) fn one_in(&mut self, n: u32) -> bool {
        self.below(n) == 0
    }

    pub(crate) fn pick<'a, T>(&mut self, from: &'a [T]) -> &'a T {
        let index = self.below(u32::try_from(from.len()).unwrap_or(1));
        &from[index as usize]
    }
}

/// A cell and its own time to live in milliseconds.
#[derive(Clone, Debug)]
struct Stored {
    cell: Cell,
    ttl_ms: Option<i64>,
}

/// The descriptor of a family.
struct Family {
    name: Vec<u8>,
    versions: usize,
    min_versions: usize,
    ttl_ms: i64,
    keeps_deleted: bool,
}

/// A table as a list of cells.
pub(crate) struct Model {
    name: TableName,
    families: Vec<Family>,
    cells: Vec<Stored>,
    /// The rows written since the last flush.
    written: BTreeSet<Vec<u8>>,
}

/// The kind of compaction.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Compaction {
    /// Delete markers stay.
    Minor,
    Major {
        earliest_put: i64,
    },
}

impl Model {
    pub(crate) fn new(table: TableDescriptor) -> Self {
        let families = table.families.iter().map(|family| Family {
            name: family.name.as_bytes().to_vec(),
            versions: family.versions.unwrap_or(1) as usize,
            min_versions: family.min_versions.unwrap_or(0) as usize,
            ttl_ms: family
                .ttl
                .map_or(i64::MAX / 2, |ttl: Ttl| i64::from(ttl.as_secs()) * 1000),
            keeps_deleted: family.keep_deleted_cells == Some(KeepDeletedCells::True),
        });
        Self {
            families: families.collect(),
            name: table.name,
            cells: Vec::new(),
            written: BTreeSet::new(),
        }
    }

    pub(crate) fn table(&self) -> &TableName {
        &self.name
    }

    pub(crate) fn apply(&mut self, mutation: &Mutation) {
        self.written.insert(mutation.row().to_vec());
        for cell in mutation.cells() {
            let cell = cell.to_cell();
            self.cells
                .retain(|stored| !is_same_key(&stored.cell, &cell));
            let is_put = cell.kind == CellKind::Put;
            self.cells.push(Stored {
                cell,
                ttl_ms: mutation.ttl_ms.filter(|_| is_put).map(u64::cast_signed),
            });
        }
        self.cells
            .sort_by(|a, b| a.cell.as_ref().compare(&b.cell.as_ref()));
    }

    /// The result of a get.
    pub(crate) fn read(&self, row: &[u8], read: &ReadOptions, now: i64) -> Vec<Cell> {
        if read.filter.as_ref().is_some_and(|f| !filter::row(f, row)) {
            return Vec::new();
        }
        self.of_families(read, |family, wanted| {
            let stored = self.family_row(row, family);
            let found = visible(family, &stored, read, wanted, now);
            match &read.filter {
                None => found.into_iter().map(|s| s.cell.clone()).collect(),
                Some(filter) => filter::cells(filter, &found, read.max_versions as usize),
            }
        })
    }

    /// The result of a raw scan for a row: markers too, and the cells that they hide.
    pub(crate) fn read_raw(&self, row: &[u8], read: &ReadOptions, now: i64) -> Vec<Cell> {
        self.of_families(read, |family, _| {
            let mut found = Vec::new();
            let mut closed: Option<&[u8]> = None;
            let mut counted: (&[u8], u32) = (&[], 0);
            for s in self.family_row(row, family) {
                let qualifier = s.cell.qualifier.as_slice();
                if closed == Some(qualifier) || is_past_own_ttl(s, now) {
                    continue;
                }
                let is_newer = s.cell.timestamp >= read.time_range.min;
                if is_newer && !in_range(read.time_range, s.cell.timestamp) {
                    continue;
                }
                if counted.0 != qualifier {
                    counted = (qualifier, 0);
                }
                counted.1 += u32::from(is_newer && s.cell.kind == CellKind::Put);
                if is_newer && counted.1 <= read.max_versions {
                    found.push(s.cell.clone());
                } else {
                    closed = Some(qualifier);
                }
            }
            found
        })
    }

    /// The cells of each requested family, from its offset up to its limit.
    fn of_families(
        &self,
        read: &ReadOptions,
        cells: impl Fn(&Family, &[Cow<'static, [u8]>]) -> Vec<Cell>,
    ) -> Vec<Cell> {
        let mut answer = Vec::new();
        for family in &self.families {
            let asked = read.columns.iter().find(|c| c.family == family.name);
            if !read.columns.is_empty() && asked.is_none() {
                continue;
            }
            let wanted = asked.map(|c| c.qualifiers.as_slice()).unwrap_or_default();
            let limit = read.store_limit.map_or(usize::MAX, |limit| limit as usize);
            let found = cells(family, wanted).into_iter();
            answer.extend(found.skip(read.store_offset as usize).take(limit));
        }
        answer
    }

    fn family_row(&self, row: &[u8], family: &Family) -> Vec<&Stored> {
        let of_row = |s: &&Stored| s.cell.row == row && s.cell.family == family.name;
        self.cells.iter().filter(of_row).collect()
    }

    /// Drops what a major compaction drops.
    pub(crate) fn major_compact(&mut self, now: i64) {
        self.written.clear();
        let rows: BTreeSet<_> = self.cells.iter().map(|s| s.cell.row.clone()).collect();
        let mut kept = Vec::new();
        for row in &rows {
            for family in &self.families {
                let earliest_put = self.earliest_put(family);
                let stored = self.family_row(row, family);
                let kind = Compaction::Major { earliest_put };
                kept.extend(outlive(family, &stored, kind, now));
            }
        }
        self.replace(kept);
    }

    /// Drops what a flush drops, of the rows written since the last one.
    pub(crate) fn flush(&mut self, now: i64) {
        let written = std::mem::take(&mut self.written);
        let others = self.cells.iter();
        let others = others.filter(|s| !written.contains(&s.cell.row));
        let mut kept: Vec<_> = others.cloned().collect();
        for row in &written {
            for family in &self.families {
                let stored = self.family_row(row, family);
                kept.extend(outlive(family, &stored, Compaction::Minor, now));
            }
        }
        self.replace(kept);
    }

    /// The store was closed and opened again: what was written before counts as flushed.
    pub(crate) fn reopen(&mut self) {
        self.written.clear();
    }

    fn replace(&mut self, cells: Vec<Stored>) {
        self.cells = cells;
        self.cells
            .sort_by(|a, b| a.cell.as_ref().compare(&b.cell.as_ref()));
    }

    fn earliest_put(&self, family: &Family) -> i64 {
        let puts = self
            .cells
            .iter()
            .filter(|s| s.cell.family == family.name && s.cell.kind == CellKind::Put);
        puts.map(|s| s.cell.timestamp).min().unwrap_or(i64::MAX)
    }
}

fn is_same_key(a: &Cell, b: &Cell) -> bool {
    a.as_ref().compare(&b.as_ref()).is_eq()
}

fn is_past_family_ttl(family: &Family, stored: &Stored, now: i64) -> bool {
    stored.cell.timestamp < now - family.ttl_ms
}

fn is_past_own_ttl(stored: &Stored, now: i64) -> bool {
    stored
        .ttl_ms
        .is_some_and(|ttl_ms| stored.cell.timestamp + ttl_ms < now)
}

/// Whether a marker hides a put of the same row and family.
fn hides(marker: &Cell, put: &Cell) -> bool {
    match marker.kind {
        CellKind::Put => false,
        CellKind::DeleteFamily => put.timestamp <= marker.timestamp,
        CellKind::DeleteFamilyVersion => put.timestamp == marker.timestamp,
        CellKind::DeleteColumn => {
            put.qualifier == marker.qualifier && put.timestamp <= marker.timestamp
        }
        CellKind::Delete => put.qualifier == marker.qualifier && put.timestamp == marker.timestamp,
    }
}

/// The puts of one row of one family that a reader sees.
fn visible<'a>(
    family: &Family,
    stored: &[&'a Stored],
    read: &ReadOptions,
    wanted: &[Cow<'static, [u8]>],
    now: i64,
) -> Vec<&'a Stored> {
    let is_alive = |s: &Stored| family.min_versions > 0 || !is_past_family_ttl(family, s, now);
    let markers = stored.iter().filter(|s| {
        let counts = if family.keeps_deleted {
            read.time_range.contains(s.cell.timestamp)
        } else {
            true
        };
        s.cell.kind.is_delete() && counts && is_alive(s)
    });
    let markers: Vec<_> = markers.collect();
    let candidates = stored.iter().filter(|s| {
        s.cell.kind == CellKind::Put
            && is_alive(s)
            && !is_past_own_ttl(s, now)
            && in_range(read.time_range, s.cell.timestamp)
            && (wanted.is_empty() || wanted.iter().any(|q| **q == *s.cell.qualifier))
            && !markers.iter().any(|marker| hides(&marker.cell, &s.cell))
    });
    // With a filter, excluded versions make room for older ones.
    let most = match read.filter {
        None => family.versions.min(read.max_versions as usize),
        Some(_) => family.versions,
    };
    let mut seen: Vec<&Stored> = Vec::new();
    for candidate in candidates {
        let qualifier = &candidate.cell.qualifier;
        let before = seen.iter().filter(|s| s.cell.qualifier == *qualifier);
        let before: Vec<_> = before.collect();
        // Single columns may show one expired version more than whole families do.
        let is_closed = if wanted.is_empty() {
            before.len() >= family.min_versions && is_past_family_ttl(family, candidate, now)
        } else {
            let closes = |(n, s): (usize, &&&Stored)| {
                n + 1 >= family.min_versions && is_past_family_ttl(family, s, now)
            };
            before.iter().enumerate().any(closes)
        };
        if before.len() < most && !is_closed {
            seen.push(candidate);
        }
    }
    seen
}

fn in_range(range: TimeRange, timestamp: i64) -> bool {
    range.min <= timestamp && (timestamp < range.max || range.max == i64::MAX)
}

/// The cells of one row of one family that outlive a compaction.
fn outlive(family: &Family, stored: &[&Stored], kind: Compaction, now: i64) -> Vec<Stored> {
    let mut kept: Vec<Stored> = Vec::new();
    let mut closed: Option<Vec<u8>> = None;
    let mut counted = (Vec::new(), 0);
    for s in stored {
        let qualifier = &s.cell.qualifier;
        // The family's markers are in the column without a qualifier, which is never closed.
        if closed
            .as_ref()
            .is_some_and(|q| !q.is_empty() && q == qualifier)
        {
            continue;
        }
        let expired = is_past_family_ttl(family, s, now);
        if family.min_versions == 0 && expired {
            closed = Some(qualifier.clone());
            continue;
        }
        let is_marker = s.cell.kind.is_delete();
        if is_past_own_ttl(s, now) {
            continue;
        }
        match kind {
            Compaction::Minor if is_marker => {
                kept.push((*s).clone());
                continue;
            }
            Compaction::Major { earliest_put } if is_marker => {
                if !family.keeps_deleted {
                    continue;
                }
                if s.cell.timestamp < earliest_put {
                    closed = Some(qualifier.clone());
                    continue;
                }
            }
            _ => {}
        }
        if is_hidden_for_good(family, stored, s, now) {
            // Nothing remains of a column after a marker that hides all of its past.
            if hides_the_past(family, stored, s, now) {
                closed = Some(qualifier.clone());
            }
            continue;
        }
        if counted.0 != *qualifier {
            counted = (qualifier.clone(), 0);
        }
        counted.1 += usize::from(!is_marker);
        if counted.1 > family.versions || (counted.1 > family.min_versions && expired) {
            closed = Some(qualifier.clone());
            continue;
        }
        kept.push((*s).clone());
    }
    kept
}

fn is_hidden_for_good(family: &Family, stored: &[&Stored], put: &Stored, now: i64) -> bool {
    let is_alive = |s: &Stored| family.min_versions > 0 || !is_past_family_ttl(family, s, now);
    let is_put = put.cell.kind == CellKind::Put;
    let mut others = stored.iter();
    is_put && !family.keeps_deleted && others.any(|m| is_alive(m) && hides(&m.cell, &put.cell))
}

/// Whether the marker that hides a put also hides everything older in its column.
fn hides_the_past(family: &Family, stored: &[&Stored], put: &Stored, now: i64) -> bool {
    let is_alive = |s: &Stored| family.min_versions > 0 || !is_past_family_ttl(family, s, now);
    let hiding = |kind: CellKind| {
        let mut markers = stored.iter().filter(|m| m.cell.kind == kind);
        markers.any(|m| is_alive(m) && hides(&m.cell, &put.cell))
    };
    hiding(CellKind::DeleteFamily)
        || (!hiding(CellKind::DeleteFamilyVersion) && hiding(CellKind::DeleteColumn))
}
