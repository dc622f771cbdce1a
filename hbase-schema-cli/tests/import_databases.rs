//! Imports of real databases, killed and resumed, compared cell by cell after an export.
//!
//! `tests/databases/databases with cargo test -p hbase-schema-cli --features odbc --test import_databases -- --ignored`

#![cfg(all(feature = "postgres", feature = "mysql", unix))]

mod killed;

use killed::{Calls, ROWS, goes_on_without_a_row_lost};
use sqlx::{AssertSqlSafe, ConnectOptions, Executor};

/// A variable that `tests/databases/databases with` sets.
fn variable(name: &str) -> String {
    std::env::var(name)
        .unwrap_or_else(|_| panic!("{name} is not set: see tests/databases/databases"))
}

/// The calls of the file as a table of `PostgreSQL`, in place of an earlier one.
async fn make_postgres(name: &str) {
    let sql = format!(
        "DROP TABLE IF EXISTS {name};
         CREATE TABLE {name} (id bigint PRIMARY KEY, phone text, at timestamptz, duration_s text, peer text);
         INSERT INTO {name} SELECT n * 3, '138' || lpad((CASE WHEN n % 1000 = 999 THEN n / 2 ELSE n END)::text, 8, '0'),
             '2015-12-26T12:24:00Z', CASE WHEN n % 97 = 13 THEN 'x' ELSE '61' END, E'the peer\\nof ' || n
             FROM generate_series(0, {ROWS} - 1) n ORDER BY random();"
    );
    let options: sqlx::postgres::PgConnectOptions =
        variable("DATABASE_TEST_POSTGRES").parse().unwrap();
    execute(options.password(&variable("DATABASE_TEST_PASSWORD")), sql).await;
}

async fn make_mariadb() {
    let sql = format!(
        "CREATE OR REPLACE TABLE calls (id bigint PRIMARY KEY, phone varchar(20), at timestamp, duration_s text, peer text);
         INSERT INTO calls SELECT seq * 3, CONCAT('138', LPAD(IF(seq % 1000 = 999, FLOOR(seq / 2), seq), 8, '0')),
             '2015-12-26 12:24:00', IF(seq % 97 = 13, 'x', '61'), CONCAT('the peer\\nof ', seq)
             FROM seq_0_to_{};",
        ROWS - 1
    );
    let options: sqlx::mysql::MySqlConnectOptions =
        variable("DATABASE_TEST_MARIADB").parse().unwrap();
    execute(options.password(&variable("DATABASE_TEST_PASSWORD")), sql).await;
}

async fn execute<O: ConnectOptions<Connection: Sized>>(options: O, sql: String)
where
    for<'c> &'c mut O::Connection: Executor<'c>,
{
    let mut connection = options.connect().await.unwrap();
    let done = connection.execute(sqlx::raw_sql(AssertSqlSafe(sql))).await;
    done.unwrap();
}

/// Kills imports from a database, whose password is in a file.
fn kill_imports(url: &str, selection: &[&str], mapping: &str) {
    let calls = Calls::new();
    let path = calls.folder.path().join("password");
    std::fs::write(&path, variable("DATABASE_TEST_PASSWORD") + "\n").unwrap();
    let password = format!("--source-password-file={}", path.display());
    let source = [&["--from", url, &password], selection].concat();
    goes_on_without_a_row_lost(&calls, &source, mapping);
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn a_killed_import_of_postgres_goes_on_without_a_row_lost() {
    make_postgres("calls").await;
    let url = variable("DATABASE_TEST_POSTGRES");
    kill_imports(&url, &["--source-table=public.calls"], "skip = [\"id\"]");
}

/// A query, by a named order of two columns.
#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn a_killed_import_of_a_query_goes_on_without_a_row_lost() {
    make_postgres("queried").await;
    let url = variable("DATABASE_TEST_POSTGRES");
    let query = "--query=SELECT id / 30 AS a, id % 30 AS b, phone, at, duration_s, peer FROM queried WHERE id >= 0;";
    kill_imports(&url, &[query, "--order-by=a,b"], "skip = [\"a\", \"b\"]");
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn a_killed_import_of_mariadb_goes_on_without_a_row_lost() {
    make_mariadb().await;
    let url = variable("DATABASE_TEST_MARIADB");
    kill_imports(&url, &["--source-table=calls"], "skip = [\"id\"]");
}

/// By the driver of `PostgreSQL`: its times are those of the session, without a zone.
#[cfg(feature = "odbc")]
#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn a_killed_import_by_odbc_goes_on_without_a_row_lost() {
    make_postgres("by_odbc").await;
    let url = format!("odbc:{}", variable("DATABASE_TEST_ODBC"));
    let mapping = "skip = [\"id\"]\ntime_zone = \"UTC\"";
    kill_imports(&url, &["--source-table=by_odbc"], mapping);
}
