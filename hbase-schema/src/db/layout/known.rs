//! What a connection knows of the layouts of its tables. A call of a struct that fits costs a lookup without a lock.

use std::collections::HashMap;
use std::fmt;
use std::ops::Deref;
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

/// Maximum entries in a chain. Only programs with many tables by date need more: each of these tables is an entry.
const DEPTH: usize = 16;

/// Maximum entries that are in no chain.
const OTHERS: usize = 4096;

/// Maximum tables, so that each entry can have its own.
const TABLES: usize = OTHERS + CHAINS * DEPTH;

/// The layouts of the tables that a connection and its clones have used.
pub(in crate::db) struct Layouts {
    check: LayoutCheck,
    chains: [Chain; CHAINS],
    /// The entries for which their chain has no room.
    others: Mutex<Others>,
    /// By name: structs of one table share what is read of it.
    tables: Mutex<HashMap<TableName, Arc<LiveTable>>>,
}

/// Structs by the addresses of their schemas, and the periods of their tables.
type Others = HashMap<(usize, Option<Period>), Arc<Known>>;

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
            others: Mutex::default(),
            tables: Mutex::default(),
        }
    }

    /// Whether a call needs no check: its struct fits, or it has none.
    pub(in crate::db) fn is_settled(&self, about: &CallContext<'_>) -> bool {
        self.check == LayoutCheck::Off || self.known(about).is_none_or(|known| known.is_accepted())
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
        known.table.judge(&known, about, is_required)
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
        known.table.judge(&known, about, is_required)
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
    fn known(&self, about: &CallContext<'_>) -> Option<KnownRef<'_>> {
        let ((schema, period), table) = (about.layout?, about.table?);
        // Schemas are constants, which are aligned.
        let address = std::ptr::from_ref(schema).addr();
        let hour = period.map_or(0, |period| period.start_ms() / 3_600_000);
        let hash = address >> 5 ^ usize::try_from(hour.unsigned_abs()).unwrap_or_default();
        let new = || Known {
            schema,
            period,
            table: self.table(table),
            accepted: AtomicU64::new(0),
            next: Chain::default(),
        };
        let mut chain = &self.chains[hash % CHAINS];
        for _ in 0..DEPTH {
            let known = chain.0.get_or_init(|| Box::new(new()));
            if known.is(schema, period) {
                return Some(KnownRef::InChain(known));
            }
            chain = &known.next;
        }
        let mut others = self.others.lock().unwrap_or_else(PoisonError::into_inner);
        let key = (address, period);
        if others.len() >= OTHERS && !others.contains_key(&key) {
            others.clear();
        }
        let known = others.entry(key).or_insert_with(|| Arc::new(new()));
        Some(KnownRef::Other(Arc::clone(known)))
    }

    fn table(&self, name: &TableName) -> Arc<LiveTable> {
        let mut tables = self.tables.lock().unwrap_or_else(PoisonError::into_inner);
        if tables.len() >= TABLES {
            // Keep those that an entry uses, and those that are being read.
            tables.retain(|_, table| Arc::strong_count(table) > 1);
        }
        let table = tables
            .entry(name.clone())
            .or_insert_with(|| Arc::new(LiveTable::new(name.clone())));
        Arc::clone(table)
    }
}

/// A reference to an entry. Those in a chain live as long as the connection, and need no count of references.
enum KnownRef<'l> {
    InChain(&'l Known),
    Other(Arc<Known>),
}

impl Deref for KnownRef<'_> {
    type Target = Known;

    fn deref(&self) -> &Known {
        match self {
            Self::InChain(known) => known,
            Self::Other(known) => known,
        }
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

#[cfg(test)]
mod tests {
    use hbase_model::time::PeriodUnit;

    use super::*;

    fn known(layouts: &Layouts, hour: i64, look: impl FnOnce(&Known)) {
        let name = TableName::parse(&format!("S:T_{hour}")).expect("a name");
        let period = Period::of(PeriodUnit::Hour, hour * 3_600_000).expect("a period");
        let about = CallContext {
            call: "put",
            table: Some(&name),
            row: None,
            column: None,
            writing: None,
            layout: Some((crate::stand_in::SCHEMA, Some(period))),
        };
        look(&layouts.known(&about).expect("a struct"));
    }

    #[test]
    fn a_bounded_number_of_tables_is_remembered() {
        let hours = i64::try_from(3 * TABLES).expect("a number");
        let layouts = Layouts::new(LayoutCheck::Known);
        for hour in 0..hours {
            known(&layouts, hour, |known| {
                assert!(!known.is_accepted());
                known.accept(known.table.state());
            });
            known(&layouts, hour, |known| assert!(known.is_accepted()));
        }
        known(&layouts, 0, |known| assert!(known.is_accepted()));
        assert!(layouts.others.lock().expect("others").len() <= OTHERS);
        assert!(layouts.tables.lock().expect("tables").len() <= TABLES);
    }

    #[test]
    fn no_table_is_forgotten_before_there_are_too_many() {
        let most = i64::try_from(TABLES).expect("a number");
        let layouts = Layouts::new(LayoutCheck::Known);
        for hour in 0..most {
            known(&layouts, hour, |known| known.accept(known.table.state()));
        }
        for hour in 0..most {
            known(&layouts, hour, |known| assert!(known.is_accepted()));
        }
        // One more makes room by the entries in no chain, and keeps those in chains, with their tables.
        known(&layouts, most, |known| {
            known.accept(known.table.state());
        });
        known(&layouts, 0, |known| assert!(known.is_accepted()));
        known(&layouts, most - 1, |known| assert!(!known.is_accepted()));
        for hour in [0, most] {
            layouts.forget(&TableName::parse(&format!("S:T_{hour}")).expect("a name"));
            known(&layouts, hour, |known| assert!(!known.is_accepted()));
        }
    }

    #[test]
    fn a_forgotten_table_is_accepted_once_more_and_others_stay() {
        let layouts = Layouts::new(LayoutCheck::Known);
        for hour in [1, 2] {
            known(&layouts, hour, |known| {
                known.accept(known.table.state());
                assert!(known.is_accepted());
            });
        }
        layouts.forget(&TableName::parse("S:T_1").expect("a name"));
        known(&layouts, 1, |known| assert!(!known.is_accepted()));
        known(&layouts, 2, |known| assert!(known.is_accepted()));
        layouts.forget(&TableName::parse("S:NOWHERE").expect("a name"));
        known(&layouts, 2, |known| assert!(known.is_accepted()));
    }
}
