//! Verification finds and repairs the effects of writers that bypass the library.

use hbase_backend::{Backend, Mutation};
use hbase_index::Verification::{Repair, Report};

use crate::setup::{Cx, TIMEOUT, by_mail, soon};

#[tokio::test]
async fn both_directions_are_reported_and_repaired() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put(row, "a").await;
    }
    cx.put_directly("2", "b").await;
    cx.put_directly("4", "c").await;
    let found = cx.table.verify(&by_mail(), Report, TIMEOUT).await.unwrap();
    assert_eq!(
        (found.rows, found.missing, found.live, found.stale),
        (4, 2, 2, 1)
    );
    assert_eq!(found.examples, [b"2", b"4"]);
    assert_eq!(cx.find_one("b").await.len(), 0);
    let found = cx.table.verify(&by_mail(), Repair, TIMEOUT).await.unwrap();
    assert_eq!((found.missing, found.stale, found.repaired), (2, 1, 3));
    assert_eq!(cx.find_one("b").await, ["2"]);
    assert_eq!(cx.find_one("c").await, ["4"]);
    let found = cx.table.verify(&by_mail(), Report, TIMEOUT).await.unwrap();
    assert_eq!((found.missing, found.live, found.stale), (0, 4, 0));
}

/// A deletion of the entry that hides every put up to its timestamp: the row gets a later one.
#[tokio::test]
async fn an_entry_behind_a_delete_marker_is_repaired() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let mut deletion = Mutation::new(*b"a\x001");
    deletion
        .delete_column(b"E", b"", Some(1_000_000_000))
        .unwrap();
    cx.store.mutate(&by_mail(), deletion, soon()).await.unwrap();
    assert_eq!(cx.find_one("a").await.len(), 0);
    // Its stamp has to pass the marker's timestamp.
    cx.clocks.advance(std::time::Duration::from_secs(2_000_000));
    let found = cx.table.verify(&by_mail(), Repair, TIMEOUT).await.unwrap();
    assert_eq!(found.missing, 1);
    assert_eq!(cx.find_one("a").await, ["1"]);
}

#[tokio::test]
async fn rows_of_the_index_that_are_no_entries_are_counted() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let mut other = Mutation::new("zz");
    other.put(b"E", b"", b"not a length").unwrap();
    cx.store.mutate(&by_mail(), other, soon()).await.unwrap();
    let found = cx.table.verify(&by_mail(), Report, TIMEOUT).await.unwrap();
    assert_eq!((found.damaged, found.live), (1, 1));
    assert_eq!(cx.find_one("a").await, ["1"]);
}
