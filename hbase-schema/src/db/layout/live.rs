//! The layout records of one live table: read once, in the background.

use std::future::Future;
use std::pin::Pin;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Waker};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Capability, Deadline, Error as Cause};
use hbase_model::lock::RECORD_PREFIX;
use hbase_model::{TableDescriptor, TableName};
use tokio::runtime::Handle;
use tokio::task::AbortHandle;

use super::known::Known;
use super::records::{self, Fit};
use crate::db::connection::gate::Gate;
use crate::db::connection::runtime::until;
use crate::db::error::{CallContext, Error, LayoutError, LiveLayout};

/// The time after which the layout of a rejected struct, or of a missing table, is read once more.
const AGE: Duration = Duration::from_secs(10);

/// One live table.
pub(super) struct LiveTable {
    name: TableName,
    /// A number that rises with each change of what is known, from 1.
    state: AtomicU64,
    found: Mutex<Found>,
    has_warned: AtomicBool,
}

#[derive(Default)]
struct Found {
    what: What,
    is_reading: bool,
    task: Option<AbortHandle>,
}

/// What is known of a table.
#[derive(Clone, Default)]
enum What {
    #[default]
    Nothing,
    /// The table does not exist.
    Missing(Instant),
    /// The attributes with records, which may be none.
    Records(Arc<TableDescriptor>, Instant),
    /// The records cannot be read.
    Unknown(Arc<str>),
}

impl What {
    fn of(read: Result<TableDescriptor, Cause>) -> Self {
        match read {
            Ok(mut live) => {
                let pairs = live.metadata.to_mut();
                pairs.retain(|(name, _)| name.starts_with(RECORD_PREFIX));
                Self::Records(Arc::new(live), Instant::now())
            }
            Err(Cause::TableNotFound { .. } | Cause::NamespaceNotFound { .. }) => {
                Self::Missing(Instant::now())
            }
            Err(Cause::Closed { .. }) => Self::Nothing,
            Err(error) => Self::Unknown(error.to_string().into()),
        }
    }
}

impl LiveTable {
    pub(super) fn new(name: TableName) -> Self {
        Self {
            name,
            state: AtomicU64::new(1),
            found: Mutex::default(),
            has_warned: AtomicBool::new(false),
        }
    }

    pub(super) fn state(&self) -> u64 {
        self.state.load(Ordering::Acquire)
    }

    fn found(&self) -> MutexGuard<'_, Found> {
        self.found.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the records were read.
    pub(super) fn is_known(&self) -> bool {
        matches!(self.found().what, What::Records(..))
    }

    pub(super) fn forget(&self) {
        let mut found = self.found();
        found.what = What::Nothing;
        self.state.fetch_add(1, Ordering::AcqRel);
    }

    pub(super) fn stop(&self) {
        if let Some(task) = self.found().task.take() {
            task.abort();
        }
    }

    /// Starts to read the records, unless they are known or being read. A backend that answers at once has answered on return.
    pub(super) fn start_if_due(self: &Arc<Self>, gate: &Gate, timeout: Duration) {
        let Ok(runtime) = Handle::try_current() else {
            // The call itself reports it.
            return;
        };
        if !self.begin_if_due() {
            return;
        }
        let (backend, _pass) = gate.enter();
        let mut reading = Box::pin(Arc::clone(self).read_from(backend, timeout));
        if poll_once(reading.as_mut()) {
            return;
        }
        let task = runtime.spawn(reading).abort_handle();
        self.found().task = Some(task);
    }

    fn begin_if_due(&self) -> bool {
        let mut found = self.found();
        let is_due = !found.is_reading
            && match &found.what {
                What::Nothing => true,
                What::Missing(at) | What::Records(_, at) => at.elapsed() > AGE,
                What::Unknown(_) => false,
            };
        found.is_reading |= is_due;
        is_due
    }

    /// Reads the records, and waits for them.
    pub(super) async fn read(self: &Arc<Self>, gate: &Gate, timeout: Duration) {
        self.found().is_reading = true;
        let (backend, _pass) = gate.enter();
        Arc::clone(self).read_from(backend, timeout).await;
    }

    async fn read_from(self: Arc<Self>, backend: Arc<dyn Backend>, timeout: Duration) {
        let reading = Reading(&self, self.state());
        let read = describe(&*backend, &self.name, timeout).await;
        drop(backend);
        reading.end(What::of(read));
    }

    /// The verdict on a struct, by what is known.
    ///
    /// # Errors
    /// [`Error::Layout`].
    pub(super) fn judge(
        &self,
        known: &Known,
        about: &CallContext<'_>,
        is_required: bool,
    ) -> Result<(), Error> {
        let (what, state) = {
            let found = self.found();
            (found.what.clone(), self.state())
        };
        let why: Arc<str> = match what {
            What::Nothing | What::Missing(_) => return Ok(()),
            What::Unknown(why) => why,
            What::Records(live, _) => match records::fit(known.schema, &live) {
                Fit::Fits => {
                    known.accept(state);
                    return Ok(());
                }
                Fit::Differs(layout) => {
                    return Err(LayoutError::differs(*about, known.schema.row, layout).into());
                }
                Fit::Contradicts(layout) => {
                    self.warn_of(known.schema.row, &layout);
                    known.accept(state);
                    return Ok(());
                }
                Fit::Unreadable(why) => why.into(),
            },
        };
        if is_required {
            return Err(LayoutError::unknown(*about, known.schema.row, &why).into());
        }
        self.warn(&why);
        known.accept(state);
        Ok(())
    }

    /// Warns once of each struct, while the layout stays the same.
    fn warn_of(&self, row: &str, layout: &LiveLayout) {
        tracing::warn!(
            target: "hbase_schema", table = %self.name, row, of = layout.of,
            changes = layout.changes.join("; "),
            "a struct reads the rows of a table in another way than another struct, by which they are written"
        );
    }

    fn warn(&self, why: &str) {
        if !self.has_warned.swap(true, Ordering::Relaxed) {
            tracing::warn!(
                target: "hbase_schema", table = %self.name, why,
                "the layout of a table is unknown, so its structs are not compared with it"
            );
        }
    }
}

/// A read under way. If it is dropped, as by the end of its runtime, the next call starts another one.
struct Reading<'t>(&'t LiveTable, u64);

impl Reading<'_> {
    /// Keeps what was found, unless the table was changed meanwhile.
    fn end(self, what: What) {
        let mut found = self.0.found();
        if self.0.state() == self.1 {
            found.what = what;
            self.0.state.fetch_add(1, Ordering::AcqRel);
        }
    }
}

impl Drop for Reading<'_> {
    fn drop(&mut self) {
        let mut found = self.0.found();
        found.is_reading = false;
        found.task = None;
    }
}

async fn describe(
    backend: &dyn Backend,
    table: &TableName,
    timeout: Duration,
) -> Result<TableDescriptor, Cause> {
    if !backend.capabilities().has(Capability::AllAttributes) {
        return Err(Cause::Unsupported {
            backend: backend.name(),
            capability: Capability::AllAttributes,
            instead: "it does not report the attributes of tables".to_owned(),
        });
    }
    let deadline = Deadline::after(timeout);
    let live = backend.describe_table(table, deadline);
    until("reading the layout of a table", deadline, live)
        .await
        .flatten()
}

/// Whether a future is ready without a wait.
fn poll_once(future: Pin<&mut impl Future<Output = ()>>) -> bool {
    future
        .poll(&mut Context::from_waker(Waker::noop()))
        .is_ready()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn table() -> LiveTable {
        LiveTable::new(TableName::from_static("S", "T"))
    }

    fn records() -> What {
        let live = TableDescriptor::new(TableName::from_static("S", "T"));
        What::of(Ok(live))
    }

    #[test]
    fn a_table_is_read_once_until_it_is_forgotten() {
        let table = table();
        assert!(!table.is_known());
        assert!(table.begin_if_due() && !table.begin_if_due());
        let state = table.state();
        Reading(&table, state).end(records());
        assert_eq!((table.is_known(), table.state()), (true, state + 1));
        assert!(!table.begin_if_due());
        table.forget();
        assert_eq!((table.is_known(), table.state()), (false, state + 2));
        // What was read before a change says nothing of the table after it.
        assert!(table.begin_if_due());
        let reading = Reading(&table, table.state());
        table.forget();
        reading.end(records());
        assert!(!table.is_known() && table.begin_if_due());
        // A read that is dropped is begun again.
        drop(Reading(&table, table.state()));
        assert!(table.begin_if_due());
    }

    #[test]
    fn what_may_have_changed_is_read_again_after_a_while() {
        let cause = |error| What::of(Err(error));
        let name = || TableName::from_static("S", "T");
        let live = Arc::new(TableDescriptor::new(name()));
        let ago = |age: Duration| Instant::now().checked_sub(age).expect("a moment");
        let (fresh, old) = (AGE / 2, AGE + Duration::from_secs(1));
        for (what, is_due) in [
            (What::Nothing, true),
            (cause(Cause::Closed { why: "x".into() }), true),
            (cause(Cause::TableNotFound { table: name() }), false),
            (
                cause(Cause::NamespaceNotFound {
                    namespace: "S".into(),
                }),
                false,
            ),
            (What::Missing(ago(fresh)), false),
            (What::Missing(ago(old)), true),
            (What::Records(Arc::clone(&live), ago(fresh)), false),
            (What::Records(live, ago(old)), true),
            (cause(Cause::invalid("x")), false),
        ] {
            let table = table();
            table.found().what = what;
            assert_eq!(table.begin_if_due(), is_due);
            assert!(!table.begin_if_due());
        }
    }

    #[test]
    fn only_records_are_kept_of_a_description() {
        let mut live = TableDescriptor::new(TableName::from_static("S", "T"));
        let name = format!("{RECORD_PREFIX}Row");
        live.metadata = vec![
            ("OWNER".into(), "x".into()),
            (name.clone().into(), "y".into()),
        ]
        .into();
        let What::Records(kept, _) = What::of(Ok(live)) else {
            panic!("records")
        };
        let names: Vec<_> = kept
            .metadata
            .iter()
            .map(|(name, _)| name.to_string())
            .collect();
        assert_eq!(names, [name]);
    }
}
