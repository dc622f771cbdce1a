//! Rows whose values cannot be computed, as other programs may write them.

use hbase_backend::Backend as _;
use hbase_index::protocol::Phase;
use hbase_index::{Clocks as _, IndexError, Intent, Progress, Settings, Verification};

use crate::setup::{Cx, TIMEOUT, by_mail, soon};

#[tokio::test]
async fn they_are_written_and_deleted_like_others() {
    let cx = Cx::new().await;
    for row in ["1", "2", "3"] {
        cx.put_directly(row, "broken").await;
    }
    cx.put("1", "a").await;
    cx.table.write(Intent::delete("2"), soon()).await.unwrap();
    assert_eq!(cx.find_one("a").await, ["1"]);
    let mut left = hbase_backend::Mutation::new("3");
    left.put(b"D", b"CITY", b"x").unwrap();
    let rejected = cx.table.write(Intent::put(left), soon()).await.unwrap_err();
    assert!(
        rejected.to_string().contains("a broken value"),
        "{rejected}"
    );
}

/// A sweep removes the row's earlier entries once its values can be computed.
#[tokio::test]
async fn their_old_entries_are_swept() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    let mut broken = hbase_backend::Mutation::new("1");
    let now = cx.clocks.now_ms() + 1;
    broken.put_at(b"D", b"MAIL", now, b"broken").unwrap();
    let table = &cx.definition.table;
    cx.store.mutate(table, broken, soon()).await.unwrap();
    cx.clocks.advance(std::time::Duration::from_secs(1));
    let index = by_mail();
    let sweep = || cx.table.sweep(&index, std::time::Duration::ZERO, TIMEOUT);
    // Another program may be able to decode it.
    assert_eq!(sweep().await.unwrap().left, 1);
    cx.put("1", "b").await;
    let swept = sweep().await.unwrap();
    assert_eq!((swept.live, swept.deleted), (1, 1));
}

#[tokio::test]
async fn a_build_fills_the_others_and_does_not_end() {
    let cx = Cx::unbuilt().await;
    for (row, mail) in [("1", "a"), ("2", "broken"), ("3", "broken"), ("4", "b")] {
        cx.put_directly(row, mail).await;
    }
    let mut last = Progress::default();
    let mut report = |progress: &Progress| last = progress.clone();
    let error = cx.table.build(&by_mail(), TIMEOUT, &mut report).await;
    assert_eq!((last.rows, last.added, last.undecodable), (4, 2, 2));
    let error = error.unwrap_err();
    assert!(matches!(error, IndexError::Undecodable { rows: 2, .. }));
    assert_eq!(
        error.to_string(),
        "index USERS_BY_MAIL lacks 2 row(s) whose values cannot be computed, such as 2 (a broken value: write \
         another one): rewrite those rows or delete them, then build it once more"
    );
    let state = cx.table.state(&by_mail(), soon()).await.unwrap();
    assert_eq!(state.phase, Phase::Backfilling);
    cx.put("2", "a").await;
    cx.table.write(Intent::delete("3"), soon()).await.unwrap();
    cx.table
        .build(&by_mail(), TIMEOUT, &mut |_| {})
        .await
        .unwrap();
    assert_eq!(cx.find_one("a").await, ["1", "2"]);
}

#[tokio::test]
async fn a_verification_counts_them() {
    let cx = Cx::new().await;
    cx.put("1", "a").await;
    cx.put_directly("2", "broken").await;
    for verification in [Verification::Report, Verification::Repair] {
        let found = cx.table.verify(&by_mail(), verification, TIMEOUT).await;
        let found = found.unwrap();
        assert_eq!((found.rows, found.live, found.undecodable), (2, 1, 1));
        let (row, why) = found.undecodable_example.unwrap();
        assert_eq!((row, why.contains("broken")), (b"2".to_vec(), true));
    }
    cx.clocks.advance(Settings::default().query_limit);
    assert_eq!(cx.find_one("a").await, ["1"]);
}
