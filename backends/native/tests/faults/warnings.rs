//! The warnings that are logged about lost servers.

use std::cell::RefCell;
use std::fmt::{self, Write as _};
use std::sync::Once;
use std::time::Duration;

use hbase_native::Native;
use tokio::time::sleep;
use tracing::field::{Field, Visit};
use tracing::{Event, Level, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};

use crate::fake::{Cluster, Fault, within};
use crate::{get, one_region_with, put};

thread_local! {
    /// Each test has a thread of its own.
    static WARNED: RefCell<Vec<String>> = const { RefCell::new(Vec::new()) };
}

/// The fields of an event as one text.
#[derive(Default)]
struct Text(String);

impl Visit for Text {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        let _ = write!(self.0, "{}={value:?} ", field.name());
    }
}

/// The process has one subscriber, which passes warnings to their threads.
struct Warnings;

impl<S: Subscriber> Layer<S> for Warnings {
    fn on_event(&self, event: &Event<'_>, _: Context<'_, S>) {
        if *event.metadata().level() == Level::WARN {
            let mut text = Text::default();
            event.record(&mut text);
            WARNED.with_borrow_mut(|warned| warned.push(text.0));
        }
    }
}

fn listen() {
    static ONCE: Once = Once::new();
    ONCE.call_once(|| {
        let subscriber = tracing_subscriber::registry().with(Warnings);
        tracing::subscriber::set_global_default(subscriber).expect("the only one");
    });
}

/// The warnings so far, which are forgotten.
fn warned() -> Vec<String> {
    WARNED.take()
}

/// Checks that there was one warning, with these parts, and forgets it.
fn assert_one_warning(parts: &[&str]) {
    let warned = warned();
    let [warning] = &warned[..] else {
        panic!("{warned:?}");
    };
    for part in parts {
        assert!(warning.contains(part), "{warning}");
    }
}

async fn get_in_vain(client: &Native, times: usize) {
    for _ in 0..times {
        get(client, "r", within(500)).await.expect_err("it is dead");
    }
}

#[tokio::test(start_paused = true)]
async fn a_dead_server_is_warned_of_now_and_then_with_the_cause() {
    listen();
    let cluster = Cluster::new(&[("", "m", "a"), ("m", "", "b")]);
    let client = cluster.client();
    for row in ["c", "r"] {
        put(&client, row, within(1000)).await.expect("a write");
    }
    cluster.kill("b");
    sleep(Duration::from_millis(1)).await;
    assert_eq!(warned(), [""; 0], "nobody waited for the connection");
    for _ in 0..3 {
        get_in_vain(&client, 20).await;
        assert_one_warning(&["a server cannot be reached", "server=b:16000", "refused"]);
        sleep(Duration::from_secs(31)).await;
    }
    get(&client, "c", within(1000)).await.expect("a read");
    assert_eq!(warned(), [""; 0]);
}

#[tokio::test(start_paused = true)]
async fn a_connection_that_is_lost_under_calls_is_warned_of_with_the_cause() {
    listen();
    let (cluster, client) = one_region_with("r").await;
    cluster.once("a", "Get", Fault::Cut);
    get(&client, "r", within(1000)).await.expect("a read");
    assert_one_warning(&["the server closed the connection"]);
    sleep(Duration::from_secs(31)).await;
    cluster.once("a", "Get", Fault::Silence);
    get(&client, "r", within(2000)).await.expect_err("silence");
    assert_one_warning(&["nothing was heard of the server for 2000 ms"]);
    let lost = client.counts().lost;
    assert_eq!((lost["connection reset"], lost["timed out"]), (1, 1));
}
