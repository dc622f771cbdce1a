//! Attributes that the gateway's `createTable` does not support.

use hbase_model::{DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, TableDescriptor};

/// Those that are declared and differ from `HBase`'s defaults.
pub(super) fn unsupported(table: &TableDescriptor) -> Vec<String> {
    let mut found = Vec::new();
    let mut note = |declared: bool, name: &str| {
        if declared {
            found.push(name.to_owned());
        }
    };
    note(table.max_filesize.is_some(), "MAX_FILESIZE");
    note(table.split_policy.is_some(), "SPLIT_POLICY");
    note(table.durability.is_some(), "DURABILITY");
    note(table.memstore_flushsize.is_some(), "MEMSTORE_FLUSHSIZE");
    note(
        table.normalization_enabled.is_some(),
        "NORMALIZATION_ENABLED",
    );
    note(
        table.compaction_enabled == Some(false),
        "COMPACTION_ENABLED",
    );
    note(table.owner.is_some(), "OWNER");
    found.extend(table.metadata.iter().map(|(name, _)| name.to_string()));
    for family in table.families.iter() {
        of_family(family, &mut found);
    }
    found
}

fn of_family(family: &FamilyDescriptor, found: &mut Vec<String>) {
    let mut note = |declared: bool, name: &str| {
        if declared {
            found.push(format!("{name} of family {}", family.name));
        }
    };
    let encoding = family
        .data_block_encoding
        .unwrap_or(DataBlockEncoding::None);
    let keep = family.keep_deleted_cells.unwrap_or(KeepDeletedCells::False);
    note(family.min_versions.unwrap_or(0) != 0, "MIN_VERSIONS");
    note(family.block_size.unwrap_or(65536) != 65536, "BLOCKSIZE");
    note(encoding != DataBlockEncoding::None, "DATA_BLOCK_ENCODING");
    note(
        family.replication_scope.unwrap_or(0) != 0,
        "REPLICATION_SCOPE",
    );
    note(keep != KeepDeletedCells::False, "KEEP_DELETED_CELLS");
    for (name, _) in family.metadata.iter() {
        note(true, name);
    }
}
