//! Copies of a row under a random salt.

use std::time::Duration;

use crate::support::{Drawn, DrawnKey, memory};

/// Each put of a row with a random salt may store a copy. A get returns the newest one. A scan returns each copy, and a
/// filter may match the old one.
#[tokio::test]
async fn copies_under_random_salts_are_read_as_documented() {
    let db = memory().await;
    let (mut first, mut tries) = (1, 1);
    let copies = || db.scan(Drawn::scan().all());
    // Two puts may draw the same salt.
    while copies().count().await.unwrap() < 2 {
        assert!(tries < 100, "{tries} puts of a row drew the same salt of 8");
        first = tries;
        // Of two copies with the timestamp of one millisecond, neither is the newest.
        tokio::time::sleep(Duration::from_millis(2)).await;
        db.put(&Drawn { id: 5, n: tries }).await.unwrap();
        tries += 1;
    }
    let newest = tries - 1;
    let key = DrawnKey { id: 5 };
    assert_eq!(db.get(&key).await.unwrap().unwrap().n, newest);
    let mut all = copies().columns(Drawn::N).rows().collect().await.unwrap();
    all.sort_unstable();
    assert_eq!(all.len(), 2);
    assert_eq!(all[1], newest);
    let old = copies().filter(Drawn::N.lt(newest)).columns(Drawn::N);
    assert_eq!(old.rows().collect().await.unwrap(), all[..1]);
    assert!(all[0] <= first);
}
