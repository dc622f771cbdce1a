//! The table as `HBase` knows it.

use std::borrow::Cow;

use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use super::splits;
use crate::attr::{FamilyAttr, Metadata, TableAttr};
use crate::draft::Draft;
use crate::family_choice;
use crate::read::Slot;

pub(super) fn descriptor(draft: &Draft<'_>) -> Option<TableDescriptor> {
    let attr = draft.attrs.table.as_ref()?;
    let families = family_choice::declared(draft);
    let families: Option<Vec<_>> = families.into_iter().map(family).collect();
    Some(TableDescriptor {
        families: Cow::Owned(families?),
        splits: splits::splits(draft),
        max_filesize: attr.max_filesize.cloned(),
        split_policy: attr.split_policy.cloned().map(Cow::Owned),
        durability: attr.durability.cloned().map(Cow::Borrowed),
        memstore_flushsize: attr.memstore_flushsize.cloned(),
        normalization_enabled: attr.normalization_enabled.cloned(),
        compaction_enabled: attr.compaction_enabled.cloned(),
        owner: attr.owner.cloned().map(Cow::Owned),
        metadata: metadata(&attr.metadata),
        ..TableDescriptor::new(name(attr)?)
    })
}

fn name(attr: &TableAttr) -> Option<TableName> {
    TableName::parse(&attr.name.get()?.value).ok()
}

fn family(attr: &FamilyAttr) -> Option<FamilyDescriptor> {
    let name = Cow::Owned(attr.name.get()?.value.clone());
    Some(FamilyDescriptor {
        versions: attr.versions.cloned(),
        min_versions: attr.min_versions.cloned(),
        ttl: attr.ttl.cloned(),
        compression: attr.compression.cloned(),
        bloom: attr.bloom.cloned(),
        block_size: attr.block_size.cloned(),
        block_cache: attr.block_cache.cloned(),
        in_memory: attr.in_memory.cloned(),
        data_block_encoding: attr.data_block_encoding.cloned(),
        replication_scope: attr.replication_scope.cloned(),
        keep_deleted_cells: attr.keep_deleted_cells.cloned(),
        metadata: metadata(&attr.metadata),
        ..FamilyDescriptor::with_name(name)
    })
}

type Pairs = Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]>;

fn metadata(slot: &Slot<Metadata>) -> Pairs {
    let pairs = slot.get().into_iter().flatten();
    pairs
        .map(|(name, value)| (Cow::Owned(name.value.clone()), Cow::Owned(value.clone())))
        .collect()
}
