//! Traces: a span for each call, and events for exceptional conditions.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::fmt;
use std::sync::{Arc, Mutex, Once};
use std::time::Duration;

use hbase_schema::index::Settings;
use hbase_schema::testing::{CallKind, Faults};
use hbase_schema::{Connection, Limits, OnUndecodable};
use tracing::field::{Field, Visit};
use tracing::span::{Attributes, Id, Record};
use tracing::{Event, Level, Metadata, Subscriber};
use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt};
use tracing_subscriber::registry::LookupSpan;

use crate::index_metrics::{Letter, letter, letters};
use crate::support::{Plain, PlainKey, memory, observed, plain};

/// The fields of a span or an event, as text.
#[derive(Clone, Debug, Default)]
struct Fields(BTreeMap<&'static str, String>);

impl Visit for Fields {
    fn record_debug(&mut self, field: &Field, value: &dyn fmt::Debug) {
        self.0.insert(field.name(), format!("{value:?}"));
    }

    fn record_str(&mut self, field: &Field, value: &str) {
        self.0.insert(field.name(), value.to_owned());
    }
}

impl Fields {
    fn get(&self, name: &str) -> &str {
        self.0.get(name).map_or("", String::as_str)
    }

    fn bytes(&self) -> u64 {
        self.get("bytes").parse().unwrap()
    }
}

/// An event, and the call of its span.
#[derive(Clone, Debug)]
struct Told {
    level: Level,
    call: String,
    fields: Fields,
}

/// The spans and events of one test.
#[derive(Clone, Debug, Default)]
struct Listener {
    spans: Arc<Mutex<Vec<(u64, Fields)>>>,
    events: Arc<Mutex<Vec<Told>>>,
}

thread_local! {
    /// Each test has its own thread.
    static HERE: RefCell<Option<Listener>> = const { RefCell::new(None) };
}

fn here() -> Option<Listener> {
    HERE.with_borrow(Clone::clone)
}

/// Passes spans and events to the thread's listener. The whole process has one subscriber: whether a callsite is
/// enabled is decided once, by the listeners at that time.
struct Post;

impl<S: Subscriber + for<'s> LookupSpan<'s>> Layer<S> for Post {
    fn on_new_span(&self, attributes: &Attributes<'_>, id: &Id, _: Context<'_, S>) {
        let Some(listener) = here().filter(|_| is_ours(attributes.metadata())) else {
            return;
        };
        let mut fields = Fields::default();
        attributes.record(&mut fields);
        let mut spans = listener.spans.lock().unwrap();
        spans.push((id.into_u64(), fields));
    }

    fn on_record(&self, id: &Id, values: &Record<'_>, _: Context<'_, S>) {
        let Some(listener) = here() else {
            return;
        };
        let mut spans = listener.spans.lock().unwrap();
        // Numbers of ended spans are reused: the last one counts.
        if let Some((_, fields)) = spans.iter_mut().rfind(|(of, _)| *of == id.into_u64()) {
            values.record(fields);
        }
    }

    fn on_event(&self, event: &Event<'_>, context: Context<'_, S>) {
        let Some(listener) = here().filter(|_| is_ours(event.metadata())) else {
            return;
        };
        let mut fields = Fields::default();
        event.record(&mut fields);
        let id = context.event_span(event).map(|span| span.id().into_u64());
        let spans = listener.spans.lock().unwrap();
        let span = spans.iter().rfind(|(of, _)| Some(*of) == id);
        listener.events.lock().unwrap().push(Told {
            level: *event.metadata().level(),
            call: span.map_or("", |(_, fields)| fields.get("call")).to_owned(),
            fields,
        });
    }
}

fn is_ours(metadata: &Metadata<'_>) -> bool {
    metadata.target() == "hbase_schema"
}

/// Stops listening when it is dropped.
struct Hearing;

impl Drop for Hearing {
    fn drop(&mut self) {
        HERE.set(None);
    }
}

impl Listener {
    /// Listens to this thread until the second is dropped.
    fn listen() -> (Self, Hearing) {
        static POST: Once = Once::new();
        POST.call_once(|| {
            let subscriber = tracing_subscriber::registry().with(Post);
            tracing::subscriber::set_global_default(subscriber).unwrap();
        });
        let listener = Self::default();
        HERE.set(Some(listener.clone()));
        (listener, Hearing)
    }

    /// The spans of a call.
    fn spans(&self, call: &str) -> Vec<Fields> {
        let spans = self.spans.lock().unwrap();
        let of_call = spans.iter().filter(|(_, span)| span.get("call") == call);
        of_call.map(|(_, span)| span.clone()).collect()
    }

    /// The only span of a call.
    fn span(&self, call: &str) -> Fields {
        let mut spans = self.spans(call);
        assert_eq!(spans.len(), 1, "{call}: {spans:?}");
        spans.remove(0)
    }

    /// The events with a message.
    fn events(&self, message: &str) -> Vec<Told> {
        let events = self.events.lock().unwrap();
        let same = |told: &&Told| told.fields.get("message") == message;
        events.iter().filter(same).cloned().collect()
    }
}

#[tokio::test]
async fn each_call_has_a_span_with_its_table_rows_and_bytes() {
    let db = memory().await;
    let before = db.metrics();
    let (listener, _hearing) = Listener::listen();
    db.put(&plain(1)).await.unwrap();
    db.put_many((2..12).map(plain)).await.unwrap();
    db.get(&PlainKey { id: 1 }).await.unwrap();
    db.get(&PlainKey { id: 99 }).await.unwrap();
    let got = db.metrics();
    let rows = db.scan(Plain::scan().all()).rows().collect().await;
    assert_eq!(rows.unwrap().len(), 11);
    db.ping().await.unwrap();
    let after = db.metrics();

    let (put, put_many) = (listener.span("put"), listener.span("put_many"));
    assert_eq!(put.get("table"), "DLQX:PLAIN_ROWS");
    assert_eq!(put.get("backend"), db.backend().name());
    assert_eq!((put.get("rows"), put_many.get("rows")), ("1", "10"));
    assert_eq!(put.bytes() + put_many.bytes(), after.bytes_written);

    let gets = listener.spans("get");
    let rows: Vec<_> = gets.iter().map(|span| span.get("rows")).collect();
    assert_eq!(rows, ["1", "0"]);
    assert_eq!(gets.iter().map(Fields::bytes).sum::<u64>(), got.bytes_read);

    // The scan is opened, then its batches follow.
    let scans = listener.spans("scan");
    assert_eq!((scans[0].get("rows"), scans[1].get("rows")), ("", "11"));
    let scanned: u64 = scans[1..].iter().map(Fields::bytes).sum();
    assert_eq!(scanned, after.bytes_read - got.bytes_read);

    let ping = listener.span("ping");
    assert_eq!((ping.get("table"), ping.get("rows")), ("", ""));
    let told = listener.spans.lock().unwrap().len() as u64;
    assert_eq!(told, after.calls - before.calls);
}

#[tokio::test]
async fn what_is_repeated_and_what_fails_is_told() {
    let (db, observed) = observed().await;
    db.put(&plain(1)).await.unwrap();
    let (listener, _hearing) = Listener::listen();
    observed.faults.on_any().first(2).lose_connection();
    db.get(&PlainKey { id: 1 }).await.unwrap();
    assert_eq!(listener.spans("get").len(), 3);
    let repeated = listener.events("retrying a call");
    assert_eq!(repeated.len(), 2);
    for told in &repeated {
        assert_eq!((told.level, told.fields.get("call")), (Level::DEBUG, "get"));
        assert!(!told.fields.get("pause").is_empty(), "{told:?}");
        assert!(!told.fields.get("error").is_empty(), "{told:?}");
    }
    let failed = listener.events("a call failed");
    assert_eq!(failed.len(), 2);
    assert_eq!(failed[0].call, "get", "in the call's span");
    assert_eq!(failed[0].fields.get("table"), "DLQX:PLAIN_ROWS");

    observed.faults.on_any().always().hang();
    let whole = Duration::from_millis(20);
    let asked = db.scan(Plain::scan().all()).operation_timeout(whole);
    asked.count().await.unwrap_err();
    let over = &listener.events("an operation took too long")[0].fields;
    assert_eq!((over.get("call"), over.get("timeout")), ("count", "20ms"));
}

#[tokio::test]
async fn a_slow_call_is_a_warning() {
    let (_, observed) = observed().await;
    let rules = observed.faults.clone();
    let limits = Limits::default().slow_call(Duration::from_millis(10));
    let db = Connection::with_limits(observed, limits);
    let (listener, _hearing) = Listener::listen();
    rules.on_any().always().delay(Duration::from_millis(30));
    db.put(&plain(1)).await.unwrap();
    let slow = listener.events("a slow call");
    let [told] = slow.as_slice() else {
        panic!("{slow:?}");
    };
    assert_eq!((told.level, told.call.as_str()), (Level::WARN, "put"));
    assert_eq!(told.fields.get("table"), "DLQX:PLAIN_ROWS");
    assert!(told.fields.get("took").ends_with('s'), "{told:?}");
}

#[tokio::test]
async fn a_slow_call_that_fails_is_a_warning_with_its_error() {
    let (_, observed) = observed().await;
    let rules = observed.faults.clone();
    let limits = Limits::default()
        .slow_call(Duration::from_millis(10))
        .timeout(Duration::from_millis(40));
    let db = Connection::with_limits(observed, limits);
    let (listener, _hearing) = Listener::listen();
    rules.on_any().always().hang();
    db.put(&plain(1)).await.unwrap_err();
    let [told] = &listener.events("a slow call failed")[..] else {
        panic!("{:?}", listener.events("a call failed"));
    };
    assert_eq!((told.level, told.call.as_str()), (Level::WARN, "put"));
    assert!(told.fields.get("error").contains("deadline"), "{told:?}");
    assert!(listener.events("a call failed").is_empty());
    assert_eq!((db.metrics().failed, db.metrics().slow), (1, 1));
}

#[tokio::test]
async fn a_row_that_is_passed_over_is_told() {
    let db = memory().await;
    db.put(&plain(1)).await.unwrap();
    let key = PlainKey { id: 1 };
    db.mutate(&key).put_raw("D1", b"N", b"xxx").await.unwrap();
    let (listener, _hearing) = Listener::listen();
    let rows = db.scan(Plain::scan().all());
    let rows = rows.on_undecodable(OnUndecodable::Skip).rows();
    assert_eq!(rows.collect().await.unwrap().len(), 0);
    let passed = listener.events("passed over a row that does not decode");
    assert_eq!(passed.len(), 1);
    assert!(!passed[0].fields.get("error").is_empty(), "{passed:?}");
}

#[tokio::test]
async fn deletions_of_old_entries_are_told() {
    let faults = Faults::new();
    let db = faults.over(&memory().await);
    let settings = Settings::default().query_limit(Duration::ZERO);
    let letters = letters(&db, settings).await;
    for sender in ["a", "b", "c"] {
        letters.put(&letter(1, sender)).await.unwrap();
    }
    let (listener, _hearing) = Listener::listen();
    faults.on(CallKind::MutateMany).lose_connection();
    let indexes = letters.indexes::<Letter>();
    let running = indexes.run_clean_up();
    let _ = tokio::time::timeout(Duration::from_millis(50), running).await;
    let failed = listener.events("deleting old entries of indexes failed");
    let done = listener.events("deleted old entries of indexes");
    assert_eq!((failed.len(), done.len()), (1, 1));
    assert_eq!(
        (failed[0].level, done[0].level),
        (Level::WARN, Level::DEBUG)
    );
    assert_eq!(failed[0].fields.get("waiting"), "2");
    assert_eq!(done[0].fields.get("deleted"), "2");
    assert_eq!(done[0].fields.get("table"), "DLQX:LETTER_ROWS");
}
