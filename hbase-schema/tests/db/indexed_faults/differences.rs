//! Programs whose declarations of a table differ.

use hbase_schema::db::Destructive;
use hbase_schema::model::DescribedIndex;
use hbase_schema::{Connection, Error, ErrorKind, HTable, TableSchema};

use super::{Mail, Older, Signed, mails, memory, rows_of};
use crate::support::{assert_contains, create_rows_alone};

/// The same table, by a program whose rows and entries expire.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "1d")]
struct Expiring {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER")]
    sender: String,
}

/// The same, with entries that a sweep deletes.
#[derive(HTable, Debug, Clone, PartialEq)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1", ttl = "1d")]
struct Kept {
    #[rowkey]
    id: u32,
    #[index("DLQX:MAIL_BY_SENDER", ttl = forever)]
    sender: String,
}

/// The index's table of a program whose entries never expire: it remains in use, and `verify` names the difference.
#[tokio::test]
async fn entries_may_live_longer_than_declared() {
    let db = memory().await;
    let kept = rows_of(&db, 3);
    kept.create_table_if_missing::<Kept>().await.unwrap();
    let row = Expiring {
        id: 1,
        sender: "a".to_owned(),
    };
    let expiring = rows_of(&db, 3);
    expiring
        .create_table_if_missing::<Expiring>()
        .await
        .unwrap();
    expiring.put(&row).await.unwrap();
    let rows = expiring.query(Expiring::BY_SENDER.eq("a")).rows();
    assert_eq!(rows.collect().await.unwrap(), [row]);
    let error = expiring.verify::<Expiring>().await.unwrap_err();
    assert_contains(&error, "table DLQX:MAIL_BY_SENDER differs from `Expiring`");
    assert_contains(&error, "TTL: declared 86520, live 2147483647");
    kept.verify::<Kept>().await.unwrap();
}

/// Queries miss rows whose entries expire earlier than declared, not those whose entries live longer.
#[tokio::test]
async fn entries_that_expire_early_concern_queries() {
    let db = memory().await;
    let kept = rows_of(&db, 3);
    kept.create_table_if_missing::<Kept>().await.unwrap();
    assert_eq!(concerning_queries(&db, Kept::SCHEMA).await, [0, 0, 0]);
    assert_eq!(concerning_queries(&db, Expiring::SCHEMA).await, [0, 0, 0]);

    let db = memory().await;
    let expiring = rows_of(&db, 3);
    expiring
        .create_table_if_missing::<Expiring>()
        .await
        .unwrap();
    assert_eq!(concerning_queries(&db, Expiring::SCHEMA).await, [0, 0, 0]);
    assert_eq!(concerning_queries(&db, Kept::SCHEMA).await, [0, 0, 1]);
}

/// The numbers of differences of the rows' table, the states' table and the index's table.
async fn concerning_queries(db: &Connection, schema: &'static TableSchema) -> Vec<usize> {
    let described = schema.describe();
    let indexes = described.indexes.iter().map(DescribedIndex::descriptor);
    let indexes: Vec<_> = indexes.collect();
    let diffs = db.diffs_for_indexes(schema.table, &["D1"], &indexes).await;
    let diffs = diffs.unwrap();
    diffs.iter().map(|diff| diff.differences.len()).collect()
}

/// The same table before it had an index.
#[derive(HTable, Debug)]
#[table("DLQX:MAIL_BOXES")]
#[family("D1")]
struct Unindexed {
    #[rowkey]
    id: u32,
    sender: String,
}

/// The error of a table whose rows got indexes names all that is missing, not the family of the stamps alone.
#[tokio::test]
async fn verify_names_all_tables_that_differ() {
    let db = memory().await;
    db.create_table::<Unindexed>().await.unwrap();
    let error = db.verify::<Older>().await.unwrap_err();
    assert_contains(
        &error,
        "table DLQX:MAIL_BOXES differs from `Older`:\n  family STAMP: declared",
    );
    assert_contains(
        &error,
        "\ntable DLQX:MAIL_BY_SENDER differs from `Older`:\n  the table: declared with 1 family, live missing: create it",
    );
    let Error::Differs(differs) = error else {
        panic!("another error: {error}")
    };
    let others = differs.others().iter();
    let others: Vec<_> = others.map(|diff| diff.table.to_string()).collect();
    assert_eq!(
        others.last().map(String::as_str),
        Some("DLQX:MAIL_BY_SENDER")
    );
}

/// Its entries would expire, and the rows stay.
#[tokio::test]
async fn live_attributes_that_lose_entries_are_errors() {
    let db = memory().await;
    create_rows_alone(&db, Older::SCHEMA.table).await;
    let mails = rows_of(&db, 3);
    let error = mails
        .create_table_if_missing::<Expiring>()
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
    assert_eq!(
        error.to_string(),
        "table DLQX:MAIL_BOXES differs from `Expiring`:\n  family D1, TTL: declared 86400, live 2147483647: run `alter 'DLQX:MAIL_BOXES', {NAME => 'D1', TTL => 86400}`, which loses cells that are older than 86400 s"
    );
    let plan = db.plan(&[db.diff::<Expiring>().await.unwrap()]).await;
    let applied = db.apply(&plan.unwrap(), Destructive::CarryOut).await;
    assert_eq!(applied.unwrap().done.len(), 1);
    mails.create_table_if_missing::<Expiring>().await.unwrap();
    // The index's table that another declaration has created, without a TTL, differs too.
    let older = rows_of(&db, 3);
    let error = older
        .indexes::<Older>()
        .backfill(Older::BY_SENDER, |_| {})
        .await
        .unwrap_err();
    assert!(
        error
            .to_string()
            .starts_with("table DLQX:MAIL_BY_SENDER differs from `Older`"),
        "{error}"
    );
}

#[tokio::test]
async fn a_program_without_an_index_of_the_table_does_not_write() {
    let db = memory().await;
    let older = rows_of(&db, 3);
    older.create_table_if_missing::<Older>().await.unwrap();
    let row = |id| Older {
        id,
        sender: "a".to_owned(),
        sent: id,
    };
    older.put(&row(1)).await.unwrap();
    let mails = rows_of(&db, 3);
    mails.create_table_if_missing::<Mail>().await.unwrap();
    let error = rows_of(&db, 3).put(&row(2)).await.unwrap_err();
    assert_eq!(error.kind(), ErrorKind::Differs);
    assert_contains(&error, "the index DLQX:MAIL_BY_TIME");
    let found = older.query(Older::BY_SENDER.eq("a")).rows().collect().await;
    assert_eq!(found.unwrap(), [row(1)]);
    older
        .indexes::<Older>()
        .drop_undeclared("DLQX:MAIL_BY_TIME")
        .await
        .unwrap();
    rows_of(&db, 3).put(&row(2)).await.unwrap();
    let error = older
        .indexes::<Older>()
        .drop_undeclared("no name")
        .await
        .unwrap_err();
    assert_eq!(error.kind(), ErrorKind::InvalidRequest);
}

#[tokio::test]
async fn an_index_on_another_type_is_built_anew() {
    let (db, _, _) = mails(3).await;
    let signed = rows_of(&db, 3);
    let mut rows = signed.query(Signed::BY_SENT.eq(3)).rows();
    let query = rows.next().await.unwrap().unwrap_err();
    let create = signed
        .create_table_if_missing::<Signed>()
        .await
        .unwrap_err();
    for error in [query, create] {
        assert_eq!(error.kind(), ErrorKind::Differs);
        let text = error.to_string();
        assert_contains(&text, "values=integer4-unsigned`, and is declared");
        assert!(text.contains("values=integer8-signed`: drop it"), "{text}");
    }
    signed
        .indexes::<Signed>()
        .drop_index(Signed::BY_SENT)
        .await
        .unwrap();
    signed.create_table_if_missing::<Signed>().await.unwrap();
    let found = signed.query(Signed::BY_SENT.eq(3)).rows().collect().await;
    assert_eq!(found.unwrap()[0].id, 3);
}
