//! What a connection knows of the layouts of its tables. A call of a struct that fits costs a lookup without a lock.

use std::collections::HashMap;
use std::fmt;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, OnceLock, PoisonError};
use std::time::Duration;

use hbase_model::TableName;
use hbase_model::time::Period;

use super::check::LayoutCheck;
use super::live::LiveTable;
use crate::db::connection::gate::Gate;
use crate::db::error::{CallContext, Error};
use crate::schema::TableSchema;

/// The number of chains that structs are divided over.
const CHAINS: usize = 64;

/// The layouts of the tables that a connection and its clones have used.
pub(in crate::db) struct Layouts {
    check: LayoutCheck,
    chains: [Chain; CHAINS],
    /// By name: structs of one table share what is read of it.
    tables: Mutex<HashMap<TableName, Arc<LiveTable>>>,
}

/// Structs that were used, in the order of their first use. They are only added, so a lookup needs no lock.
#[derive(Default)]
struct Chain(OnceLock<Box<Known>>);

/// A struct and one of its tables.
pub(super) struct Known {
    pub(super) schema: &'static TableSchema,
    period: Option<Period>,
    pub(super) table: Arc<LiveTable>,
    /// The state of the table for which the struct was accepted; 0 for none.
    accepted: AtomicU64,
    next: Chain,
}

impl Known {
    fn is(&self, schema: &'static TableSchema, period: Option<Period>) -> bool {
        std::ptr::eq(self.schema, schema) && self.period == period
    }

    fn is_accepted(&self) -> bool {
        self.accepted.load(Ordering::Acquire) == self.table.state()
    }

    /// Accepts the struct for a state of the table.
    pub(super) fn accept(&self, state: u64) {
        self.accepted.store(state, Ordering::Release);
    }
}

impl Layouts {
    pub(in crate::db) fn new(check: LayoutCheck) -> Self {
        Self {
            check,
            chains: std::array::from_fn(|_| Chain::default()),
            tables: Mutex::default(),
        }
    }

    /// Whether a call needs no check: its struct fits, or it has none.
    pub(in crate::db) fn is_settled(&self, about: &CallContext<'_>) -> bool {
        self.check == LayoutCheck::Off || self.known(about).is_none_or(Known::is_accepted)
    }

    /// Checks the struct of a call, and starts to read the layout of its table if that is not known.
    ///
    /// # Errors
    /// [`Error::Layout`] if the struct does not fit, or, if that is required, the layout is unknown.
    #[cold]
    pub(in crate::db) async fn check(
        &self,
        gate: &Arc<Gate>,
        about: &CallContext<'_>,
        timeout: Duration,
    ) -> Result<(), Error> {
        let Some(known) = self.known(about) else {
            return Ok(());
        };
        let is_required = self.check == LayoutCheck::Required;
        if is_required && !known.table.is_known() {
            known.table.read(gate, timeout).await;
        } else {
            known.table.start_if_due(gate, timeout);
        }
        known.table.judge(known, about, is_required)
    }

    /// The same with a layout that is read now, for which it waits.
    ///
    /// # Errors
    /// Same as [`check`](Self::check).
    pub(in crate::db) async fn verify(
        &self,
        gate: &Arc<Gate>,
        about: &CallContext<'_>,
        timeout: Duration,
    ) -> Result<(), Error> {
        let known = self.known(about).filter(|_| self.check != LayoutCheck::Off);
        let Some(known) = known else {
            return Ok(());
        };
        known.table.read(gate, timeout).await;
        let is_required = self.check == LayoutCheck::Required;
        known.table.judge(known, about, is_required)
    }

    /// Forgets a table, which was created, dropped or altered.
    pub(in crate::db) fn forget(&self, table: &TableName) {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(table) = tables.get(table) {
            table.forget();
        }
    }

    /// Ends the tasks that read layouts.
    pub(in crate::db) fn stop(&self) {
        let tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        tables.values().for_each(|table| table.stop());
    }

    /// The struct of a call and its table; `None` for a call without a struct.
    fn known(&self, about: &CallContext<'_>) -> Option<&Known> {
        let ((schema, period), table) = (about.layout?, about.table?);
        // Schemas are constants, which are aligned.
        let hash = std::ptr::from_ref(schema).addr() >> 5;
        let hour = period.map_or(0, |period| period.start_ms() / 3_600_000);
        let hash = hash ^ usize::try_from(hour.unsigned_abs()).unwrap_or_default();
        let mut chain = &self.chains[hash % CHAINS];
        loop {
            let known = chain.0.get_or_init(|| {
                Box::new(Known {
                    schema,
                    period,
                    table: self.table(table),
                    accepted: AtomicU64::new(0),
                    next: Chain::default(),
                })
            });
            if known.is(schema, period) {
                return Some(known);
            }
            chain = &known.next;
        }
    }

    fn table(&self, name: &TableName) -> Arc<LiveTable> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        let table = tables
            .entry(name.clone())
            .or_insert_with(|| Arc::new(LiveTable::new(name.clone())));
        Arc::clone(table)
    }
}

impl Drop for Layouts {
    fn drop(&mut self) {
        self.stop();
    }
}

impl fmt::Debug for Layouts {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Layouts")
            .field("check", &self.check)
            .finish_non_exhaustive()
    }
}
