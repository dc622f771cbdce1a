use std::borrow::Cow;

use hbase_model::diff::{Coverage, Declared, DifferenceKind, compare};
use hbase_model::{
    BloomFilter, Compression, FamilyDescriptor, KeepDeletedCells, STAMP_FAMILY, TableDescriptor,
    Ttl,
};

use super::{diff, family, lines, of_d1, table};

#[test]
fn what_was_not_said_may_be_anything() {
    let live = of_d1(|f| {
        f.versions = Some(5);
        f.ttl = Ttl::from_secs(10);
        f.metadata = vec![("K".into(), "V".into())].into();
    });
    assert!(diff(&of_d1(|_| {}), &live).is_empty());
}

#[test]
fn what_the_live_table_does_not_say_is_the_default() {
    let declared = of_d1(|f| {
        f.versions = Some(1);
        f.min_versions = Some(0);
        f.ttl = Some(Ttl::FOREVER);
        f.compression = Some(Compression::None);
        f.bloom = Some(BloomFilter::Row);
        f.block_size = Some(65_536);
        f.block_cache = Some(true);
        f.in_memory = Some(false);
        f.replication_scope = Some(0);
        f.keep_deleted_cells = Some(KeepDeletedCells::False);
    });
    assert_eq!(lines(&diff(&declared, &of_d1(|_| {}))), [""; 0]);
}

#[test]
fn one_attribute_is_one_line() {
    let declared = of_d1(|f| f.bloom = Some(BloomFilter::RowCol));
    assert_eq!(
        lines(&diff(&declared, &of_d1(|_| {}))),
        ["family D1, BLOOMFILTER: declared ROWCOL, live ROW: \
          run `alter 'NS:T', {NAME => 'D1', BLOOMFILTER => 'ROWCOL'}`"]
    );
}

/// A live table whose attributes were received as texts.
fn texts(pairs: &[(&'static str, &'static str)]) -> TableDescriptor {
    let pairs = pairs
        .iter()
        .map(|(k, v)| (Cow::Borrowed(*k), Cow::Borrowed(*v)));
    let pairs: Vec<_> = pairs.collect();
    of_d1(|f| f.metadata = pairs.into())
}

#[test]
fn other_spellings_are_no_differences() {
    let declared = of_d1(|f| {
        f.versions = Some(400);
        f.ttl = Ttl::from_secs(86_400);
        f.compression = Some(Compression::Snappy);
        f.block_size = Some(65_536);
        f.in_memory = Some(true);
        f.keep_deleted_cells = Some(KeepDeletedCells::True);
    });
    let live = texts(&[
        ("VERSIONS", "400"),
        ("TTL", "86400 SECONDS (1 DAY)"),
        ("COMPRESSION", "snappy"),
        ("BLOCKSIZE", "65536 B (64KB)"),
        ("IN_MEMORY", "TRUE"),
        ("KEEP_DELETED_CELLS", "true"),
    ]);
    assert_eq!(lines(&diff(&declared, &live)), [""; 0]);
    let forever = of_d1(|f| f.ttl = Some(Ttl::FOREVER));
    assert!(diff(&forever, &texts(&[("TTL", "FOREVER")])).is_empty());
    let found = diff(&declared, &texts(&[("TTL", "10 SECONDS")]));
    assert!(
        lines(&found)
            .iter()
            .any(|line| line.contains("TTL: declared 86400, live 10:"))
    );
}

#[test]
fn free_metadata_counts_letter_by_letter() {
    let declared = of_d1(|f| f.metadata = vec![("K".into(), "it's".into())].into());
    let live = of_d1(|f| f.metadata = vec![("K".into(), "It's".into())].into());
    assert_eq!(
        lines(&diff(&declared, &live)),
        ["family D1, K: declared it's, live It's: \
          run `alter 'NS:T', {NAME => 'D1', METADATA => {'K' => 'it\\'s'}}`"]
    );
    let found = diff(&declared, &of_d1(|_| {}));
    assert!(lines(&found)[0].starts_with("family D1, K: declared it's, live not set:"));
}

#[test]
fn attributes_of_the_table() {
    let mut declared = of_d1(|_| {});
    declared.max_filesize = Some(10 << 30);
    declared.durability = Some("SYNC_WAL".into());
    declared.compaction_enabled = Some(true);
    declared.owner = Some("me".into());
    let mut live = of_d1(|_| {});
    live.metadata = vec![
        ("MAX_FILESIZE".into(), "10 GB".into()),
        ("DURABILITY".into(), "sync_wal".into()),
        ("hbase.store.file-tracker.impl".into(), "DEFAULT".into()),
    ]
    .into();
    assert_eq!(
        lines(&diff(&declared, &live)),
        ["OWNER: declared me, live not set: run `alter 'NS:T', {METADATA => {'OWNER' => 'me'}}`"]
    );
}

#[test]
fn families_that_are_missing_or_were_not_declared() {
    let declared = table(vec![
        FamilyDescriptor::new("D1"),
        FamilyDescriptor::new("D2"),
    ]);
    let live = table(vec![
        FamilyDescriptor::new("D1"),
        FamilyDescriptor::new("D3"),
    ]);
    assert_eq!(
        lines(&diff(&declared, &live)),
        [
            "family D2: declared there, live missing: run `alter 'NS:T', {NAME => 'D2'}`",
            "family D3: declared no such family, live there: declare it by `#[family(\"D3\")]`, \
             or leave it; drop it only if no program uses it: run `alter 'NS:T', {NAME => 'D3', METHOD => 'delete'}`, \
             which loses all cells of family D3",
        ]
    );
}

/// Structs that declare the indexes need them.
#[test]
fn the_stamps_of_indexes_may_be_there_undeclared() {
    let declared = table(vec![FamilyDescriptor::new("D1")]);
    let live = table(vec![
        FamilyDescriptor::new("D1"),
        FamilyDescriptor::new(STAMP_FAMILY),
    ]);
    assert!(diff(&declared, &live).is_empty());
}

#[test]
fn a_table_that_is_missing() {
    let declared = of_d1(|_| {});
    let diff = compare(Declared::table(&declared), None, Coverage::Full).expect("good splits");
    assert_eq!(
        lines(&diff),
        ["the table: declared with 1 family, live missing: create it"]
    );
}

#[test]
fn what_is_not_told_is_not_checked() {
    let declared = of_d1(|f| {
        f.versions = Some(3);
        f.block_size = Some(1024);
    });
    let live = of_d1(|f| f.versions = Some(3));
    let diff = compare(Declared::table(&declared), Some(&live), Coverage::Partial);
    let diff = diff.expect("good splits");
    assert!(diff.is_empty());
    let block_size = DifferenceKind::FamilyAttribute("D1".into(), "BLOCKSIZE".into());
    assert_eq!(diff.not_checked, [block_size]);
}

#[test]
fn what_makes_cells_vanish_says_so() {
    let loses = |declared: &TableDescriptor, live: &TableDescriptor| {
        let diff = diff(declared, live);
        let steps: Vec<_> = diff
            .differences
            .iter()
            .flat_map(|d| d.steps().to_vec())
            .collect();
        assert_eq!(steps.len(), 1, "{diff:?}");
        steps[0].is_destructive()
    };
    let versions = |n| of_d1(|f| f.versions = Some(n));
    assert!(loses(&versions(2), &versions(3)));
    assert!(!loses(&versions(3), &versions(2)));
    let ttl = |n| of_d1(|f| f.ttl = Ttl::from_secs(n));
    assert!(loses(&ttl(10), &ttl(11)));
    assert!(loses(&ttl(10), &of_d1(|_| {})));
    assert!(!loses(&ttl(11), &ttl(10)));
    let min_versions = |n, ttl| {
        of_d1(|f| {
            f.min_versions = Some(n);
            f.ttl = Ttl::from_secs(ttl);
        })
    };
    assert!(loses(&min_versions(1, 5), &min_versions(2, 5)));
    assert!(!loses(&min_versions(2, 5), &min_versions(1, 5)));
    let forever = Ttl::FOREVER.as_secs();
    assert!(!loses(&min_versions(1, forever), &min_versions(2, forever)));
    let keep = |keep| of_d1(|f| f.keep_deleted_cells = Some(keep));
    assert!(loses(
        &keep(KeepDeletedCells::False),
        &keep(KeepDeletedCells::True)
    ));
    assert!(loses(
        &keep(KeepDeletedCells::Ttl),
        &keep(KeepDeletedCells::True)
    ));
    assert!(!loses(&keep(KeepDeletedCells::True), &of_d1(|_| {})));
    let durability = |name: &'static str| {
        let mut table = of_d1(|_| {});
        table.durability = Some(name.into());
        table
    };
    assert!(loses(&durability("SKIP_WAL"), &of_d1(|_| {})));
    assert!(loses(&durability("SYNC_WAL"), &durability("FSYNC_WAL")));
    assert!(!loses(&durability("SYNC_WAL"), &of_d1(|_| {})));
    for pair in ["SKIP_WAL", "ASYNC_WAL", "SYNC_WAL", "FSYNC_WAL"].windows(2) {
        assert!(loses(&durability(pair[0]), &durability(pair[1])));
        assert!(!loses(&durability(pair[1]), &durability(pair[0])));
    }
    let order = |value: &'static str| {
        of_d1(|f| f.metadata = vec![("NEW_VERSION_BEHAVIOR".into(), value.into())].into())
    };
    assert!(loses(&order("true"), &order("false")));
    assert!(loses(&order("false"), &order("true")));
    let two = table(vec![family("D1", |_| {}), family("D2", |_| {})]);
    assert!(loses(&of_d1(|_| {}), &two));
    assert!(!loses(&two, &of_d1(|_| {})));
}
