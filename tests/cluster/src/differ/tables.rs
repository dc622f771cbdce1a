//! Tables of random attributes.

use std::borrow::Cow;

use fastrand::Rng;
use hbase_backend::{Capabilities, Capability};
use hbase_model::{
    BloomFilter, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, Splits, TableDescriptor,
    TableName, Ttl,
};

use super::values::{FAMILIES, FAMILY_TTL_SECS, QUALIFIERS, ROWS, one_in, pick};

/// More versions than a run writes.
const ALL_VERSIONS: u32 = 1_000_000;

/// A minor compaction of all files of a store drops delete markers, and `HBase` starts one by itself once a
/// store has a few files.
const NO_MINOR_COMPACTIONS: &[(Cow<'static, str>, Cow<'static, str>)] = &[
    (
        Cow::Borrowed("hbase.hstore.compaction.min"),
        Cow::Borrowed("1000"),
    ),
    (
        Cow::Borrowed("hbase.hstore.blockingStoreFiles"),
        Cow::Borrowed("1000"),
    ),
];

/// A table, and the operations that its attributes allow.
#[derive(Clone, Debug)]
pub(super) struct Plan {
    pub(super) table: TableDescriptor,
    /// Whether a family keeps deleted cells.
    pub(super) keeps_deleted: bool,
    /// Whether a flush drops no cell that a read returns.
    pub(super) flushes_freely: bool,
    /// Whether the table has columns with an empty qualifier. A family's delete markers are among their
    /// versions. So after a filter's "next column", `HBase` passes older versions to the filter too, unless
    /// they are in a file; and a filter's hint skips such a marker, so that deleted cells reappear.
    pub(super) has_nameless: bool,
}

impl Plan {
    pub(super) fn random(name: TableName, rng: &mut Rng, can: Capabilities) -> Self {
        let flushes_freely = one_in(rng, 4);
        let mut table = TableDescriptor::new(name);
        let families = FAMILIES.map(|name| {
            if flushes_freely {
                let mut family = FamilyDescriptor::new(name);
                family.versions = Some(ALL_VERSIONS);
                family
            } else {
                family(name, rng)
            }
        });
        table.families = families.to_vec().into();
        table.metadata = NO_MINOR_COMPACTIONS.into();
        let keeps_deleted = table.families.iter().any(keeps_deleted);
        if can.has(Capability::CreateWithSplits) && one_in(rng, 2) {
            let keys: Vec<_> = ROWS[1..].iter().filter(|_| one_in(rng, 3)).collect();
            if !keys.is_empty() {
                let keys = keys.iter().map(|key| Cow::Borrowed(**key));
                table.splits = Splits::Keys(keys.collect());
            }
        }
        Self {
            table,
            keeps_deleted,
            flushes_freely,
            has_nameless: !keeps_deleted && one_in(rng, 2),
        }
    }

    pub(super) fn qualifier(&self, rng: &mut Rng) -> Vec<u8> {
        let named = QUALIFIERS.len() - 1;
        let known = if self.has_nameless { named + 1 } else { named };
        pick(rng, &QUALIFIERS[..known]).to_vec()
    }

    pub(super) fn has_one_region(&self) -> bool {
        self.table.splits.regions() == 1
    }
}

fn keeps_deleted(family: &FamilyDescriptor) -> bool {
    let keep = family.keep_deleted_cells;
    keep.is_some_and(|keep| keep != KeepDeletedCells::False)
}

fn family(name: &'static str, rng: &mut Rng) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new(name);
    let versions = rng.u32(1..5);
    family.versions = Some(versions);
    if one_in(rng, 3) {
        family.ttl = Ttl::from_secs(FAMILY_TTL_SECS);
        family.min_versions = Some(rng.u32(0..=versions));
    }
    family.keep_deleted_cells = Some(match rng.u32(..5) {
        0 => KeepDeletedCells::True,
        1 if family.ttl.is_some() => KeepDeletedCells::Ttl,
        _ => KeepDeletedCells::False,
    });
    family.bloom = Some(*pick(rng, BloomFilter::ALL));
    family.data_block_encoding = Some(*pick(rng, DataBlockEncoding::ALL));
    family
}
