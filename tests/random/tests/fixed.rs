//! Makes random calls on the tables, and compares the results with the reference model.

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::seeds::times;
use hbase_schema_random_tests::run::check;
use hbase_schema_random_tests::{AnySubject, tables};

async fn check_all(subject: &dyn AnySubject) -> Result<(), String> {
    let table = Table::of_seed(subject.seed());
    for turn in 0..times(4, 20) {
        if let Err(difference) = check(subject, &table, turn).await {
            return Err(difference.report(&table, turn));
        }
    }
    Ok(())
}

#[tokio::test]
async fn calls_return_what_the_reference_says() {
    let mut differences = Vec::new();
    for subject in tables::subjects() {
        differences.extend(check_all(subject.as_ref()).await.err());
    }
    assert!(
        differences.is_empty(),
        "{} tables differ\n{}",
        differences.len(),
        differences.join("\n\n")
    );
}
