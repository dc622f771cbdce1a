//! Compaction filters of the tests.

use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex};
use std::thread::ThreadId;
use std::time::{Duration, Instant};

use fjall::LsmError;
use fjall::compaction::filter::{CompactionFilter, Context, Factory, ItemAccessor, Verdict};

use crate::LONG;

/// A filter's decision about each entry.
type Decide = dyn Fn(&[u8]) -> Result<Verdict, LsmError> + Send + Sync;

/// Filters that all do the same.
#[derive(Clone)]
pub(crate) struct Filters(Arc<Decide>);

impl std::panic::RefUnwindSafe for Filters {}

impl Filters {
    fn factory(
        decide: impl Fn(&[u8]) -> Result<Verdict, LsmError> + Send + Sync + 'static,
    ) -> Arc<dyn Factory> {
        Arc::new(Self(Arc::new(decide)))
    }

    /// Filters that remove a key.
    pub(crate) fn removing(removed: &'static [u8]) -> Arc<dyn Factory> {
        Self::factory(move |key| {
            Ok(if key == removed {
                Verdict::Remove
            } else {
                Verdict::Keep
            })
        })
    }

    /// Filters that fail at a key.
    pub(crate) fn failing_at(wrong: &'static [u8]) -> Arc<dyn Factory> {
        Self::factory(move |key| {
            if key == wrong {
                return Err(std::io::Error::other("on purpose").into());
            }
            Ok(Verdict::Keep)
        })
    }

    /// Filters; the first of them panics.
    pub(crate) fn panicking_once() -> Arc<dyn Factory> {
        let is_first = AtomicBool::new(true);
        Self::factory(move |_| {
            assert!(!is_first.swap(false, Ordering::Relaxed), "on purpose");
            Ok(Verdict::Keep)
        })
    }

    /// Filters that wait at a gate.
    pub(crate) fn gated(gate: &Arc<Gate>) -> Arc<dyn Factory> {
        let gate = Arc::clone(gate);
        Self::factory(move |_| {
            gate.pass();
            Ok(Verdict::Keep)
        })
    }
}

impl Factory for Filters {
    fn name(&self) -> &'static str {
        "test"
    }

    fn make_filter(&self, _: &Context) -> Box<dyn CompactionFilter> {
        Box::new(self.clone())
    }
}

impl CompactionFilter for Filters {
    fn filter_item(&mut self, item: ItemAccessor<'_>, _: &Context) -> Result<Verdict, LsmError> {
        (self.0)(item.key())
    }
}

/// Where merges wait.
#[derive(Default)]
pub(crate) struct Gate {
    is_reached: AtomicBool,
    is_open: AtomicBool,
}

impl Gate {
    fn pass(&self) {
        self.is_reached.store(true, Ordering::Relaxed);
        let begun = Instant::now();
        // The wait is bounded, so that a failing test ends too.
        while !self.is_open.load(Ordering::Relaxed) && begun.elapsed() < LONG {
            std::thread::sleep(Duration::from_millis(1));
        }
    }

    pub(crate) fn is_reached(&self) -> bool {
        self.is_reached.load(Ordering::Relaxed)
    }

    pub(crate) fn open(&self) {
        self.is_open.store(true, Ordering::Relaxed);
    }
}

/// Records on which thread filters are made.
#[derive(Default)]
pub(crate) struct Threads(Mutex<Vec<ThreadId>>);

impl Threads {
    pub(crate) fn all(&self) -> Vec<ThreadId> {
        self.0.lock().unwrap().clone()
    }
}

/// Makes filters that keep everything.
pub(crate) struct Recording(pub(crate) Arc<Threads>);

impl Factory for Recording {
    fn name(&self) -> &'static str {
        "recording"
    }

    fn make_filter(&self, _: &Context) -> Box<dyn CompactionFilter> {
        self.0.0.lock().unwrap().push(std::thread::current().id());
        Box::new(Filters(Arc::new(|_| Ok(Verdict::Keep))))
    }
}
