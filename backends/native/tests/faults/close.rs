//! A client that is closed.

use std::time::Duration;

use hbase_backend::Error;
use tokio::time::{Instant, sleep};

use crate::fake::{Fault, within};
use crate::{get, one_region_with};

#[tokio::test(start_paused = true)]
async fn what_was_sent_is_answered_and_nothing_new_is_taken() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Late(Duration::from_millis(500)));
    let sent = get(&client, "r", within(5000));
    let closing = async {
        sleep(Duration::from_millis(10)).await;
        client.close(within(2000)).await;
    };
    let (answer, ()) = tokio::join!(sent, closing);
    assert!(answer.is_ok_and(|row| row.is_some()));
    let late = get(&client, "r", within(1000)).await;
    assert!(matches!(late, Err(Error::Closed { .. })), "{late:?}");
    assert_eq!(cluster.count("a", "Get"), 1);
    sleep(Duration::from_millis(1)).await;
    assert_eq!(cluster.open("a"), 0, "a connection is open");
}

#[tokio::test(start_paused = true)]
async fn closing_ends_at_its_deadline() {
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Silence);
    let begun = Instant::now();
    let silent = get(&client, "r", within(5000));
    let closing = async {
        client.close(within(300)).await;
        begun.elapsed().as_millis() / 10
    };
    let (answer, closed) = tokio::join!(silent, closing);
    assert!(answer.is_err());
    assert_eq!(closed, 30);
}
