//! Calls that need no struct: definitions from a description, states, the entries that wait.

use std::sync::Arc;
use std::time::Duration;

use hbase_index::protocol::Phase;
use hbase_index::{Backlog, Findings, IndexError, Intent, TableDefinition, Verification};
use hbase_model::layout::OrderedKind;
use hbase_model::{
    CellCodec, CellFacts, CellFormat, DescribedColumn, DescribedIndex, DescribedIndexField,
    DescribedTable, Encoding, FamilyDescriptor, KeyLayout, LogicalType, Splits, TableDescriptor,
    TableName,
};

use crate::setup::{Cx, TIMEOUT, by_mail, mail_of, soon};

fn users(computable: bool) -> DescribedTable {
    let mut descriptor = TableDescriptor::new(TableName::parse("USERS").unwrap());
    let families = ["D", "X", "STAMP"].map(FamilyDescriptor::new);
    descriptor.families = families.to_vec().into();
    DescribedTable {
        row: "User".to_owned(),
        descriptor,
        key: KeyLayout {
            salt: None,
            parts: Vec::new().into(),
        },
        columns: vec![DescribedColumn {
            field: "mail".to_owned(),
            family: "D".to_owned(),
            qualifier: "MAIL".into(),
            type_name: "String".to_owned(),
            codec: CellCodec::Java,
            facts: CellFacts::new(CellFormat::Text, LogicalType::Text),
            default: false,
            counter: false,
            codes: String::new(),
        }],
        dynamic: Vec::new(),
        timestamp: None,
        row_version: None,
        period: None,
        table_date: None,
        indexes: vec![DescribedIndex {
            table: by_mail(),
            fields: vec![DescribedIndexField {
                field: "mail".to_owned(),
                encoding: Encoding::Ordered(OrderedKind::String),
                desc: false,
                computable,
            }],
            ttl: None,
            splits: Splits::None,
            buckets: None,
        }],
    }
}

/// A table on the store of `cx` by its description.
fn described(cx: &Cx, computable: bool) -> hbase_index::IndexedTable {
    let users = users(computable);
    let mut definition = TableDefinition::described(&users.descriptor, &users);
    assert_eq!(definition.families, [b"D".to_vec(), b"X".to_vec()]);
    assert_eq!(definition.states.0.to_string(), "INDEX_STATES");
    // The store of the tests has other names.
    definition.stamp = cx.definition.stamp.clone();
    definition.states = cx.definition.states.clone();
    Cx::client(cx.store.clone(), &cx.clocks, &Arc::new(definition))
}

#[tokio::test]
async fn a_description_builds_an_index() {
    let cx = Cx::unbuilt().await;
    cx.put_directly("1", "a").await;
    let table = described(&cx, true);
    table.build(&by_mail(), TIMEOUT, &mut |_| {}).await.unwrap();
    let write = table.write(Intent::put(mail_of("2", "a")), soon()).await;
    write.unwrap();
    let range = hbase_index::ValueRange::value(*b"\x34a\0");
    let rows = table.query(&by_mail(), vec![range], Vec::new(), |_| true);
    assert_eq!(rows.unwrap().all(soon()).await.unwrap().len(), 2);
}

#[tokio::test]
async fn what_a_description_does_not_determine_is_an_error_with_the_field() {
    let cx = Cx::unbuilt().await;
    cx.put_directly("1", "a").await;
    let table = described(&cx, false);
    let error = table.build(&by_mail(), TIMEOUT, &mut |_| {}).await;
    let error = error.unwrap_err().to_string();
    assert!(
        error.contains("of the field `mail`: build, verify"),
        "{error}"
    );
    // Its state can be read, and it can be dropped.
    let state = table.state(&by_mail(), soon()).await.unwrap();
    assert_eq!(state.phase, Phase::Backfilling);
    table.drop_index(&by_mail(), TIMEOUT).await.unwrap();
}

#[tokio::test]
async fn all_states_are_listed() {
    let cx = Cx::unbuilt().await;
    let table = described(&cx, true);
    assert_eq!(table.all_states(soon()).await.unwrap(), []);
    cx.table
        .build(&by_mail(), TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    let states = table.all_states(soon()).await.unwrap();
    let state = cx.table.state(&by_mail(), soon()).await.unwrap();
    assert_eq!(states, [("USERS_BY_MAIL".to_owned(), state)]);
    assert_eq!(state.phase.name(), "readable");
    assert_eq!(cx.table.backfilled(&by_mail(), soon()).await.unwrap(), None);
    // Another encoding of the values has filled it: it can be dropped, not used.
    assert_eq!(table.own_state(&by_mail(), soon()).await.unwrap(), state);
    let error = table.state(&by_mail(), soon()).await.unwrap_err();
    assert!(
        matches!(error, IndexError::OtherDefinition { .. }),
        "{error}"
    );
}

#[tokio::test]
async fn entries_that_wait_are_counted_with_their_age() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put(row, "a").await;
    }
    cx.clocks.advance(Duration::from_secs(100));
    for row in ["1", "2"] {
        cx.put(row, "b").await;
    }
    cx.put("1", "c").await;
    let (index, age) = (by_mail(), Duration::from_secs(50));
    let mut pages = 0;
    let mut count = |_: &Backlog| pages += 1;
    let backlog = cx.table.backlog(&index, age, TIMEOUT, &mut count);
    let backlog = backlog.await.unwrap();
    assert_eq!((backlog.live, backlog.waiting, backlog.left), (3, 3, 2));
    assert_eq!(backlog.oldest, Some(1_120_000));
    assert_eq!(pages, 3);
    cx.clocks.advance(Duration::from_secs(60));
    cx.table.clean_up(soon()).await.unwrap();
    let mut ignore = |_: &Backlog| {};
    let backlog = cx.table.backlog(&index, age, TIMEOUT, &mut ignore);
    assert_eq!(backlog.await.unwrap().waiting, 0);
    let mut rows = Vec::new();
    let mut report = |found: &Findings| rows.push((found.rows, found.live));
    let verified = cx
        .table
        .verify_with(&index, Verification::Report, TIMEOUT, &mut report);
    verified.await.unwrap();
    assert_eq!(rows, [(2, 0), (3, 0), (3, 2), (3, 3)]);
}
