//! Tables and their attributes (`TableDescriptorBuilder`).

use super::AttributeKind::{Bool, Bytes, Number};
use super::declare::{descriptor, parse, set_metadata};
use super::values::{AttributeValue, DURABILITY};
use super::{Attribute, AttributeError, AttributeKind, AttributeSpec, FamilyDescriptor, INT, LONG};
use crate::cow::{List, Text};
use crate::name::TableName;
use crate::splits::Splits;

descriptor! {
    /// A table: its name, families, split points and declared attributes.
    #[derive(Clone, Debug, PartialEq)]
    TableDescriptor: new {
        /// The full name.
        name: TableName,
        /// The families; at least one.
        families: List<FamilyDescriptor> = List::Borrowed(&[]),
        /// The split points that the table is created with.
        splits: Splits = Splits::None,
    }
    fields {
        max_filesize: u64 = "MAX_FILESIZE", Bytes { min: 2 << 20, max: LONG }, None,
            "bytes at which a region is split",
            "max_filesize = 10737418240";
        split_policy: Text = "SPLIT_POLICY", AttributeKind::Text, None,
            "class name of the policy that splits regions",
            "split_policy = \"org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy\"";
        durability: Text = "DURABILITY", DURABILITY, Some("USE_DEFAULT"),
            "durability of writes when they are acknowledged (default: a synced log)",
            "durability = sync_wal";
        memstore_flushsize: u64 = "MEMSTORE_FLUSHSIZE", Bytes { min: 1 << 20, max: LONG }, None,
            "bytes at which a region's memstores are flushed",
            "memstore_flushsize = 134217728";
        normalization_enabled: bool = "NORMALIZATION_ENABLED", Bool, Some("false"),
            "whether the normalizer splits and merges regions (default false)",
            "normalization_enabled = true";
        compaction_enabled: bool = "COMPACTION_ENABLED", Bool, Some("true"),
            "whether files are compacted (default true)",
            "compaction_enabled = false";
        owner: Text = "OWNER", AttributeKind::Text, None,
            "the owner",
            "owner = \"billing\"";
    }
    metadata {
        "SPLIT_ENABLED", Bool, Some("true");
        "MERGE_ENABLED", Bool, Some("true");
        "READONLY", Bool, Some("false");
        "REGION_REPLICATION", Number { min: 1, max: INT }, Some("1");
        "REGION_MEMSTORE_REPLICATION", Bool, Some("true");
        "PRIORITY", Number { min: 0, max: INT }, Some("0");
    }
}

impl TableDescriptor {
    /// The family of this name.
    pub fn family(&self, name: &[u8]) -> Option<&FamilyDescriptor> {
        self.families.iter().find(|f| f.name.as_bytes() == name)
    }

    /// The table's name, with only its own attributes whose names `keep` accepts.
    pub fn only(&self, keep: impl Fn(&str) -> bool) -> Self {
        let mut only = Self {
            families: List::Borrowed(&[]),
            splits: Splits::None,
            ..self.clone()
        };
        only.retain(keep);
        only
    }
}
