//! `MariaDB`, which speaks `MySQL`'s protocol.

use hbase_schema_import::source::database::DatabaseUrl;
use hbase_schema_import::source::mysql::MySql;
use hbase_schema_import::{ColumnType, Source};

use crate::kit::continues_behind_every_row;
use crate::sources::{error_of, open, order_of, password, query, rows, table, variable};

async fn execute(sql: &str) {
    let options: sqlx::mysql::MySqlConnectOptions =
        variable("DATABASE_TEST_MARIADB").parse().unwrap();
    crate::kit::execute(options.password(password().secret()), sql).await;
}

async fn connect() -> MySql {
    let url = DatabaseUrl::new(variable("DATABASE_TEST_MARIADB").replace("mysql:", "mariadb:"));
    MySql::open(&url, Some(&password())).await.unwrap()
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn values_have_their_types() {
    execute(
        "SET sql_mode = '';
         CREATE TABLE typed (id int PRIMARY KEY, b bool, i tinyint, u bigint unsigned, f float, g double, n decimal(65, 3),
             t text, c char(4), k varchar(9) COLLATE utf8mb4_bin, y varbinary(9), o blob, d date, ti time, dt datetime(6),
             ts timestamp(6) NULL, yr year, bi bit(9), e enum('x', 'y'), s set('p', 'q'), j json, p point,
             w tinyint(1) unsigned, tm time(6));
         INSERT INTO typed VALUES (1, 2, -128, 18446744073709551615, 0.1, 0.1, 12.34, 'ä😀', 'ab', '', x'00ff', '', '1969-12-31',
             '12:00:01', '2015-12-26 12:00:00.000001', FROM_UNIXTIME(1451102400.5), 2015, b'100000001', 'y', 'p,q', '{\"a\":1}',
             POINT(1, 2), 200, '12:00:01.5');
         INSERT INTO typed (id, n, d, ti, dt, tm) VALUES
             (2, 12345678901234567890123456789012345678901234567890, '0000-00-00', '-838:59:59', '0000-00-00', '100:00:00.5'),
             (3, 0, NULL, NULL, NULL, '-12:00:00');",
    )
    .await;
    let mut source = open(connect().await, table("typed"), &[]).await.unwrap();
    let unsupported = source
        .columns()
        .iter()
        .filter(|c| c.column_type == ColumnType::Unsupported);
    assert_eq!(
        unsupported.map(|c| c.name.as_str()).collect::<Vec<_>>(),
        ["p"]
    );
    let rows = rows(&mut source).await;
    let joined: Vec<String> = rows.iter().map(|(values, _)| values.join(" ")).collect();
    let decimal = |text: &str| format!("{:?}", text.parse::<hbase_model::Decimal>().unwrap());
    let first = format!(
        "Int(1) Int(2) Int(-128) Uint(18446744073709551615) Float32(0.1) Float64(0.1) Decimal({}) Text(\"ä😀\") Text(\"ab\") \
         Text(\"\") Bytes([0, 255]) Bytes([]) Date(-1) TimeOfDay(43201000000) Local(1451131200000001) Moment(1451102400500000) \
         Uint(2015) Uint(257) Text(\"y\") Text(\"p,q\") Text(\"{{\\\"a\\\":1}}\") Null Uint(200) \
         TimeOfDay(43201500000)",
        decimal("12.340")
    );
    assert_eq!(joined[0], first);
    for text in [
        "Text(\"0000-00-00\")",
        "Text(\"-838:59:59\")",
        "Text(\"0000-00-00 00:00:00\")",
        "Text(\"100:00:00.5\")",
    ] {
        assert!(joined[1].contains(text), "{text} in {}", joined[1]);
    }
    assert!(
        joined[1].contains("Text(\"12345678901234567890123456789012345678901234567890.000\")"),
        "{}",
        joined[1]
    );
    assert!(joined[2].contains("Null Null Null"), "{}", joined[2]);
    assert!(joined[2].ends_with("Text(\"-12:00:00\")"), "{}", joined[2]);
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn reading_continues_behind_every_row() {
    execute(
        "CREATE TABLE pair (n decimal(40, 3), t varchar(20) COLLATE utf8mb4_unicode_ci, PRIMARY KEY (n, t));
         INSERT INTO pair SELECT n, t FROM (SELECT -0.001 n UNION SELECT 9007199254740993 UNION SELECT 9007199254740992.001) a,
             (SELECT 'a' t UNION SELECT 'B' UNION SELECT 'ß' UNION SELECT '' UNION SELECT 'z b') b;
         CREATE TABLE kt (k timestamp(6) PRIMARY KEY, d datetime NOT NULL);
         INSERT INTO kt SELECT FROM_UNIXTIME(1451102400 + seq * 1.000001), '2015-12-26' FROM seq_1_to_9;
         CREATE TABLE kb (k varbinary(9) PRIMARY KEY); INSERT INTO kb VALUES (''), (x'00'), (x'ff'), (x'0000'), ('a');
         CREATE TABLE ku (k bigint unsigned PRIMARY KEY); INSERT INTO ku VALUES (0), (18446744073709551615), (9223372036854775808);
         CREATE TABLE kl (k varchar(9) CHARACTER SET latin1 PRIMARY KEY); INSERT INTO kl VALUES ('é'), ('D'), ('f'), ('Z');
         CREATE TABLE kd (k date PRIMARY KEY); INSERT INTO kd VALUES ('2015-12-26'), ('1000-01-01'), ('9999-12-31');",
    )
    .await;
    for (name, count) in [
        ("pair", 15),
        ("kt", 9),
        ("kb", 5),
        ("ku", 3),
        ("kl", 4),
        ("test.kd", 3),
    ] {
        let all = continues_behind_every_row(connect, table(name), &[]).await;
        assert_eq!(all.len(), count, "{name}");
    }
    let sql = "SELECT CONCAT(k, '!') AS y, k AS x FROM ku";
    let all = continues_behind_every_row(connect, query(sql), &["y"]).await;
    assert_eq!(all.len(), 3);
}

/// In a query, sets, and enumerations with a binary collation, are not recognized: the server orders them by
/// their values' numbers, but compares them by their texts.
#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn reading_of_a_query_continues_behind_values_in_another_order_than_their_texts() {
    execute(
        "CREATE TABLE ranked (e enum('z', 'm', 'a') COLLATE utf8mb4_bin PRIMARY KEY, s set('q', 'p'), c char(3), b binary(2));
         INSERT INTO ranked VALUES ('z', 'q', 'Z', x'ff00'), ('m', 'p', 'é', x'0001'), ('a', 'q,p', 'f', x'6161');",
    )
    .await;
    for from in ["ranked", "(SELECT DISTINCT * FROM ranked) d"] {
        for column in ["e", "s", "c", "b"] {
            let sql = format!("SELECT {column} AS y, HEX(e) AS x FROM {from}");
            let all = continues_behind_every_row(connect, query(&sql), &["y"]).await;
            assert_eq!(all.len(), 3, "{sql}");
        }
    }
    let plain = query("SELECT CAST('x' AS CHAR) AS y, e AS x FROM enumerated_query");
    execute("CREATE TABLE enumerated_query (e enum('b', 'a') PRIMARY KEY)").await;
    let error = error_of(connect().await, plain, &["x"]).await;
    assert!(error.contains("cannot be continued after"), "{error}");
}

#[tokio::test]
#[ignore = "needs tests/databases/databases with"]
async fn an_order_is_found_only_where_rows_are_unique() {
    execute(
        "CREATE TABLE nothing (a int); CREATE TABLE nullable (a int UNIQUE);
         CREATE TABLE enumerated (a enum('b', 'a') PRIMARY KEY);
         CREATE TABLE binary_enum (a enum('b', 'a') COLLATE utf8mb4_bin PRIMARY KEY);
         CREATE TABLE keyed_set (a set('b', 'a') PRIMARY KEY); CREATE TABLE other (a int NOT NULL UNIQUE, b int)",
    )
    .await;
    for (name, expected) in [
        ("nothing", "no primary key"),
        ("nullable", "no primary key"),
        ("enumerated", "type `ENUM`"),
        ("binary_enum", "type `ENUM`"),
        ("keyed_set", "type `SET`"),
    ] {
        let why = order_of(connect().await, name).await.unwrap_err();
        assert!(why.contains(expected), "{name}: {why}");
    }
    for name in ["binary_enum", "keyed_set"] {
        let error = error_of(connect().await, table(name), &["a"]).await;
        assert!(error.contains("cannot be continued after"), "{error}");
    }
    assert_eq!(order_of(connect().await, "other").await, Ok(vec![0]));
}
