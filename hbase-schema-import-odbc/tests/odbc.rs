//! The driver of `PostgreSQL`.
//!
//! `tests/databases/databases with cargo test -p hbase-schema-import-odbc --features driver-tests`

#[path = "../../hbase-schema-import/tests/databases/sources.rs"]
mod sources;

use std::time::Duration;

use hbase_schema_import::source::database::{
    Database, DatabaseColumn, DatabaseSource, DatabaseUrl,
};
use hbase_schema_import::{ColumnType, OrderValue, Source};
use hbase_schema_import_odbc::Odbc;
use sources::{password, rows, table, values, variable};

fn url() -> DatabaseUrl {
    DatabaseUrl::new(format!("odbc:{}", variable("DATABASE_TEST_ODBC")))
}

async fn connect() -> Odbc {
    let timeout = Duration::from_secs(20);
    Odbc::open(&url(), Some(&password()), timeout)
        .await
        .unwrap()
}

fn execute(sql: &str) {
    let text = format!(
        "{};PWD={{{}}}",
        variable("DATABASE_TEST_ODBC"),
        password().secret()
    );
    let environment = odbc_api::environment().unwrap();
    let connection = environment
        .connect_with_connection_string(&text, odbc_api::ConnectionOptions::default())
        .unwrap();
    connection.execute(sql, (), None).unwrap();
}

async fn open(name: &str) -> DatabaseSource {
    let opened = sources::open(connect().await, table(name), &[]).await;
    opened.unwrap()
}

#[tokio::test]
async fn values_have_their_types() {
    execute(
        "CREATE TABLE odbc_typed (id int8 PRIMARY KEY, i2 int2, f4 float4, f8 float8, n numeric(30, 3), t text, v varchar(9),
             y bytea, d date, ti time, ts timestamp, u uuid);
         INSERT INTO odbc_typed VALUES (9223372036854775807, -1, 0.5, 0.1, 123456789012345678901234567.125, repeat('ä😀', 5000), '',
             '\\x00ff', '1969-12-31', '12:00:01', '2015-12-26 12:00:00.000001', 'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11');
         INSERT INTO odbc_typed (id) VALUES (-5)",
    );
    let mut source = open("odbc_typed").await;
    let unsupported = source
        .columns()
        .iter()
        .filter(|c| c.column_type == ColumnType::Unsupported);
    assert_eq!(unsupported.count(), 0);
    let rows = rows(&mut source).await;
    assert_eq!(
        rows[0].0.join(" "),
        format!("Int(-5){}", " Null".repeat(11))
    );
    let decimal: hbase_model::Decimal = "123456789012345678901234567.125".parse().unwrap();
    let expected = format!(
        "Int(9223372036854775807) Int(-1) Float32(0.5) Float64(0.1) Decimal({decimal:?}) Text(\"{}\") Text(\"\") Bytes([0, 255]) \
         Date(-1) TimeOfDay(43201000000) Local(1451131200000001) Text(\"A0EEBC99-9C0B-4EF8-BB6D-6BB9BD380A11\")",
        "ä😀".repeat(5000)
    );
    assert_eq!(rows[1].0.join(" "), expected);
}

#[tokio::test]
async fn reading_continues_behind_every_row() {
    execute(
        "CREATE TABLE odbc_keys (n numeric(20, 3), ts timestamp, d date, PRIMARY KEY (n, ts, d));
         INSERT INTO odbc_keys SELECT a / 1000.0, '2015-12-26'::timestamp + b * interval '1.000001 s', '2015-12-26'::date - c
             FROM generate_series(-1, 1) a, generate_series(0, 2) b, generate_series(0, 1) c",
    );
    let all = rows(&mut open("odbc_keys").await).await;
    assert_eq!(all.len(), 18);
    for (at, (_, position)) in all.iter().enumerate() {
        let mut source = open("odbc_keys").await;
        source.seek(position).await.unwrap();
        let rest = rows(&mut source).await;
        assert_eq!(values(&rest), values(&all[at + 1..]));
    }
}

/// Texts have no order that is known, and make no part of a statement.
#[tokio::test]
async fn texts_are_no_order() {
    execute("CREATE TABLE odbc_text (t text PRIMARY KEY); INSERT INTO odbc_text VALUES ('a')");
    let source = open("odbc_text").await;
    let why = source.identity().unwrap_err();
    assert!(why.contains("cannot be continued after"), "{why}");
    let column = DatabaseColumn {
        name: "t".to_owned(),
        column_type: ColumnType::Text,
        declared: String::new(),
        is_orderable: false,
    };
    let database = connect().await;
    for text in ["1; DROP TABLE t", "'", "1e5", ""] {
        let value = OrderValue::Text(text.to_owned());
        assert_eq!(database.placeholder(1, &column, &value), "NULL");
    }
}

#[tokio::test]
async fn errors_name_what_failed_without_the_password() {
    let url = DatabaseUrl::new(format!(
        "odbc:{};PWD=secret",
        variable("DATABASE_TEST_ODBC")
    ));
    let error = Odbc::open(&url, None, Duration::from_secs(20))
        .await
        .err()
        .unwrap();
    let error = error.to_string();
    assert!(
        error.contains("password") && !error.contains("secret"),
        "{error}"
    );
    assert!(!url.to_string().contains("secret"), "{url}");
}
