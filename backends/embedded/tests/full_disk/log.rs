//! The warnings and errors that stores of this program log, from any thread: merges and flushes run on their own.

use std::fmt::{self, Debug};
use std::path::Path;
use std::sync::{Arc, Mutex, OnceLock};

use tracing_subscriber::Layer;
use tracing_subscriber::layer::{Context, SubscriberExt as _};

/// The events so far: the store's directory, the level and the message.
#[derive(Clone, Default)]
pub(crate) struct Log(Arc<Mutex<Vec<(String, String)>>>);

/// Records the events of all threads.
pub(crate) fn record() -> Log {
    static LOG: OnceLock<Log> = OnceLock::new();
    let start = || {
        let log = Log::default();
        let subscriber = tracing_subscriber::registry().with(log.clone());
        tracing::subscriber::set_global_default(subscriber).expect("no other subscriber");
        log
    };
    LOG.get_or_init(start).clone()
}

impl Log {
    /// Removes and returns the events of a store.
    pub(crate) fn take(&self, store: &Path) -> Vec<String> {
        let store = store.display().to_string();
        let mut events = self.0.lock().expect("a lock");
        let of_store = events.extract_if(.., |(of, _)| *of == store);
        of_store.map(|(_, event)| event).collect()
    }
}

impl<S: tracing::Subscriber> Layer<S> for Log {
    fn on_event(&self, event: &tracing::Event<'_>, _: Context<'_, S>) {
        let level = *event.metadata().level();
        if level > tracing::Level::WARN {
            return;
        }
        let mut fields = Fields::default();
        event.record(&mut fields);
        let event = format!("{level} {}", fields.message);
        let mut events = self.0.lock().expect("a lock");
        events.push((fields.store, event));
    }
}

#[derive(Default)]
struct Fields {
    store: String,
    message: String,
}

impl tracing::field::Visit for Fields {
    fn record_debug(&mut self, field: &tracing::field::Field, value: &dyn Debug) {
        let field = match field.name() {
            "store" => &mut self.store,
            "message" => &mut self.message,
            _ => return,
        };
        // Writing to a `String` cannot fail.
        let _ = fmt::Write::write_fmt(field, format_args!("{value:?}"));
    }
}
