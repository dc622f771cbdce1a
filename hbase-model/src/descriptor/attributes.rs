//! What was said of a table or a family, by `HBase`'s names.

use super::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, List,
    TableDescriptor, Text, Ttl,
};

/// One attribute that was said: its name, and its value as `HBase` keeps it.
pub type Attribute = (Text, String);

#[derive(Default)]
struct Attributes(Vec<Attribute>);

impl Attributes {
    fn add(&mut self, name: &'static str, value: Option<impl ToString>) {
        if let Some(value) = value {
            self.0.push((name.into(), value.to_string()));
        }
    }

    fn add_metadata(mut self, pairs: &[(Text, Text)]) -> Vec<Attribute> {
        let pairs = pairs.iter();
        self.0
            .extend(pairs.map(|(name, value)| (name.clone(), value.to_string())));
        self.0
    }
}

impl FamilyDescriptor {
    /// The attributes that were said, metadata last.
    ///
    /// ```
    /// use hbase_model::FamilyDescriptor;
    /// let mut family = FamilyDescriptor::new("D1");
    /// family.in_memory = Some(true);
    /// assert_eq!(family.attributes(), [("IN_MEMORY".into(), "true".to_owned())]);
    /// ```
    pub fn attributes(&self) -> Vec<Attribute> {
        let mut said = Attributes::default();
        said.add("VERSIONS", self.versions);
        said.add("MIN_VERSIONS", self.min_versions);
        said.add("TTL", self.ttl.map(Ttl::as_secs));
        said.add("COMPRESSION", self.compression.map(Compression::name));
        said.add("BLOOMFILTER", self.bloom.map(BloomFilter::name));
        said.add("BLOCKSIZE", self.block_size);
        said.add("BLOCKCACHE", self.block_cache);
        said.add("IN_MEMORY", self.in_memory);
        let encoding = self.data_block_encoding.map(DataBlockEncoding::name);
        said.add("DATA_BLOCK_ENCODING", encoding);
        said.add("REPLICATION_SCOPE", self.replication_scope);
        let keep = self.keep_deleted_cells.map(KeepDeletedCells::name);
        said.add("KEEP_DELETED_CELLS", keep);
        said.add_metadata(&self.metadata)
    }

    /// The family with only those of its attributes whose name `keep` takes.
    pub fn only(&self, keep: impl Fn(&str) -> bool) -> Self {
        let metadata = self.metadata.iter().filter(|(name, _)| keep(name));
        Self {
            name: self.name.clone(),
            versions: self.versions.filter(|_| keep("VERSIONS")),
            min_versions: self.min_versions.filter(|_| keep("MIN_VERSIONS")),
            ttl: self.ttl.filter(|_| keep("TTL")),
            compression: self.compression.filter(|_| keep("COMPRESSION")),
            bloom: self.bloom.filter(|_| keep("BLOOMFILTER")),
            block_size: self.block_size.filter(|_| keep("BLOCKSIZE")),
            block_cache: self.block_cache.filter(|_| keep("BLOCKCACHE")),
            in_memory: self.in_memory.filter(|_| keep("IN_MEMORY")),
            data_block_encoding: self
                .data_block_encoding
                .filter(|_| keep("DATA_BLOCK_ENCODING")),
            replication_scope: self.replication_scope.filter(|_| keep("REPLICATION_SCOPE")),
            keep_deleted_cells: self
                .keep_deleted_cells
                .filter(|_| keep("KEEP_DELETED_CELLS")),
            metadata: metadata.cloned().collect(),
        }
    }

    /// Takes over every attribute that was said of another family; the others stay.
    pub fn set(&mut self, other: &Self) {
        let Self {
            name: _,
            versions,
            min_versions,
            ttl,
            compression,
            bloom,
            block_size,
            block_cache,
            in_memory,
            data_block_encoding,
            replication_scope,
            keep_deleted_cells,
            metadata,
        } = other;
        self.versions = versions.or(self.versions);
        self.min_versions = min_versions.or(self.min_versions);
        self.ttl = ttl.or(self.ttl);
        self.compression = compression.or(self.compression);
        self.bloom = bloom.or(self.bloom);
        self.block_size = block_size.or(self.block_size);
        self.block_cache = block_cache.or(self.block_cache);
        self.in_memory = in_memory.or(self.in_memory);
        self.data_block_encoding = data_block_encoding.or(self.data_block_encoding);
        self.replication_scope = replication_scope.or(self.replication_scope);
        self.keep_deleted_cells = keep_deleted_cells.or(self.keep_deleted_cells);
        set_metadata(&mut self.metadata, metadata);
    }
}

/// Replaces the value where the name is there, and adds the pair otherwise.
fn set_metadata(pairs: &mut List<(Text, Text)>, other: &[(Text, Text)]) {
    for (name, value) in other {
        let pairs = pairs.to_mut();
        match pairs.iter_mut().find(|(known, _)| known == name) {
            Some(pair) => pair.1.clone_from(value),
            None => pairs.push((name.clone(), value.clone())),
        }
    }
}

impl TableDescriptor {
    /// The table's own attributes that were said, metadata last. Families and splits are none.
    pub fn attributes(&self) -> Vec<Attribute> {
        let mut said = Attributes::default();
        said.add("MAX_FILESIZE", self.max_filesize);
        said.add("SPLIT_POLICY", self.split_policy.as_ref());
        said.add("DURABILITY", self.durability.as_ref());
        said.add("MEMSTORE_FLUSHSIZE", self.memstore_flushsize);
        said.add("NORMALIZATION_ENABLED", self.normalization_enabled);
        said.add("COMPACTION_ENABLED", self.compaction_enabled);
        said.add("OWNER", self.owner.as_ref());
        said.add_metadata(&self.metadata)
    }

    /// The table's name, with only those of its own attributes whose name `keep` takes.
    pub fn only(&self, keep: impl Fn(&str) -> bool) -> Self {
        let metadata = self.metadata.iter().filter(|(name, _)| keep(name));
        let text = |value: &Option<Text>, name| value.clone().filter(|_| keep(name));
        Self {
            max_filesize: self.max_filesize.filter(|_| keep("MAX_FILESIZE")),
            split_policy: text(&self.split_policy, "SPLIT_POLICY"),
            durability: text(&self.durability, "DURABILITY"),
            memstore_flushsize: self
                .memstore_flushsize
                .filter(|_| keep("MEMSTORE_FLUSHSIZE")),
            normalization_enabled: self
                .normalization_enabled
                .filter(|_| keep("NORMALIZATION_ENABLED")),
            compaction_enabled: self
                .compaction_enabled
                .filter(|_| keep("COMPACTION_ENABLED")),
            owner: text(&self.owner, "OWNER"),
            metadata: metadata.cloned().collect(),
            ..Self::new(self.name.clone())
        }
    }
    /// Takes over every attribute of its own that was said of another table; the others stay, and
    /// so do name, families and splits.
    pub fn set(&mut self, other: &Self) {
        let text = |mine: &mut Option<Text>, other: &Option<Text>| {
            if other.is_some() {
                mine.clone_from(other);
            }
        };
        self.max_filesize = other.max_filesize.or(self.max_filesize);
        self.memstore_flushsize = other.memstore_flushsize.or(self.memstore_flushsize);
        self.normalization_enabled = other.normalization_enabled.or(self.normalization_enabled);
        self.compaction_enabled = other.compaction_enabled.or(self.compaction_enabled);
        text(&mut self.split_policy, &other.split_policy);
        text(&mut self.durability, &other.durability);
        text(&mut self.owner, &other.owner);
        set_metadata(&mut self.metadata, &other.metadata);
    }
}
