//! Tables changed in the shell: the comparison reports exactly the changes.

use hbase_backend::Mutation;
use hbase_model::diff::{DifferenceKind, TableDiff};
use hbase_model::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells, TableChange,
    TableDescriptor, Ttl, ddl,
};
use hbase_schema_cluster_tests::soon;

use crate::sink::Everything;
use crate::{create, diff, live, oracle, renamed, shell};

fn family(name: &str, set: impl FnOnce(&mut FamilyDescriptor)) -> TableChange {
    let mut family = FamilyDescriptor::new("D1");
    set(&mut family);
    assert_eq!(family.attributes()[0].0, name);
    TableChange::AlterFamily(family)
}

fn table(name: &str, set: impl FnOnce(&mut TableDescriptor)) -> TableChange {
    let mut table = Everything::SCHEMA.table.only(|_| false);
    set(&mut table);
    assert_eq!(table.attributes()[0].0, name);
    TableChange::AlterTable(Box::new(table))
}

/// Every attribute of `Everything` with another value.
fn other_values() -> Vec<TableChange> {
    vec![
        family("VERSIONS", |f| f.versions = Some(6)),
        family("MIN_VERSIONS", |f| f.min_versions = Some(1)),
        family("TTL", |f| f.ttl = Some(Ttl::FOREVER)),
        family("COMPRESSION", |f| f.compression = Some(Compression::None)),
        family("BLOOMFILTER", |f| f.bloom = Some(BloomFilter::Row)),
        family("BLOCKSIZE", |f| f.block_size = Some(32_768)),
        family("BLOCKCACHE", |f| f.block_cache = Some(true)),
        family("IN_MEMORY", |f| f.in_memory = Some(false)),
        family("DATA_BLOCK_ENCODING", |f| {
            f.data_block_encoding = Some(DataBlockEncoding::Diff);
        }),
        family("REPLICATION_SCOPE", |f| f.replication_scope = Some(0)),
        family("KEEP_DELETED_CELLS", |f| {
            f.keep_deleted_cells = Some(KeepDeletedCells::False);
        }),
        family("WHY", |f| {
            f.metadata = vec![("WHY".into(), "no".into())].into();
        }),
        family("PREFETCH_BLOCKS_ON_OPEN", |f| {
            f.metadata = vec![("PREFETCH_BLOCKS_ON_OPEN".into(), "false".into())].into();
        }),
        table("MAX_FILESIZE", |t| t.max_filesize = Some(1 << 30)),
        table("SPLIT_POLICY", |t| {
            let policy = "org.apache.hadoop.hbase.regionserver.DisabledRegionSplitPolicy";
            t.split_policy = Some(policy.into());
        }),
        table("DURABILITY", |t| t.durability = Some("SYNC_WAL".into())),
        table("MEMSTORE_FLUSHSIZE", |t| {
            t.memstore_flushsize = Some(1 << 27);
        }),
        table("NORMALIZATION_ENABLED", |t| {
            t.normalization_enabled = Some(true);
        }),
        table("COMPACTION_ENABLED", |t| t.compaction_enabled = Some(false)),
        table("OWNER", |t| t.owner = Some("nobody".into())),
        table("NOTE", |t| {
            t.metadata = vec![("NOTE".into(), "it's".into())].into();
        }),
        table("SPLIT_ENABLED", |t| {
            t.metadata = vec![("SPLIT_ENABLED".into(), "false".into())].into();
        }),
    ]
}

fn named(change: &TableChange) -> DifferenceKind {
    match change {
        TableChange::AlterFamily(family) => {
            DifferenceKind::FamilyAttribute(family.name.clone(), family.attributes()[0].0.clone())
        }
        TableChange::AlterTable(table) => {
            DifferenceKind::TableAttribute(table.attributes()[0].0.clone())
        }
        other => panic!("no attribute: {other:?}"),
    }
}

fn whats(diff: &TableDiff) -> Vec<DifferenceKind> {
    diff.differences
        .iter()
        .map(|found| found.kind.clone())
        .collect()
}

/// For each attribute a table in which the shell alters it.
#[tokio::test]
async fn each_altered_attribute_is_the_only_difference() {
    let declared = Everything::SCHEMA.table;
    let changes = other_values();
    let count = declared.attributes().len() + declared.families[0].attributes().len();
    assert_eq!(changes.len(), count, "an attribute is missing here");
    let tables: Vec<_> = (0..changes.len())
        .map(|at| {
            let mut table = renamed(declared, &format!("DDLTEST:ALTERED_{at}"));
            // One region per table suffices.
            table.splits = hbase_model::Splits::None;
            table
        })
        .collect();
    create("altered_tables", &tables).await;
    let alter = |(table, change): (&TableDescriptor, _)| ddl::alter(&table.name, change);
    let commands: Vec<_> = tables.iter().zip(&changes).map(alter).collect();
    shell("altered", &commands.join("\n"), &[]);
    for (table, change) in tables.iter().zip(&changes) {
        let found = diff(table, None, &live(&table.name).await);
        assert_eq!(whats(&found), [named(change)], "{found:?}");
    }
}

/// Families that were added or dropped, and a region that was split by hand.
#[tokio::test]
async fn families_and_splits_made_by_hand() {
    let declared = renamed(Everything::SCHEMA.table, "DDLTEST:BY_HAND");
    create("other_families", std::slice::from_ref(&declared)).await;
    let name = &declared.name;
    let dropped = TableChange::DropFamily("D2".into());
    let added = TableChange::AddFamily(FamilyDescriptor::new("X"));
    let commands = [
        ddl::alter(name, &dropped),
        ddl::alter(name, &added),
        ddl::split(name, b"b#{c}\xc3"),
    ];
    shell("other_families_by_hand", &commands.join("\n"), &[]);
    let live = once(name, |live| {
        live.splits.keys().map_or(0, |keys| keys.len()) == 7
    })
    .await;
    let keys = live.splits.keys().expect("good splits");
    assert!(keys.contains(&b"b#{c}\xc3".to_vec()), "{keys:?}");
    let found = diff(&declared, None, &live);
    let expected = [
        DifferenceKind::MissingFamily("D2".into()),
        DifferenceKind::ExtraFamily("X".into()),
    ];
    assert_eq!(whats(&found), expected, "{found:?}");
}

/// The statements of a difference, run in the shell, remove it.
#[tokio::test]
async fn the_statements_of_missing_splits_make_them() {
    let declared = renamed(Everything::SCHEMA.table, "DDLTEST:SPLIT_LATER");
    let mut unsplit = declared.clone();
    unsplit.splits = hbase_model::Splits::None;
    create("unsplit", &[unsplit]).await;
    let name = &declared.name;
    let found = diff(&declared, None, &live(name).await);
    assert_eq!(whats(&found), [DifferenceKind::MissingSplits]);
    let steps = found.differences[0].steps();
    assert_eq!(steps.len(), 6);
    let statements: Vec<_> = steps.iter().map(|step| &*step.statement).collect();
    let commands = statements.join("\n");
    shell("split_later", &commands, &[]);
    let live = once(name, |live| diff(&declared, None, live).is_empty()).await;
    assert_eq!(
        live.splits.keys().expect("good splits"),
        declared.splits.keys().expect("good")
    );
}

/// The statements are run one after another on a table with rows in files: a region that was just split
/// refers to files of its parent, and is not split again until they are compacted.
#[tokio::test]
async fn sixteen_statements_split_a_table_that_has_rows() {
    let mut declared = renamed(Everything::SCHEMA.table, "DDLTEST:SPLIT_SIXTEEN");
    declared.splits = hbase_model::Splits::None;
    create("unsplit_sixteen", std::slice::from_ref(&declared)).await;
    let (name, oracle) = (&declared.name, oracle());
    let puts = (0..=u8::MAX).map(|first| {
        let mut put = Mutation::new([first]);
        put.put(b"D1", b"A", b"v").expect("short");
        put
    });
    let written = oracle.mutate_many(name, puts.collect(), soon()).await;
    assert!(written.expect("puts").iter().all(Result::is_ok));
    oracle.flush(name, soon()).await.expect("a flush");
    declared.splits = hbase_model::Splits::PerBucket {
        buckets: 17,
        digits: None,
    };
    let found = diff(&declared, None, &live(name).await);
    let steps = found.differences[0].steps();
    assert_eq!(steps.len(), 16);
    let statements: Vec<_> = steps.iter().map(|step| &*step.statement).collect();
    shell("split_sixteen", &statements.join("\n"), &[]);
    assert!(diff(&declared, None, &live(name).await).is_empty());
    // Once more: split regions stay unchanged.
    shell("split_sixteen_again", &statements.join("\n"), &[]);
}

/// Waits until the table is as expected, because splits take a while.
async fn once(
    name: &hbase_model::TableName,
    expected: impl Fn(&TableDescriptor) -> bool,
) -> TableDescriptor {
    let mut tries = 0;
    loop {
        let table = live(name).await;
        tries += 1;
        if expected(&table) || tries == 60 {
            return table;
        }
        tokio::time::sleep(std::time::Duration::from_millis(500)).await;
    }
}
