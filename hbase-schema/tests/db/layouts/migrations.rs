//! Each row of the table in `docs/src/migrations.md`, on live tables in memory.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use hbase_schema::{Connection, connect};

use live_migrations::each_row_is_reported;

#[path = "../../../../tests/fixtures/live_migrations.rs"]
mod live_migrations;

#[tokio::test]
async fn each_change_is_reported_on_a_live_table() {
    let db = connect("memory:").await.unwrap();
    let tried =
        each_row_is_reported(async |limits| Connection::with_limits(db.backend(), limits)).await;
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/fixtures/migrations");
    let entries = fs::read_dir(folder).unwrap();
    let folders = entries.map(|entry| entry.unwrap().file_name().into_string().unwrap());
    let tried = tried.iter().map(|folder| (*folder).to_owned());
    assert_eq!(tried.collect::<BTreeSet<_>>(), folders.collect());
}
