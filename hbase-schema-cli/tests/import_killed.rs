//! Imports whose process is killed at random moments and resumed: the table, the counts and the rejected rows
//! equal those of an uninterrupted import.

#![cfg(all(feature = "import", unix))]

mod killed;

use killed::{Calls, goes_on_without_a_row_lost};

#[test]
fn a_killed_import_of_a_file_goes_on_without_a_row_lost() {
    let calls = Calls::new();
    goes_on_without_a_row_lost(&calls, &[], "");
}

/// The rows of the file, by the numbers of its rows.
#[cfg(feature = "sqlite")]
#[test]
fn a_killed_import_of_a_database_goes_on_without_a_row_lost() {
    use sqlx::{AssertSqlSafe, ConnectOptions, Connection, Executor};

    let calls = Calls::new();
    let path = calls.folder.path().join("calls.db");
    let sql = format!(
        "CREATE TABLE calls (id INTEGER PRIMARY KEY, phone TEXT NOT NULL, at TEXT, duration_s, peer TEXT);
         WITH RECURSIVE numbers (n) AS (SELECT 0 UNION ALL SELECT n + 1 FROM numbers WHERE n < {} - 1)
         INSERT INTO calls SELECT n * 3, printf('138%08d', CASE WHEN n % 1000 = 999 THEN n / 2 ELSE n END),
             '2015-12-26T12:24:00Z', CASE WHEN n % 97 = 13 THEN 'x' ELSE 61 END, 'the peer' || char(10) || 'of ' || n FROM numbers;",
        killed::ROWS
    );
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    runtime.unwrap().block_on(async {
        let options = sqlx::sqlite::SqliteConnectOptions::new()
            .filename(&path)
            .create_if_missing(true);
        let mut connection = options.connect().await.unwrap();
        connection
            .execute(sqlx::raw_sql(AssertSqlSafe(sql)))
            .await
            .unwrap();
        connection.close().await.unwrap();
    });
    let source = format!("sqlite:{}", path.display());
    goes_on_without_a_row_lost(
        &calls,
        &["--from", &source, "--source-table=calls"],
        "skip = [\"id\"]",
    );
}
