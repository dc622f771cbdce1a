//! Structs that declare every attribute.

use hbase_model::Ddl;
use hbase_schema::HTable;

use crate::{assert_same, create, diff, live, shell};

/// Every attribute, quotes in metadata, split points of unusual bytes.
#[derive(HTable, Debug)]
#[table(
    "DDLSINK:EVERYTHING",
    splits = [b"\x00", b"\x27it's\x5c", b"a#{b}\"", b"\x7f|", b"\x80\x0a", b"\xff\xfe"],
    max_filesize = 21474836480,
    split_policy = "org.apache.hadoop.hbase.regionserver.ConstantSizeRegionSplitPolicy",
    durability = async_wal,
    memstore_flushsize = 67108864,
    normalization_enabled = false,
    compaction_enabled = true,
    owner = "O'Brien",
    metadata("NOTE" = "it's \"quoted\", a \\ and a #{hash}", "SPLIT_ENABLED" = "true")
)]
#[family(
    "D1",
    versions = 5,
    min_versions = 2,
    ttl = "20000d",
    compression = gz,
    bloom = rowcol,
    block_size = 16384,
    block_cache = false,
    in_memory = true,
    data_block_encoding = fast_diff,
    replication_scope = 1,
    keep_deleted_cells = ttl,
    metadata("WHY" = "don't \\ ask", "PREFETCH_BLOCKS_ON_OPEN" = "true")
)]
#[family("D2", ttl = forever, compression = none, bloom = none, keep_deleted_cells)]
pub(crate) struct Everything {
    #[rowkey]
    id: Vec<u8>,
    #[family("D1")]
    a: u32,
    #[family("D2")]
    b: u32,
}

/// No attribute is declared.
#[derive(HTable, Debug)]
#[table("DDLTEST:NOTHING_SAID", allow(name_length))]
#[family("D1")]
struct Nothing {
    #[rowkey]
    id: u64,
    a: u32,
}

/// The defaults of the comparison are those of the server for attributes that are not declared.
#[tokio::test]
async fn defaults_are_those_of_hbase() {
    let declared = Nothing::SCHEMA.table;
    create("nothing", std::slice::from_ref(declared)).await;
    let live = live(&declared.name).await;
    let family = live.family(b"D1").expect("the family");
    assert!(family.attributes().len() >= 11, "{family:?}");
    let mut with_live_families = declared.clone();
    with_live_families.families = live.families.clone();
    let diff = diff(&with_live_families, None, declared);
    assert!(diff.is_empty(), "{diff:?}");
}

/// More split points than fit in a line.
#[derive(HTable, Debug)]
#[table("DDLTEST:MANY_SPLITS", splits = per_bucket)]
#[rowkey(salt = buckets(256))]
#[family("D1")]
struct Many {
    #[rowkey(salt)]
    id: u64,
    a: u32,
}

#[tokio::test]
async fn everything_that_can_be_said_arrives() {
    // Without the helper: the text that users get.
    shell("everything", Everything::DDL, &[]);
    let declared = Everything::SCHEMA.table;
    let live = live(&declared.name).await;
    assert_same(declared, &live);
    let diff = diff(declared, Some(Everything::SCHEMA.key), &live);
    assert!(diff.is_empty() && diff.not_checked.is_empty(), "{diff:?}");
}

/// A second table of one namespace.
#[derive(HTable, Debug)]
#[table("DDLSINK:ANOTHER_ONE")]
#[family("D1")]
struct Another {
    #[rowkey]
    id: u64,
    a: u32,
}

/// A third one.
#[derive(HTable, Debug)]
#[table("DDLSINK:ONE_MORE")]
#[family("D1")]
struct More {
    #[rowkey]
    id: u64,
    a: u32,
}

/// The shell stops at the first error, and the namespace exists for the second table.
#[tokio::test]
async fn a_script_of_two_tables_of_one_namespace_makes_both() {
    let script = [Another::DDL, More::DDL].join("\n");
    shell("two_of_one", &script, &[]);
    for table in [Another::SCHEMA.table, More::SCHEMA.table] {
        assert_same(table, &live(&table.name).await);
    }
}

#[tokio::test]
async fn many_splits_arrive_by_their_file() {
    let declared = Many::SCHEMA.table;
    let ddl = Ddl::of(declared).expect("good splits");
    assert!(ddl.splits_file.is_some());
    create("many", std::slice::from_ref(declared)).await;
    let live = live(&declared.name).await;
    assert_same(declared, &live);
    assert_eq!(live.splits.keys().expect("good splits").len(), 255);
    assert!(diff(declared, Some(Many::SCHEMA.key), &live).is_empty());
}

/// The statements generated from the sources equal those of the structs.
#[test]
fn sources_say_the_same() {
    let file = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/ddl/sink.rs");
    let tables = hbase_schema_build::read(&file).unwrap_or_else(|error| panic!("{error}"));
    let texts: Vec<_> = tables
        .iter()
        .map(|table| Ddl::of(&table.descriptor).expect("good splits").to_string())
        .collect();
    assert_eq!(
        texts,
        [
            Everything::DDL,
            Nothing::DDL,
            Many::DDL,
            Another::DDL,
            More::DDL
        ]
    );
}
