//! Running numbers from the store: of several loaders, and of an import that ends early.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::path::Path;
use std::time::Duration;

use hbase_model::TableName;
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema_import::{
    ImportError, ImportOptions, Plan, Report, Source, StoreNumbers, Target, import,
};

use crate::kit::{Call, Kit, assert_contains};
use crate::resume::Failing;

const TIMEOUT: Duration = Duration::from_secs(10);

/// Keys that consist only of a running number.
fn policy(start: u64, step: u64) -> RowKeyPolicy {
    let json = format!(
        r#"[{{}},{{"columnName":"","length":12,"numberStep":{step},"prefixChar":"0","prefixNumber":0,"replaceChar":"",
        "replaceSourceChar":"","splitChar":"","startNumber":{start},"suffixChar":"","suffixNumber":0,"value":""}}]"#
    );
    RowKeyPolicy::from_json(&json).unwrap()
}

fn csv(rows: u32, name: &str) -> String {
    let mut csv = "peer\n".to_owned();
    for number in 0..rows {
        let _ = writeln!(csv, "{name}-{number}");
    }
    csv
}

async fn options(kit: &Kit, name: &str) -> ImportOptions {
    let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
    let backend = kit.db.backend();
    let mut options = ImportOptions::new("memory:", kit.path(&format!("{name}.rejects.csv")));
    options.numbers = Some(StoreNumbers::open(backend, &table, TIMEOUT).await.unwrap());
    options
}

fn plan(kit: &Kit, source: &dyn Source, policy: &RowKeyPolicy) -> Plan {
    let table = TableName::parse("DLQX:CALL_RECORD").unwrap();
    let mut mapping = kit.mapping.clone();
    mapping.columns = [("peer".to_owned(), "D1:PEER".to_owned())].into();
    Plan::build(source, &mapping, &Target::Policy { table, policy }).unwrap()
}

async fn load(
    kit: &Kit,
    source: impl Source + 'static,
    policy: &RowKeyPolicy,
    options: &ImportOptions,
) -> Result<Report, ImportError> {
    let (plan, backend) = (plan(kit, &source, policy), kit.db.backend());
    import(Box::new(source), plan, backend, options, &mut |_| ()).await
}

/// The keys, and the values of the rows.
async fn rows(kit: &Kit) -> Vec<(u64, String)> {
    let mut stream = kit.db.scan(Call::scan().all()).raw_rows();
    let mut rows = Vec::new();
    while let Some(row) = stream.next().await {
        let row = row.unwrap();
        let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
        let peer = row.value(b"D1", b"PEER").unwrap();
        rows.push((text(row.key()).parse().unwrap(), text(peer)));
    }
    rows
}

/// Concurrent loaders: each row has its own number from its policy's sequence.
#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn concurrent_loaders_never_make_the_same_number() {
    const ROWS: u32 = 3000;
    let kit = Kit::new().await;
    let mut loaders = tokio::task::JoinSet::new();
    for (loader, (start, step)) in [(1, 1), (1, 1), (1, 2), (500, 1), (2, 2)]
        .into_iter()
        .enumerate()
    {
        let name = format!("loader{loader}");
        let source = kit.source(&kit.file(&name, csv(ROWS, &name))).unwrap();
        let plan = plan(&kit, &source, &policy(start, step));
        let (options, backend) = (options(&kit, &name).await, kit.db.backend());
        loaders.spawn(async move {
            import(Box::new(source), plan, backend, &options, &mut |_| ()).await
        });
    }
    while let Some(report) = loaders.join_next().await {
        assert_eq!(report.unwrap().unwrap().counts.written, u64::from(ROWS));
    }
    let rows = rows(&kit).await;
    let peers: BTreeSet<&str> = rows.iter().map(|(_, peer)| peer.as_str()).collect();
    assert_eq!(
        (rows.len(), peers.len()),
        (5 * ROWS as usize, 5 * ROWS as usize)
    );
    for (number, peer) in &rows {
        let is_of_policy = match &peer[..7] {
            "loader2" => number % 2 == 1,
            "loader3" => *number >= 500,
            "loader4" => number % 2 == 0,
            _ => *number >= 1,
        };
        assert!(is_of_policy, "{number} {peer}");
    }
}

/// An import that fails after each chunk, while another loader takes blocks: each of its rows is written once,
/// and no key of the other loader is.
#[tokio::test]
async fn a_resumed_import_neither_reuses_a_number_nor_writes_a_row_twice() {
    const ROWS: u32 = 30_000;
    let kit = Kit::new().await;
    let path = kit.file("rows.csv", csv(ROWS, "row"));
    let mut first = options(&kit, "first").await;
    first.checkpoint = Some(kit.path("first.checkpoint"));
    let mut others = 0;
    let mut ends = 0;
    let report = loop {
        match import_some(&kit, &path, &first).await {
            Ok(report) => break report,
            Err(error) => assert!(error.to_string().contains("fault injection"), "{error}"),
        }
        ends += 1;
        first.resume = true;
        let name = format!("other{ends}");
        let source = kit.source(&kit.file(&name, csv(150, &name))).unwrap();
        let other = load(&kit, source, &policy(1, 1), &options(&kit, &name).await).await;
        others += other.unwrap().counts.written;
        assert!(ends < 50);
    };
    assert!(ends > 2, "{ends}");
    assert_eq!(report.counts.written, u64::from(ROWS));
    let rows = rows(&kit).await;
    let peers: BTreeSet<&str> = rows.iter().map(|(_, peer)| peer.as_str()).collect();
    let expected = u64::from(ROWS) + others;
    assert_eq!(
        (rows.len() as u64, peers.len() as u64),
        (expected, expected)
    );
}

async fn import_some(
    kit: &Kit,
    path: &Path,
    options: &ImportOptions,
) -> Result<Report, ImportError> {
    let source = Failing {
        inner: kit.source(path)?,
        chunks: 1,
    };
    load(kit, source, &policy(1, 1), options).await
}

/// A run with its own numbers does not continue a run with numbers from the store.
#[tokio::test]
async fn the_rule_of_numbers_is_part_of_the_checkpoint() {
    let kit = Kit::new().await;
    let path = kit.file("rows.csv", csv(30_000, "row"));
    let mut options = options(&kit, "first").await;
    options.checkpoint = Some(kit.path("checkpoint"));
    import_some(&kit, &path, &options).await.unwrap_err();
    options.resume = true;
    options.numbers = None;
    let error = import_some(&kit, &path, &options).await.unwrap_err();
    assert!(matches!(error, ImportError::Checkpoint { .. }), "{error}");
}

/// Counters have 63 bits.
#[tokio::test]
async fn numbers_that_are_used_up_are_an_error() {
    let kit = Kit::new().await;
    let path = kit.file("rows.csv", csv(300, "row"));
    let source = kit.source(&path).unwrap();
    let options = options(&kit, "first").await;
    let error = load(&kit, source, &policy(1, 1 << 58), &options).await;
    assert_contains(error.unwrap_err(), "used up");
}
