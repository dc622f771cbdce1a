use hbase_backend::{Append, Error, Get, Increment, Mutation, Scan};
use hbase_model::TableName;

use crate::{Cx, Table};

fn nowhere(cx: &Cx) -> Table<'_> {
    let name = TableName::new("default", "suite_no_such_table").expect("a name");
    Table::new(cx, name)
}

fn is_table_not_found<T>(outcome: &Result<T, Error>) -> bool {
    matches!(outcome, Err(Error::TableNotFound { .. }))
}

fn is_family_not_found<T>(outcome: &Result<T, Error>) -> bool {
    matches!(outcome, Err(Error::FamilyNotFound { .. }))
}

fn put(row: &str, family: &str) -> Mutation {
    let mut put = Mutation::new(row);
    put.put_at(family.as_bytes(), b"q", 1, b"v").expect("short");
    put
}

pub async fn a_get_from_a_table_that_is_not_there(cx: &Cx) {
    assert!(is_table_not_found(&nowhere(cx).try_get(Get::new("r")).await));
}

pub async fn a_put_to_a_table_that_is_not_there(cx: &Cx) {
    assert!(is_table_not_found(&nowhere(cx).try_mutate(put("r", "f")).await));
}

pub async fn a_scan_of_a_table_that_is_not_there(cx: &Cx) {
    assert!(is_table_not_found(&nowhere(cx).try_scan(Scan::new()).await));
}

pub async fn an_increment_in_a_table_that_is_not_there(cx: &Cx) {
    assert!(is_table_not_found(&nowhere(cx).increment("r", "f:q", 1).await));
}

pub async fn a_drop_of_a_table_that_is_not_there(cx: &Cx) {
    let t = nowhere(cx);
    assert!(is_table_not_found(&cx.backend().drop_table(t.name(), cx.soon()).await));
}

pub async fn a_description_of_a_table_that_is_not_there(cx: &Cx) {
    let t = nowhere(cx);
    let outcome = cx.backend().describe_table(t.name(), cx.soon()).await;
    assert!(is_table_not_found(&outcome));
}

pub async fn a_truncation_of_a_table_that_is_not_there(cx: &Cx) {
    needs!(cx: Truncate);
    let t = nowhere(cx);
    let outcome = cx.backend().truncate_table(t.name(), false, cx.soon()).await;
    assert!(is_table_not_found(&outcome));
}

pub async fn a_put_to_a_family_that_is_not_there(cx: &Cx) {
    let t = cx.table().await;
    let error = t.try_mutate(put("r", "nope")).await.expect_err("no such family");
    assert!(matches!(error, Error::FamilyNotFound { .. }), "{error}");
    assert!(error.to_string().contains("nope"), "{error}");
}

pub async fn one_bad_family_stops_the_whole_row(cx: &Cx) {
    let t = cx.table().await;
    let mut both = put("r", "f");
    both.put_at(b"nope", b"q", 1, b"v").expect("short");
    assert!(t.try_mutate(both).await.is_err());
    assert!(t.get("r").await.is_empty());
}

pub async fn a_get_of_a_family_that_is_not_there(cx: &Cx) {
    let t = cx.table().await;
    let mut get = Get::new("r");
    get.read.add_family(b"nope");
    assert!(is_family_not_found(&t.try_get(get).await));
}

pub async fn a_scan_of_a_family_that_is_not_there(cx: &Cx) {
    let t = cx.table().await;
    let mut scan = Scan::new();
    scan.read.add_column(b"nope", b"q");
    assert!(is_family_not_found(&t.try_scan(scan).await));
}

pub async fn a_delete_in_a_family_that_is_not_there(cx: &Cx) {
    let t = cx.table().await;
    let mut delete = Mutation::new("r");
    delete.delete_family(b"nope", None).expect("short");
    assert!(is_family_not_found(&t.try_mutate(delete).await));
}

pub async fn an_empty_row_key_is_refused(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.try_get(Get::new("")).await.is_err());
    assert!(t.try_mutate(put("", "f")).await.is_err());
    assert!(t.increment("", "f:q", 1).await.is_err());
    assert!(t.append("", "f:q", "x").await.is_err());
}

/// The server accepts 32767 bytes. `HBase`'s client looks up the row's region by a key that contains the
/// table's name as well, so that its limit is a little lower.
pub async fn a_row_key_of_32000_bytes_is_taken(cx: &Cx) {
    let t = cx.table().await;
    let long = "x".repeat(32_000);
    t.put(&long, "f:q", 1, "v").await;
    assert_eq!(t.get(&long).await, ["f:q@1=v"]);
}

pub async fn a_row_key_of_32768_bytes_is_refused(cx: &Cx) {
    let t = cx.table().await;
    let outcome = t.try_get(Get::new("x".repeat(32_768))).await;
    assert!(outcome.is_err());
}

pub async fn a_negative_timestamp_is_refused(cx: &Cx) {
    let t = cx.table().await;
    let mut negative = Mutation::new("r");
    negative.put_at(b"f", b"q", -1, b"v").expect("short");
    assert!(t.try_mutate(negative).await.is_err());
    let mut negative = Mutation::new("r");
    negative.delete_column(b"f", b"q", Some(-1)).expect("short");
    assert!(t.try_mutate(negative).await.is_err());
}

pub async fn a_mutation_that_does_nothing_is_refused(cx: &Cx) {
    let t = cx.table().await;
    assert!(t.try_mutate(Mutation::new("r")).await.is_err());
}

pub async fn zero_versions_are_refused(cx: &Cx) {
    let t = cx.table().await;
    let mut get = Get::new("r");
    get.read.max_versions = 0;
    assert!(t.try_get(get).await.is_err());
}

pub async fn updates_without_columns_are_refused(cx: &Cx) {
    let t = cx.table().await;
    let increment = Increment {
        row: b"r".to_vec(),
        ..Increment::default()
    };
    assert!(t.try_increment(increment).await.is_err());
    let append = Append {
        row: b"r".to_vec(),
        ..Append::default()
    };
    assert!(cx.backend().append(t.name(), append, cx.soon()).await.is_err());
}
