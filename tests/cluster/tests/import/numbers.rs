//! Running numbers of two loaders on a real `HBase`.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::sync::Arc;

use hbase_backend::{Row, Scan};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};
use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema_import::{
    CsvSource, ImportOptions, Input, Mapping, Plan, StoreNumbers, Target, import,
};

use crate::{TIMEOUT, client, soon};

const ROWS: u64 = 5000;

const POLICY: &str = r#"[{},{"columnName":"","length":9,"numberStep":1,"prefixChar":"0","prefixNumber":0,"replaceChar":"",
    "replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"","suffixNumber":0,"value":""}]"#;

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn two_loaders_never_make_the_same_number() {
    let name = TableName::parse("IMPORT_NUMBERED").unwrap();
    let mut table = TableDescriptor::new(name.clone());
    table.families = vec![FamilyDescriptor::new("D1")].into();
    let backend = client();
    backend.create_table(&table, soon()).await.unwrap();
    let folder = std::env::temp_dir().join(format!("hbase-schema-numbers-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let policy = RowKeyPolicy::from_json(POLICY).unwrap();
    let mut loaders = tokio::task::JoinSet::new();
    for loader in 0..2 {
        let path = folder.join(format!("{loader}.csv"));
        let mut csv = "A\n".to_owned();
        for number in 0..ROWS {
            let _ = writeln!(csv, "{loader}-{number}");
        }
        std::fs::write(&path, csv).unwrap();
        let mapping = Mapping {
            family: Some("D1".to_owned()),
            ..Mapping::default()
        };
        let source = CsvSource::open(Input::File(path.clone()), mapping.csv.clone()).unwrap();
        let target = Target::Policy {
            table: name.clone(),
            policy: &policy,
        };
        let plan = Plan::build(&source, &mapping, &target).unwrap();
        let mut options = ImportOptions::new("hbase", path.with_extension("rejects"));
        options.timeout = TIMEOUT;
        // Each loader has a client of its own.
        let backend = client();
        let numbers = StoreNumbers::open(Arc::clone(&backend), &name, TIMEOUT).await;
        options.numbers = Some(numbers.unwrap());
        loaders.spawn(async move {
            import(Box::new(source), plan, backend, &options, &mut |_| ()).await
        });
    }
    while let Some(report) = loaders.join_next().await {
        assert_eq!(report.unwrap().unwrap().counts.written, ROWS);
    }
    let mut scanner = backend.scan(&name, Scan::new(), soon()).await.unwrap();
    let mut values = BTreeSet::new();
    loop {
        let batch: Vec<Row> = scanner.next_batch(soon()).await.unwrap();
        if batch.is_empty() {
            break;
        }
        values.extend(
            batch
                .iter()
                .map(|row| row.value(b"D1", b"A").unwrap().to_vec()),
        );
    }
    assert_eq!(values.len() as u64, 2 * ROWS);
    backend.drop_table(&name, soon()).await.unwrap();
    std::fs::remove_dir_all(&folder).unwrap();
}
