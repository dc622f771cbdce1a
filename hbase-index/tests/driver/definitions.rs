//! An index belongs to the definition that filled it, and to its table.

use std::sync::Arc;

use hbase_backend::{Backend, Mutation};
use hbase_index::protocol::Phase;
use hbase_index::{IndexError, IndexedTable, Intent, TableDefinition, ValueRange, Verification};
use hbase_model::{FamilyDescriptor, TableDescriptor, TableName};

use crate::setup::{Cx, TIMEOUT, by_mail, definition, mail_of, soon};

/// Another program's client, with a definition that differs.
fn other(cx: &Cx, change: impl FnOnce(&mut TableDefinition)) -> IndexedTable {
    let mut definition = definition();
    change(&mut definition);
    Cx::client(cx.store.clone(), &cx.clocks, &Arc::new(definition))
}

async fn build(table: &IndexedTable) -> Result<(), IndexError> {
    table.build(&by_mail(), TIMEOUT, &mut |_| {}).await
}

#[tokio::test]
async fn an_index_of_another_column_is_neither_used_nor_swept() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let moved = other(&cx, |table| {
        table.indexes[0].depends_on = vec![(b"D".to_vec(), b"NAME".to_vec())];
    });
    let range = vec![ValueRange::value(*b"a\0")];
    let rows = moved
        .query(&by_mail(), range, Vec::new(), |_| true)
        .unwrap();
    let errors = [
        build(&moved).await.unwrap_err(),
        rows.all(soon()).await.unwrap_err(),
        moved
            .write(Intent::put(mail_of("1", "b")), soon())
            .await
            .unwrap_err(),
        moved.sweep(&by_mail(), TIMEOUT, TIMEOUT).await.unwrap_err(),
        moved
            .verify(&by_mail(), Verification::Repair, TIMEOUT)
            .await
            .unwrap_err(),
    ];
    for error in errors {
        assert_eq!(
            error.to_string(),
            "index USERS_BY_MAIL was built as `table=USERS columns=D:MAIL values=list`, and is declared as \
             `table=USERS columns=D:NAME values=list`: drop it, then rebuild it"
        );
    }
    assert_eq!(cx.find_one("a").await, ["1"]);
    moved.drop_index(&by_mail(), TIMEOUT).await.unwrap();
    build(&moved).await.unwrap();
    let error = cx.table.write(Intent::put(mail_of("1", "b")), soon()).await;
    assert!(
        matches!(error, Err(IndexError::OtherDefinition { .. })),
        "{error:?}"
    );
}

#[tokio::test]
async fn an_index_of_another_encoding_is_not_used() {
    let cx = Cx::new().await;
    let other = other(&cx, |table| {
        table.indexes[0].encoding = "integer4-signed".to_owned();
    });
    let error = build(&other).await.unwrap_err();
    assert!(
        matches!(error, IndexError::OtherDefinition { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn the_index_of_another_table_is_left_alone() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let other = other(&cx, |table| {
        table.table = TableName::parse("PEOPLE").unwrap();
    });
    let errors = [
        build(&other).await.unwrap_err(),
        other.sweep(&by_mail(), TIMEOUT, TIMEOUT).await.unwrap_err(),
        other
            .verify(&by_mail(), Verification::Repair, TIMEOUT)
            .await
            .unwrap_err(),
        other.drop_index(&by_mail(), TIMEOUT).await.unwrap_err(),
    ];
    for error in errors {
        let text = error.to_string();
        assert!(
            text.contains("table=USERS") && text.contains("choose another name"),
            "{text}"
        );
    }
    assert_eq!(cx.find_one("a").await, ["1"]);
}

/// The same name, but states in another table, like those of other namespaces.
#[tokio::test]
async fn the_table_of_another_index_is_not_taken_over() {
    let cx = Cx::new().await;
    let mut states = TableDescriptor::new(TableName::parse("OTHERS").unwrap());
    states.families = vec![FamilyDescriptor::new("S")].into();
    cx.store.create_table(&states, soon()).await.unwrap();
    let other = other(&cx, |table| {
        table.table = TableName::parse("PEOPLE").unwrap();
        table.states.0 = states.name.clone();
    });
    let error = build(&other).await.unwrap_err().to_string();
    assert!(error.contains("it has the index of table USERS"), "{error}");
}

async fn create(cx: &Cx, change: impl FnOnce(&mut TableDescriptor)) {
    let mut table = TableDescriptor::new(by_mail());
    let mut family = FamilyDescriptor::new("E");
    family.versions = Some(1);
    table.families = vec![family].into();
    change(&mut table);
    cx.store.create_table(&table, soon()).await.unwrap();
}

#[tokio::test]
async fn a_table_that_is_no_index_is_not_taken_over() {
    type Change = fn(&mut TableDescriptor);
    let cases: [(Change, &str); 4] = [
        (
            |table| table.families = vec![FamilyDescriptor::new("D")].into(),
            "the families D",
        ),
        (
            |table| table.families.to_mut()[0].versions = Some(3),
            "VERSIONS 3",
        ),
        (
            |table| table.families.to_mut()[0].ttl = hbase_model::Ttl::from_secs(60),
            "a TTL of 60 s",
        ),
        (
            |table| table.set_attribute("DURABILITY", "SKIP_WAL").unwrap(),
            "DURABILITY SKIP_WAL",
        ),
    ];
    for (change, found) in cases {
        let cx = Cx::unbuilt().await;
        create(&cx, change).await;
        let error = build(&cx.table).await.unwrap_err();
        assert!(matches!(error, IndexError::OtherTable { .. }), "{error}");
        assert!(error.to_string().contains(found), "{error}");
        let state = cx.table.state(&by_mail(), soon()).await.unwrap();
        assert_eq!(state.phase, Phase::Dropped);
    }
}

/// A table that was created by hand is accepted for an index if it has the index's families and no rows.
#[tokio::test]
async fn a_table_with_rows_is_not_taken_over() {
    let cx = Cx::unbuilt().await;
    create(&cx, |_| {}).await;
    let mut row = Mutation::new("x");
    row.put(b"E", b"", b"y").unwrap();
    cx.store.mutate(&by_mail(), row, soon()).await.unwrap();
    let error = build(&cx.table).await.unwrap_err().to_string();
    assert!(error.contains("it has rows"), "{error}");
    let mut row = Mutation::new("x");
    row.delete_row(None);
    cx.store.mutate(&by_mail(), row, soon()).await.unwrap();
    build(&cx.table).await.unwrap();
    let live = cx.store.describe_table(&by_mail(), soon()).await.unwrap();
    assert_eq!(
        live.attribute("HBASE_SCHEMA_INDEX_OF").as_deref(),
        Some("USERS")
    );
    // A build notices if it is dropped and recreated.
    assert!(live.attribute("HBASE_SCHEMA_CREATION").is_some());
    cx.put("1", "a").await;
    assert_eq!(cx.find_one("a").await, ["1"]);
}

/// The table was replaced by another one while the index was readable.
#[tokio::test]
async fn a_table_that_is_no_index_is_not_dropped() {
    let cx = Cx::new().await;
    cx.store.drop_table(&by_mail(), soon()).await.unwrap();
    create(&cx, |table| {
        table.families = vec![FamilyDescriptor::new("D")].into();
    })
    .await;
    let error = cx.table.drop_index(&by_mail(), TIMEOUT).await.unwrap_err();
    assert!(matches!(error, IndexError::OtherTable { .. }), "{error}");
    let tables = cx.store.list_tables(soon()).await.unwrap();
    assert!(tables.contains(&by_mail()));
}

/// A program that was built before an index was added.
#[tokio::test]
async fn writers_that_do_not_know_an_index_are_rejected() {
    let cx = Cx::unbuilt().await;
    let older = other(&cx, |table| drop(table.indexes.remove(0)));
    let by_city = older.definition().indexes[0].table.clone();
    older.build(&by_city, TIMEOUT, &mut |_| {}).await.unwrap();
    older
        .write(Intent::put(mail_of("1", "a")), soon())
        .await
        .unwrap();
    build(&cx.table).await.unwrap();
    let late = older.write(Intent::put(mail_of("1", "b")), soon()).await;
    assert_eq!(
        late.unwrap_err().to_string(),
        "writing a row of USERS: the table has the index USERS_BY_MAIL, which this program does not declare: update \
         the program, or drop the index by `drop_undeclared`"
    );
    assert_eq!(cx.find_one("a").await, ["1"]);
    cx.put("1", "b").await;
    assert_eq!(cx.find_one("b").await, ["1"]);

    let declared = older.drop_undeclared(&by_city, TIMEOUT).await.unwrap_err();
    assert!(declared.to_string().contains("drop_index"), "{declared}");
    older.drop_undeclared(&by_mail(), TIMEOUT).await.unwrap();
    older
        .write(Intent::put(mail_of("1", "c")), soon())
        .await
        .unwrap();
    build(&cx.table).await.unwrap();
    assert_eq!(cx.find_one("c").await, ["1"]);
    let again = older.write(Intent::put(mail_of("1", "d")), soon()).await;
    // A removal at an older state does not hide that the index exists once more.
    cx.clocks
        .advance(hbase_index::Settings::default().write_limit);
    let later = older.write(Intent::put(mail_of("1", "d")), soon()).await;
    for late in [again, later] {
        assert!(
            matches!(late, Err(IndexError::NotDeclared { .. })),
            "{late:?}"
        );
    }
}
