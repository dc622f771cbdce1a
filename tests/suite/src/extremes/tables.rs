//! Descriptors and changes of tables. Every field is named.

use std::borrow::Cow;

use hbase_model::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, Splits,
    TableChange, TableDescriptor, TableName, Ttl,
};

use super::Extremes;

/// The compressions that every server supports.
const COMPRESSIONS: &[Compression] = &[Compression::None, Compression::Gz];

const BLOOMS: &[BloomFilter] = &[BloomFilter::None, BloomFilter::Row, BloomFilter::RowCol];

const BLOCK_ENCODINGS: &[DataBlockEncoding] = &[
    DataBlockEncoding::None,
    DataBlockEncoding::Prefix,
    DataBlockEncoding::Diff,
    DataBlockEncoding::FastDiff,
    DataBlockEncoding::RowIndexV1,
];

const KEEPS: &[KeepDeletedCells] = &[
    KeepDeletedCells::False,
    KeepDeletedCells::True,
    KeepDeletedCells::Ttl,
];

impl Extremes {
    fn pairs(&mut self) -> Cow<'static, [(Cow<'static, str>, Cow<'static, str>)]> {
        if !self.is_odd() {
            return Cow::Borrowed(&[]);
        }
        self.list(|x| (x.text(), x.text())).into()
    }

    pub(super) fn odd_family(&mut self) -> FamilyDescriptor {
        FamilyDescriptor {
            name: if self.is_odd() {
                self.odd_text().into()
            } else {
                (*self.one_of(&["f", "g", "h"])).into()
            },
            versions: self.maybe(Self::small),
            min_versions: self.odd(Self::small),
            ttl: self.maybe(Self::small).and_then(Ttl::from_secs),
            compression: self.maybe(|x| *x.one_of(COMPRESSIONS)),
            bloom: self.maybe(|x| *x.one_of(BLOOMS)),
            block_size: self.odd(Self::small),
            block_cache: self.maybe(Self::yes),
            in_memory: self.maybe(Self::yes),
            data_block_encoding: self.maybe(|x| *x.one_of(BLOCK_ENCODINGS)),
            replication_scope: self.odd(Self::small),
            keep_deleted_cells: self.maybe(|x| *x.one_of(KEEPS)),
            metadata: self.pairs(),
        }
    }

    /// Few regions where a server creates them.
    fn splits(&mut self) -> Splits {
        if !self.is_odd() {
            return Splits::None;
        }
        let regions = if self.yes() { 3 } else { self.regions() };
        match self.rng.u8(..6) {
            0 => Splits::HexString { regions },
            1 => Splits::Uniform { regions },
            2 => Splits::DecimalString { regions },
            3 => Splits::NumberPipe {
                regions,
                width: *self.one_of(&[0, 1, 4, 39, 40, 255]),
            },
            4 => Splits::PerBucket {
                buckets: regions,
                digits: *self.one_of(&[None, Some(0), Some(3), Some(255)]),
            },
            _ => Splits::Keys(self.list(|x| Cow::Owned(x.row())).into()),
        }
    }

    fn regions(&mut self) -> u32 {
        let most = [0, 1, 100_001, u32::MAX, u32::MAX - 1];
        // A server would create them one by one.
        let many = if self.scale.spares_server { 2 } else { 100_000 };
        if self.yes() {
            many
        } else {
            *self.one_of(&most)
        }
    }

    pub(super) fn odd_name(&mut self) -> Option<TableName> {
        let (namespace, name) = (self.odd_namespace(), self.odd_text());
        if self.yes() {
            return TableName::new(namespace, name).ok();
        }
        let name = format!("extremes_{}_{}", self.seed, std::process::id());
        TableName::new("default", name).ok()
    }

    pub(super) fn odd_namespace(&mut self) -> String {
        if self.is_odd() {
            return self.odd_text();
        }
        "default".to_owned()
    }

    pub(super) fn descriptor(&mut self) -> Option<TableDescriptor> {
        Some(TableDescriptor {
            name: self.odd_name()?,
            families: self.families().into(),
            splits: self.splits(),
            max_filesize: self.odd(Self::number),
            split_policy: None,
            durability: self.maybe(Self::text),
            memstore_flushsize: self.odd(Self::number),
            normalization_enabled: self.maybe(Self::yes),
            compaction_enabled: self.maybe(Self::yes),
            owner: self.maybe(Self::text),
            metadata: self.pairs(),
        })
    }

    /// Usually one; sometimes none, or so many that two have the same name.
    fn families(&mut self) -> Vec<FamilyDescriptor> {
        if self.is_odd() {
            return self.list(Self::odd_family);
        }
        vec![self.odd_family()]
    }

    pub(super) fn change(&mut self) -> Option<TableChange> {
        Some(match self.rng.u8(..5) {
            0 => TableChange::AddFamily(self.odd_family()),
            1 => TableChange::AlterFamily(self.odd_family()),
            2 => TableChange::DropFamily(self.text()),
            3 => TableChange::SetMetadata(Box::new(self.descriptor()?)),
            _ => TableChange::AlterTable(Box::new(self.descriptor()?)),
        })
    }
}
