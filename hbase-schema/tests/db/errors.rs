//! Errors: their kinds; each cause is printed once.

use std::io;

use hbase_schema::cell::RowErrorKind;
use hbase_schema::codec::CodecError;
use hbase_schema::model::{Capability, Error as Cause, TableName};
use hbase_schema::testing::CallKind;
use hbase_schema::{Connection, Error, ErrorKind, KeyError, Settings};

use crate::support::{Plain, PlainKey, assert_contains, memory, observed, plain, record};

/// Prints an error like `anyhow`.
fn chain(error: &dyn std::error::Error) -> String {
    let mut text = error.to_string();
    let mut cause = error.source();
    while let Some(next) = cause {
        text = format!("{text}: {next}");
        cause = next.source();
    }
    text
}

async fn all_errors() -> Vec<Error> {
    let (db, observed) = observed().await;
    let key = PlainKey { id: 1 };
    db.mutate(&key).put_raw("D1", b"N", b"MARKS").await.unwrap();
    let mut errors = vec![
        db.get(&key).await.unwrap_err(),
        db.put(&record("u", -1, 1)).await.unwrap_err(),
        db.put(&record("", 1, 1)).await.unwrap_err(),
        db.create_table::<Plain>().await.unwrap_err(),
        db.mutate(&key)
            .put_raw("NONE", b"X", b"")
            .await
            .unwrap_err(),
        hbase_schema::connect("memory:x").await.unwrap_err(),
    ];
    observed
        .faults
        .on(CallKind::MutateMany)
        .always()
        .lose_connection();
    errors.push(db.put_many([plain(1)]).await.unwrap_err());
    observed.faults.on_any().first(9).lose_connection();
    errors.push(
        db.timeout(std::time::Duration::from_millis(20))
            .get(&key)
            .await
            .unwrap_err(),
    );
    errors
}

#[tokio::test]
async fn a_request_that_is_rejected_is_without_effect() {
    let db = memory().await;
    let scan = || db.scan(Plain::scan().all());
    let rejected = [
        scan().page(0).await.unwrap_err(),
        scan().page_after("no cursor", 1).await.unwrap_err(),
        db.mutate(&PlainKey { id: 1 })
            .put_raw("NONE", b"X", b"")
            .await
            .unwrap_err(),
    ];
    for error in rejected {
        assert!(error.is_without_effect(), "{error}");
    }
    let (class, message) = ("x.NotServingRegionException".to_owned(), String::new());
    let family = Cause::family_not_found(&"A:B".parse().unwrap(), "x", ["y"]);
    let rejected = Cause::Rejected {
        class: class.clone(),
        message: message.clone(),
    };
    assert!(family.is_without_effect() && rejected.is_without_effect());
    // It may be the last error of a request that was sent several times.
    assert!(!Cause::Server { class, message }.is_without_effect());
}

/// A service distinguishes its clients' errors from its own.
#[tokio::test]
async fn a_cursor_that_is_none_has_a_kind_of_its_own() {
    let db = memory().await;
    db.put_many((0..3).map(plain)).await.unwrap();
    let scan = || db.scan(Plain::scan().all());
    let next = scan().page(1).await.unwrap().next.unwrap();
    for error in [
        scan().page_after("no cursor", 1).await.unwrap_err(),
        scan()
            .reversed()
            .page_after(next.as_str(), 1)
            .await
            .unwrap_err(),
    ] {
        assert_eq!(error.kind(), ErrorKind::InvalidCursor, "{error}");
        assert!(error.context().is_some() && error.is_without_effect());
    }
    let error = scan().page_after(next, 0).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[test]
fn a_server_that_aborts_is_unavailable() {
    let of = |message: &str| {
        let (class, message) = ("java.io.IOException".to_owned(), message.to_owned());
        ErrorKind::of_backend(&Cause::Server { class, message })
    };
    let closed = "Cannot append; log is closed, regionName = T,,1.a.";
    assert_eq!(of(closed), ErrorKind::Unavailable);
    assert_eq!(of("log is closed"), ErrorKind::Other);
}

#[tokio::test]
async fn a_chain_of_causes_prints_nothing_twice() {
    for error in all_errors().await {
        assert_eq!(chain(&error), error.to_string());
    }
    let source = Cause::io("reading a.txt", io::ErrorKind::NotFound.into());
    let codec = CodecError::new("MARK");
    let (row, key, field) = ("Row", "k".into(), "f");
    let encode = RowErrorKind::Encode {
        row,
        key,
        field,
        column: "D1:F".into(),
        cause: codec.clone(),
    };
    let part = KeyError::Encode {
        row,
        part: "p",
        value: "7".into(),
        cause: codec,
    };
    for error in [&source as &dyn std::error::Error, &encode, &part] {
        assert_eq!(chain(error), error.to_string());
    }
    assert!(encode.to_string().ends_with("MARK") && part.to_string().ends_with("MARK"));
    assert_contains(&source, "not found");
}

#[tokio::test]
async fn kinds_are_there_to_match_on() {
    let kinds: Vec<ErrorKind> = all_errors().await.iter().map(Error::kind).collect();
    assert_eq!(
        kinds[..],
        [
            ErrorKind::Decode,
            ErrorKind::InvalidRequest,
            ErrorKind::Encode,
            ErrorKind::AlreadyExists,
            ErrorKind::InvalidRequest,
            ErrorKind::Settings,
            ErrorKind::Unavailable,
            ErrorKind::Unavailable,
        ]
    );
    let db = memory().await;
    db.drop_table::<Plain>().await.unwrap();
    let error = db.put_many((0..10).map(plain)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    assert!(!error.is_retryable());
    let error = db.drop_namespace("NOWHERE").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::NotFound);
    let error = db.drop_namespace("DLQX").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let error = db.create_namespace("DLQX").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::AlreadyExists);
    let error = db.create_namespace("NO SPACES").await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
    let error = db.verify::<Plain>().await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
}

#[test]
fn a_backends_errors_have_one_kind_each() {
    let table: TableName = "A:B".parse().unwrap();
    let server = |class: &str| Cause::Server {
        class: class.into(),
        message: String::new(),
    };
    for (error, kind, retryable) in [
        (
            Cause::TableDisabled {
                table: table.clone(),
            },
            ErrorKind::Disabled,
            false,
        ),
        (
            Cause::not_sent("x", io::ErrorKind::ConnectionRefused.into()),
            ErrorKind::Unavailable,
            true,
        ),
        (
            Cause::TableExists { table },
            ErrorKind::AlreadyExists,
            false,
        ),
        (
            Cause::DeadlineExceeded { doing: "x" },
            ErrorKind::Timeout,
            true,
        ),
        (
            Cause::io("x", io::ErrorKind::BrokenPipe.into()),
            ErrorKind::Unavailable,
            true,
        ),
        (
            Cause::io("x", io::ErrorKind::PermissionDenied.into()),
            ErrorKind::Denied,
            false,
        ),
        (
            Cause::Corrupt { what: "x".into() },
            ErrorKind::Corrupt,
            false,
        ),
        (
            server("org.apache.hadoop.hbase.TableNotEnabledException"),
            ErrorKind::Disabled,
            false,
        ),
        (
            server("RegionTooBusyException"),
            ErrorKind::Unavailable,
            true,
        ),
        (server("AccessDeniedException"), ErrorKind::Denied, false),
        (
            Cause::Unauthenticated {
                doing: "x",
                why: "y".into(),
            },
            ErrorKind::Unauthenticated,
            false,
        ),
        (
            server("java.lang.NullPointerException"),
            ErrorKind::Other,
            false,
        ),
    ] {
        let found = ErrorKind::of_backend(&error);
        assert_eq!((found, found.is_retryable()), (kind, retryable), "{error}");
    }
}

#[test]
fn each_error_before_or_at_a_server_has_a_kind() {
    let table = || "A:B".parse::<TableName>().unwrap();
    let path = || "/data/store".to_owned();
    let io = |kind: io::ErrorKind| Cause::io("x", kind.into());
    #[rustfmt::skip]
    let cases = [
        (Cause::TableNotFound { table: table() }, ErrorKind::NotFound),
        (Cause::NamespaceNotFound { namespace: "A".into() }, ErrorKind::NotFound),
        (Cause::family_not_found(&table(), "X", ["D1"]), ErrorKind::NotFound),
        (Cause::NamespaceExists { namespace: "A".into() }, ErrorKind::AlreadyExists),
        (Cause::NamespaceNotEmpty { namespace: "A".into(), tables: 2 }, ErrorKind::InvalidRequest),
        (Cause::invalid("x"), ErrorKind::InvalidRequest),
        (Cause::too_large("a row key", 9, 8), ErrorKind::InvalidRequest),
        (
            Cause::Unsupported { backend: "x", capability: Capability::AlterTable, instead: "y".into() },
            ErrorKind::Unsupported,
        ),
        (Cause::NewerFormat { path: path(), found: 9, known: 8 }, ErrorKind::Corrupt),
        (Cause::Locked { path: path() }, ErrorKind::InUse),
        (Cause::LockedHere { path: path() }, ErrorKind::InUse),
        (Cause::DiskFull { path: path() }, ErrorKind::NoSpace),
        (Cause::Unavailable { why: "x".into() }, ErrorKind::Unavailable),
        (Cause::Closed { why: "x".into() }, ErrorKind::Closed),
        (Cause::Backend { backend: "x", what: "y".into() }, ErrorKind::Other),
        (io(io::ErrorKind::StorageFull), ErrorKind::NoSpace),
        (io(io::ErrorKind::QuotaExceeded), ErrorKind::NoSpace),
        (io(io::ErrorKind::InvalidData), ErrorKind::Other),
        (io(io::ErrorKind::ConnectionReset), ErrorKind::Unavailable),
    ];
    for (error, kind) in cases {
        assert_eq!(ErrorKind::of_backend(&error), kind, "{error}");
    }
    for (class, kind) in [
        ("TableNotFoundException", ErrorKind::NotFound),
        ("NamespaceNotFoundException", ErrorKind::NotFound),
        ("NoSuchColumnFamilyException", ErrorKind::NotFound),
        ("TableExistsException", ErrorKind::AlreadyExists),
        ("NamespaceExistException", ErrorKind::AlreadyExists),
        ("DoNotRetryIOException", ErrorKind::InvalidRequest),
        ("UnsupportedOperationException", ErrorKind::Unsupported),
        ("CallTimeoutException", ErrorKind::Timeout),
        ("CorruptHFileException", ErrorKind::Corrupt),
        ("NotServingRegionException", ErrorKind::Unavailable),
        ("UnknownException", ErrorKind::Other),
    ] {
        for class in [class.to_owned(), format!("org.apache.hadoop.hbase.{class}")] {
            let (of_server, message) = (class.clone(), String::new());
            let server = Cause::Server {
                class: of_server,
                message: message.clone(),
            };
            let rejected = Cause::Rejected { class, message };
            assert_eq!(ErrorKind::of_backend(&server), kind, "{server}");
            assert_eq!(ErrorKind::of_backend(&rejected), kind, "{rejected}");
        }
    }
    for kind in [ErrorKind::Closed, ErrorKind::Changed, ErrorKind::NotBuilt] {
        assert!(!kind.is_retryable(), "{kind:?}");
    }
}

#[tokio::test]
async fn settings_with_a_wrong_name_are_errors_that_name_the_nearest() {
    let wrong = [
        (
            "HBASE.SCHEMA.TIMEOUT.MS",
            "did you mean `hbase.schema.timeout.ms`?",
        ),
        (
            "hbase-schema.timeout.ms",
            "did you mean `hbase.schema.timeout.ms`?",
        ),
        (
            "HBASE_SCHEMA_BATCH_ROWS",
            "did you mean `hbase.schema.batch.rows`?",
        ),
        (
            "hbase.schema.timout.ms",
            "did you mean `hbase.schema.timeout.ms`?",
        ),
        (
            "hbase.schema.batch.row",
            "did you mean `hbase.schema.batch.rows`?",
        ),
        (
            "hbase.shema.retries",
            "did you mean `hbase.schema.retries`?",
        ),
        (
            "hbase.schema.Slow.ms",
            "did you mean `hbase.schema.slow.ms`?",
        ),
        (
            "hbase.schema.colour.of.the.bike",
            "expected one of hbase.schema.url, ",
        ),
    ];
    // A name without a value is as invalid as one with a value.
    for ((name, help), value) in wrong.iter().flat_map(|one| [(one, "5"), (one, "")]) {
        let settings = Settings::new().properties(&format!("{name}={value}"));
        let settings = settings.unwrap();
        let builder = Connection::builder().settings(settings).url("memory:");
        let error = builder.clone().connect().await.unwrap_err();
        assert_eq!(error.kind(), ErrorKind::Settings);
        let error = error.to_string();
        let begin = format!("properties: found the unknown setting `{name}`");
        assert!(error.starts_with(&begin), "{error}");
        assert!(error.contains(help), "{error}");
        builder.remove(name).connect().await.unwrap();
    }
    let foreign = "<configuration><property><name>hbase.rpc.timeout</name><value>1</value></property><property><name>hbase.client.scanner.caching</name><value>1</value></property></configuration>";
    let settings = Settings::new()
        .site(foreign)
        .unwrap()
        .set("hbase.schema.url", "memory:");
    let listed: Vec<(&str, &str)> = settings
        .iter()
        .map(|one| (one.name(), one.source()))
        .collect();
    assert_eq!(
        listed,
        [
            ("hbase.client.scanner.caching", "hbase-site.xml"),
            ("hbase.rpc.timeout", "hbase-site.xml"),
            ("hbase.schema.url", "code"),
        ]
    );
    assert_eq!(settings.source("hbase.rpc.timeout"), Some("hbase-site.xml"));
    Connection::builder()
        .settings(settings)
        .connect()
        .await
        .unwrap();
}

#[tokio::test]
async fn a_table_and_namespaces_are_made_where_they_are_missing() {
    let db = hbase_schema::connect("memory:").await.unwrap();
    let tasks: Vec<_> = (0..8)
        .map(|_| {
            let db = db.clone();
            tokio::spawn(async move { db.create_table_if_missing::<Plain>().await.unwrap() })
        })
        .collect();
    let mut made = 0;
    for task in tasks {
        made += u32::from(task.await.unwrap());
    }
    assert_eq!(made, 1);
    assert!(db.namespaces().await.unwrap().contains(&"DLQX".to_owned()));
    let error = db.create_table::<Plain>().await.unwrap_err().to_string();
    assert!(!error.contains("drop"), "{error}");
}
