//! Tables as the shell's statements.

use std::borrow::Cow;

use hbase_model::ddl::MAX_SPLITS_IN_LINE;
use hbase_model::{
    BloomFilter, Compression, DataBlockEncoding, Ddl, FamilyDescriptor, KeepDeletedCells, Splits,
    TableDescriptor, TableName, Ttl,
};

fn table(name: &str, families: Vec<FamilyDescriptor>) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::parse(name).expect("a good name"));
    table.families = families.into();
    table
}

fn create(table: &TableDescriptor) -> String {
    Ddl::of(table).expect("good splits").to_string()
}

/// The table of user logs; the statement by hand writes `'400'` and `'snappy'`.
#[test]
fn user_logs() {
    let mut info = FamilyDescriptor::new("INFO");
    info.ttl = Ttl::from_secs(31_536_000);
    info.versions = Some(400);
    info.compression = Some(Compression::Snappy);
    let mut logs = table("TEST", vec![info]);
    logs.splits = Splits::HexString { regions: 16 };
    assert_eq!(
        create(&logs),
        "create 'TEST', \
         {NAME => 'INFO', VERSIONS => 400, TTL => 31536000, COMPRESSION => 'SNAPPY'}, \
         {NUMREGIONS => 16, SPLITALGO => 'HexStringSplit'}"
    );
}

#[test]
fn nothing_is_said_that_was_not() {
    let plain = table(
        "T",
        vec![FamilyDescriptor::new("D1"), FamilyDescriptor::new("D2")],
    );
    assert_eq!(create(&plain), "create 'T', {NAME => 'D1'}, {NAME => 'D2'}");
}

#[test]
fn every_attribute() {
    let mut family = FamilyDescriptor::new("D1");
    family.versions = Some(3);
    family.min_versions = Some(1);
    family.ttl = Some(Ttl::FOREVER);
    family.compression = Some(Compression::Zstd);
    family.bloom = Some(BloomFilter::RowCol);
    family.block_size = Some(65_536);
    family.block_cache = Some(true);
    family.in_memory = Some(false);
    family.data_block_encoding = Some(DataBlockEncoding::FastDiff);
    family.replication_scope = Some(1);
    family.keep_deleted_cells = Some(KeepDeletedCells::Ttl);
    family.metadata = vec![("NEW_VERSION".into(), "it's".into())].into();
    let mut full = table("T", vec![family]);
    full.max_filesize = Some(10);
    full.split_policy = Some("a.Policy".into());
    full.durability = Some("ASYNC_WAL".into());
    full.memstore_flushsize = Some(20);
    full.normalization_enabled = Some(true);
    full.compaction_enabled = Some(false);
    full.owner = Some("me".into());
    full.metadata = vec![("K".into(), r"a\b".into())].into();
    assert_eq!(
        create(&full),
        "create 'T', {NAME => 'D1', VERSIONS => 3, MIN_VERSIONS => 1, TTL => 2147483647, \
         COMPRESSION => 'ZSTD', BLOOMFILTER => 'ROWCOL', BLOCKSIZE => 65536, BLOCKCACHE => true, \
         IN_MEMORY => false, DATA_BLOCK_ENCODING => 'FAST_DIFF', REPLICATION_SCOPE => 1, \
         KEEP_DELETED_CELLS => 'TTL', METADATA => {'NEW_VERSION' => 'it\\'s'}}, \
         {MAX_FILESIZE => '10', SPLIT_POLICY => 'a.Policy', DURABILITY => 'ASYNC_WAL', \
         MEMSTORE_FLUSHSIZE => '20', NORMALIZATION_ENABLED => 'true', \
         COMPACTION_ENABLED => 'false', METADATA => {'OWNER' => 'me', 'K' => 'a\\\\b'}}"
    );
}

#[test]
fn quotes_and_binary_keys() {
    let mut odd = table("n_s:T", vec![FamilyDescriptor::new("it's")]);
    odd.splits = Splits::Keys(Cow::Borrowed(&[
        Cow::Borrowed(b"'"),
        Cow::Borrowed(b"\\"),
        Cow::Borrowed(b"\x80\n"),
    ]));
    assert_eq!(
        create(&odd),
        "begin; create_namespace 'n_s'; rescue StandardError => e; raise unless e.message.include?('already exists'); end\n\
         create 'n_s:T', {NAME => 'it\\'s'}, {SPLITS => ['\\x27', '\\x5C', '\\x80\\x0A']}"
    );
}

#[test]
fn many_splits_go_into_a_file() {
    let mut many = table("NS:T", vec![FamilyDescriptor::new("D1")]);
    for (buckets, in_file) in [(101, false), (102, true)] {
        many.splits = Splits::PerBucket {
            buckets,
            digits: None,
        };
        let ddl = Ddl::of(&many).expect("good splits");
        assert_eq!(ddl.splits_file.is_some(), in_file);
        assert_eq!(ddl.create.contains("SPLITS_FILE => 'NS.T.splits'"), in_file);
    }
    let file = Ddl::of(&many)
        .expect("good splits")
        .splits_file
        .expect("a file");
    assert_eq!(file.content.lines().count(), MAX_SPLITS_IN_LINE + 1);
    assert!(file.content.starts_with("\\x01\n\\x02\n"));
}

#[test]
fn names_of_values() {
    assert_eq!(Compression::from_name("snappy"), Some(Compression::Snappy));
    assert_eq!(BloomFilter::from_name("COLUMN"), None);
    for value in DataBlockEncoding::ALL {
        assert_eq!(DataBlockEncoding::from_name(value.name()), Some(*value));
    }
}
