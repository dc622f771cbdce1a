//! `PostgreSQL`.

use hbase_schema_import::source::database::DatabaseUrl;
use hbase_schema_import::source::postgres::Postgres;
use hbase_schema_import::{ColumnType, Source};

use crate::kit::continues_behind_every_row;
use crate::sources::{error_of, open, order_of, password, query, rows, table, variable};

async fn execute(sql: &str) {
    let options: sqlx::postgres::PgConnectOptions =
        variable("DATABASE_TEST_POSTGRES").parse().unwrap();
    crate::kit::execute(options.password(password().secret()), sql).await;
}

async fn connect() -> Postgres {
    let url = DatabaseUrl::new(variable("DATABASE_TEST_POSTGRES"));
    Postgres::open(&url, Some(&password())).await.unwrap()
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn values_have_their_types() {
    execute(
        "CREATE TYPE mood AS ENUM ('sad', 'happy'); CREATE DOMAIN positive AS int CHECK (VALUE > 0);
         CREATE TABLE typed (id int PRIMARY KEY, b bool, i2 int2, i8 int8, f4 float4, f8 float8, n numeric, m numeric(10, 3),
             t text, c char(4), v varchar(9), y bytea, d date, ti time, ts timestamp, tz timestamptz, u uuid, j jsonb, e mood,
             p positive, a int[], r int4range, z interval);
         INSERT INTO typed VALUES (1, true, -32768, 9223372036854775807, 0.1, 0.1, 123456789012345678901234567890.5, 12.340,
             'ä', 'ab', '', '\\x00ff', '1969-12-31', '24:00', '2015-12-26 12:00:00.000001', '2015-12-26 12:00:00+08',
             'a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11', '{\"a\": 1}', 'happy', 3, '{1,2}', '[1,2)', '1 day'),
             (2, NULL, NULL, NULL, 'NaN', '-0', 'NaN', 0, NULL, NULL, NULL, NULL, 'infinity', NULL, '-infinity', NULL, NULL, NULL,
             NULL, NULL, NULL, NULL, NULL);
         INSERT INTO typed (id, n) VALUES (3, 1e60)",
    )
    .await;
    let mut source = open(connect().await, table("typed"), &[]).await.unwrap();
    let unsupported = source
        .columns()
        .iter()
        .filter(|c| c.column_type == ColumnType::Unsupported);
    let unsupported: Vec<_> = unsupported.map(|c| c.name.as_str()).collect();
    assert_eq!(unsupported, ["a", "r", "z"]);
    assert_eq!(source.declared_type(20), Some("INT4[]"));
    let rows = rows(&mut source).await;
    let joined: Vec<String> = rows.iter().map(|(values, _)| values.join(" ")).collect();
    let decimal = |text: &str| format!("{:?}", text.parse::<hbase_model::Decimal>().unwrap());
    let (long, scaled) = (
        decimal("123456789012345678901234567890.5"),
        decimal("12.340"),
    );
    let first = format!(
        "Int(1) Bool(true) Int(-32768) Int(9223372036854775807) Float32(0.1) Float64(0.1) Decimal({long}) Decimal({scaled}) \
         Text(\"ä\") Text(\"ab  \") Text(\"\") Bytes([0, 255]) Date(-1) TimeOfDay(86400000000) Local(1451131200000001) \
         Moment(1451102400000000) Text(\"a0eebc99-9c0b-4ef8-bb6d-6bb9bd380a11\") Text(\"{{\\\"a\\\": 1}}\") Text(\"happy\") Int(3) \
         Null Null Null"
    );
    assert_eq!(joined[0], first);
    let zero = decimal("0.000");
    let second = format!(
        "Int(2) Null Null Null Float32(NaN) Float64(-0.0) Text(\"NaN\") Decimal({zero}) Null Null Null Null Text(\"infinity\") Null \
         Text(\"-infinity\") Null Null Null Null Null Null Null Null"
    );
    assert_eq!(joined[1], second);
    assert!(
        joined[2].contains(&format!("Text(\"1{}\")", "0".repeat(60))),
        "{}",
        joined[2]
    );
}

/// Keys of every type with an order; the text's collation differs from the order of bytes.
#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn reading_continues_behind_every_row() {
    execute(
        "CREATE SCHEMA \"a.b\";
         CREATE TABLE \"a.b\".\"Pair\" (n numeric(12, 3), t varchar(20) COLLATE \"en-x-icu\", PRIMARY KEY (n, t));
         INSERT INTO \"a.b\".\"Pair\" SELECT g / 1000.0, x FROM generate_series(-2, 2) g, unnest('{a,B,ä,Z,\"\",a b}'::text[]) x;
         CREATE TABLE kt (k timestamptz PRIMARY KEY);
         INSERT INTO kt SELECT '2015-12-26 00:00+00'::timestamptz + g * interval '1.000001 s' FROM generate_series(1, 20) g;
         INSERT INTO kt VALUES ('infinity'), ('1969-12-31 23:59:59.999999+00');
         CREATE TABLE kb (k bytea PRIMARY KEY); INSERT INTO kb VALUES (''), ('\\x00'), ('\\xff'), ('\\x0000');
         CREATE TABLE ku (k uuid PRIMARY KEY); INSERT INTO ku SELECT gen_random_uuid() FROM generate_series(1, 9);
         CREATE TABLE kd (k date, c char(3), PRIMARY KEY (k, c));
         INSERT INTO kd VALUES ('2015-12-26', 'a'), ('2015-12-26', 'ab'), ('1900-01-01', ''), ('2015-12-27', 'a');
         CREATE TABLE part (k int8 PRIMARY KEY) PARTITION BY RANGE (k);
         CREATE TABLE part1 PARTITION OF part FOR VALUES FROM (MINVALUE) TO (5);
         CREATE TABLE part2 PARTITION OF part FOR VALUES FROM (5) TO (MAXVALUE);
         INSERT INTO part SELECT generate_series(-3, 9);",
    )
    .await;
    let tables = [
        ("\"a.b\".Pair", 30),
        ("kt", 22),
        ("kb", 4),
        ("ku", 9),
        ("kd", 4),
        ("part", 13),
    ];
    for (name, count) in tables {
        let all = continues_behind_every_row(connect, table(name), &[]).await;
        assert_eq!(all.len(), count, "{name}");
    }
    let sql = "WITH w AS (SELECT k * 2 AS x, k::text AS y FROM part) SELECT * FROM w -- twice";
    let all = continues_behind_every_row(connect, query(sql), &["y", "x"]).await;
    assert_eq!(all.len(), 13);
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn an_order_is_found_only_where_rows_are_unique() {
    execute(
        "CREATE TABLE none_at_all (a int); CREATE TABLE deferred (a int NOT NULL UNIQUE DEFERRABLE);
         CREATE TABLE parent (a int PRIMARY KEY); CREATE TABLE child () INHERITS (parent);
         INSERT INTO parent VALUES (1); INSERT INTO child VALUES (1);
         CREATE COLLATION folded (provider = icu, locale = 'und-u-ks-level2', deterministic = false);
         CREATE TABLE folds (a text COLLATE folded NOT NULL); CREATE UNIQUE INDEX f ON folds (a COLLATE \"C\");
         INSERT INTO folds VALUES ('a'), ('A');
         CREATE TABLE including (a int NOT NULL, b int); CREATE UNIQUE INDEX ON including (a) INCLUDE (b);",
    )
    .await;
    for name in ["none_at_all", "deferred", "parent", "folds"] {
        let why = order_of(connect().await, name).await.unwrap_err();
        assert!(why.contains("no primary key"), "{name}: {why}");
    }
    assert_eq!(order_of(connect().await, "including").await, Ok(vec![0]));
    for name in ["parent", "folds"] {
        let error = error_of(connect().await, table(name), &["a"]).await;
        assert!(error.contains("occur more than once"), "{error}");
    }
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn servers_are_known_by_their_certificate_and_errors_have_no_password() {
    let url = format!(
        "{}?sslmode=verify-full&sslrootcert={}",
        variable("DATABASE_TEST_POSTGRES"),
        variable("DATABASE_TEST_CA")
    );
    let database = Postgres::open(&DatabaseUrl::new(url), Some(&password()))
        .await
        .unwrap();
    let mut source = open(
        database,
        query("SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()"),
        &[],
    )
    .await
    .unwrap();
    assert_eq!(rows(&mut source).await[0].0, ["Bool(true)"]);
    let url = variable("DATABASE_TEST_POSTGRES").replace("test@", "test:secret@");
    let url = DatabaseUrl::new(url);
    let error = Postgres::open(&url, None).await.err().unwrap().to_string();
    assert!(
        error.contains("password authentication failed") && !error.contains("secret"),
        "{error}"
    );
    assert!(!url.to_string().contains("secret"));
}

/// A type mismatch and a missing zone are errors before the first write, reported together.
#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn types_are_checked_before_the_first_write() {
    execute("CREATE TABLE checked (id int PRIMARY KEY, tags text[], at timestamp, moment timestamptz, b bytea)").await;
    let source = open(connect().await, table("checked"), &[]).await.unwrap();
    let cells = [
        ("tags", "D1:tags"),
        ("at", "D1:at as time"),
        ("moment", "D1:moment"),
        ("b", "D1:b as i64"),
    ];
    let error = crate::kit::plan(&source, &cells).unwrap_err().to_string();
    for expected in [
        "column `tags`: its type `TEXT[]` is not supported",
        "the time has no offset: set `time_zone`",
        "a moment as text needs a zone",
        "expected an integer, found bytes",
    ] {
        assert!(error.contains(expected), "{expected} in {error}");
    }
}
