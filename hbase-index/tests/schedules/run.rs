//! Runs the schedules: chooses which task runs next, dies, or is started.

use std::sync::Arc;
use std::sync::atomic::Ordering;
use std::time::{Duration, Instant};

use hbase_backend::Backend;
use hbase_index::{IndexError, TableDefinition};

use crate::checks::{Watch, check_end};
use crate::clients::{self, Ended, QUERY_LIMIT, Task, WRITE_LIMIT, client};
use crate::gate::Shared;
use crate::tables::{ROWS, VALUES, create, current, definition, drop_all, put, soon, wipe};
use crate::turns::Turns;

/// Schedules of one store, which is then replaced.
const SCHEDULES_OF_A_STORE: u64 = 500;
/// Maximum steps of a schedule, after which nothing new starts.
const STEPS: u32 = 150;
/// Maximum steps until the last task has ended: a bound that only a hung one exceeds.
const MAX_STEPS: u32 = 100_000;

#[derive(Clone, Debug)]
pub(crate) struct Options {
    pub(crate) schedules: u64,
    pub(crate) seed: u64,
    /// Whether writers delete old entries without a wait: a fault that must be found.
    pub(crate) deletes_at_once: bool,
    /// Whether all schedules share their tables, which are costly on a cluster: the index is then
    /// built once.
    pub(crate) shares_tables: bool,
    /// One of this many steps compacts the tables.
    pub(crate) compacts_one_of: u32,
}

#[derive(Debug, Default)]
pub(crate) struct Report {
    pub(crate) schedules: u64,
    pub(crate) steps: u64,
    pub(crate) writes: u64,
    pub(crate) unknown: u64,
    pub(crate) conflicts: u64,
    pub(crate) queries: u64,
    pub(crate) late: u64,
    pub(crate) not_readable: u64,
    pub(crate) killed: u64,
    pub(crate) lost: u64,
    pub(crate) took: Duration,
    pub(crate) failure: Option<String>,
}

/// Runs the schedules on stores that `new_store` creates.
pub(crate) async fn run(options: &Options, new_store: impl Fn() -> Arc<dyn Backend>) -> Report {
    let start = Instant::now();
    let mut report = Report::default();
    let mut store = new_store();
    for seed in (options.seed..).take(usize::try_from(options.schedules).unwrap_or(usize::MAX)) {
        if report.schedules > 0 && report.schedules % SCHEDULES_OF_A_STORE == 0 {
            store = new_store();
        }
        let mut schedule = Schedule::new(&store, seed, options);
        if report.schedules == 0 || !options.shares_tables {
            drop_all(&*store, &schedule.definition).await;
            create(&*store, &schedule.definition).await;
        }
        report.schedules += 1;
        let result = schedule.run(&mut report).await;
        report.lost += schedule.shared.lost.load(Ordering::Relaxed);
        schedule.remove().await;
        if let Err(fault) = result {
            report.failure = Some(format!("seed {seed}: {fault}"));
            break;
        }
    }
    report.took = start.elapsed();
    report
}

struct Running {
    task: Task,
    watch: Option<Watch>,
}

struct Schedule {
    store: Arc<dyn Backend>,
    shared: Arc<Shared>,
    definition: Arc<TableDefinition>,
    random: fastrand::Rng,
    running: Vec<Running>,
    values: [Option<u8>; ROWS],
    writer_limit: Duration,
    /// Further writes, queries, sweeps, builds.
    left: [u32; 4],
    /// Part of its rows' keys and values.
    number: u64,
    shares_tables: bool,
    compacts_one_of: u32,
}

impl Schedule {
    fn new(store: &Arc<dyn Backend>, seed: u64, options: &Options) -> Self {
        let mut random = fastrand::Rng::with_seed(seed);
        // Writers of one row pause for a random time.
        fastrand::seed(seed);
        let definition = definition((!options.shares_tables).then_some(seed));
        let shared = Arc::new(Shared {
            turns: Arc::new(Turns::default()),
            random: std::sync::Mutex::new(random.fork()),
            strays: std::sync::Mutex::default(),
            rows_changed: true.into(),
            lost: 0.into(),
            loses_one_of: 0.into(),
        });
        let builds = u32::from(random.u8(0..4) == 0 && !options.shares_tables);
        let left = [random.u32(2..8), random.u32(1..4), random.u32(0..3), builds];
        Self {
            store: Arc::clone(store),
            shared,
            definition,
            random,
            running: Vec::new(),
            values: [None; ROWS],
            writer_limit: if options.deletes_at_once {
                Duration::ZERO
            } else {
                QUERY_LIMIT
            },
            left,
            number: seed,
            shares_tables: options.shares_tables,
            compacts_one_of: options.compacts_one_of,
        }
    }

    fn client(&mut self, query_limit: Duration) -> Arc<hbase_index::IndexedTable> {
        let offset = self.random.i64(-50..50) * 1000;
        let table = client(
            &self.store,
            &self.shared,
            &self.definition,
            offset,
            query_limit,
        );
        if self.random.bool() {
            table.expect_new_rows();
        }
        table
    }

    async fn run(&mut self, report: &mut Report) -> Result<(), String> {
        self.prepare(report).await?;
        self.shared.loses_one_of.store(30, Ordering::Relaxed);
        let mut steps = 0;
        while steps < STEPS && (self.left != [0; 4] || !self.running.is_empty()) {
            steps += 1;
            self.start_some();
            self.step(report).await?;
            self.kill_some(report);
        }
        self.left = [0; 4];
        self.shared.loses_one_of.store(0, Ordering::Relaxed);
        self.finish(report).await?;
        report.steps += u64::from(steps);
        // A removal whose response was lost does not take effect after the build.
        self.shared.turns.advance(millis(WRITE_LIMIT) + 1);
        let table = self.client(QUERY_LIMIT);
        self.run_alone(clients::build(Arc::clone(&table)), report)
            .await?;
        self.check_at_end(table).await
    }

    /// Some rows without stamps, then maybe the index.
    async fn prepare(&mut self, report: &mut Report) -> Result<(), String> {
        let is_empty = self.random.u8(0..3) == 0;
        for row in 0..ROWS {
            // A row without a stamp is one of before the index.
            if self.random.bool() && !is_empty && !self.shares_tables {
                let put = put(self.number, row, self.random.u8(0..VALUES));
                let put = self.store.mutate(&self.definition.table, put, soon()).await;
                put.map_err(|error| error.to_string())?;
            }
        }
        if self.shares_tables || self.random.u8(0..4) > 0 {
            let table = self.client(QUERY_LIMIT);
            self.run_alone(clients::build(table), report).await?;
        } else {
            self.left[3] = 1;
        }
        Ok(())
    }

    /// Runs a task alone.
    async fn run_alone(&mut self, task: Task, report: &mut Report) -> Result<(), String> {
        self.running.push(Running { task, watch: None });
        self.finish(report).await
    }

    async fn finish(&mut self, report: &mut Report) -> Result<(), String> {
        let mut steps = 0;
        while !self.running.is_empty() {
            steps += 1;
            if steps > MAX_STEPS {
                return Err("a task does not end".to_owned());
            }
            self.step(report).await?;
        }
        Ok(())
    }

    fn start_some(&mut self) {
        if self.running.len() >= 5 || self.random.u8(0..4) > 0 {
            return;
        }
        let choice = self.random.usize(0..self.left.len());
        if self.left[choice] == 0 {
            return;
        }
        self.left[choice] -= 1;
        let mut watch = None;
        let task = match choice {
            0 => {
                let table = self.client(self.writer_limit);
                clients::writer(table, self.number, &mut self.random)
            }
            1 => {
                let start = self.random.u8(0..VALUES);
                let values = start..self.random.u8(start + 1..=VALUES);
                watch = Some(Watch::new(values.clone(), self.values));
                clients::query(self.client(QUERY_LIMIT), self.number, values)
            }
            2 => clients::sweep(self.client(self.writer_limit)),
            _ if self.random.bool() => clients::rebuild(self.client(QUERY_LIMIT)),
            _ => clients::build(self.client(QUERY_LIMIT)),
        };
        self.running.push(Running { task, watch });
    }

    /// Lets a task run up to its next stop, or something else happen.
    async fn step(&mut self, report: &mut Report) -> Result<(), String> {
        let most = if self.running.len() == 1 { 4000 } else { 400 };
        self.shared.turns.advance(self.random.u64(0..most));
        self.run_stray().await;
        if self.random.u32(0..self.compacts_one_of) == 0 {
            self.compact().await;
        }
        if self.running.is_empty() {
            return Ok(());
        }
        let chosen = self.random.usize(0..self.running.len());
        let turns = Arc::clone(&self.shared.turns);
        let ended = turns.run_until_stop(&mut self.running[chosen].task).await;
        self.observe().await;
        match ended {
            Some(ended) => {
                let running = self.running.swap_remove(chosen);
                note(report, self.number, &running, ended)
            }
            None => Ok(()),
        }
    }

    /// Updates the rows that the queries must return, if a row may have changed.
    async fn observe(&mut self) {
        if self.shared.rows_changed.swap(false, Ordering::Relaxed) {
            self.values = current(&*self.store, &self.definition, self.number).await;
            for running in &mut self.running {
                if let Some(watch) = &mut running.watch {
                    watch.observe(self.values);
                }
            }
        }
    }

    /// A request whose sender has given up takes effect, unless it is too late for that.
    async fn run_stray(&mut self) {
        if self.random.u8(0..8) > 0 {
            return;
        }
        let stray = self.shared.strays.lock().expect("no panic").pop();
        let Some(stray) = stray else {
            return;
        };
        if self.shared.turns.now() <= stray.sent + WRITE_LIMIT {
            stray.call.await;
            self.shared.rows_changed.store(true, Ordering::Relaxed);
            self.observe().await;
        }
    }

    async fn compact(&mut self) {
        let index = &self.definition.indexes[0].table;
        for table in [&self.definition.table, index] {
            // The index's table may be missing.
            let _ = self.store.major_compact(table, soon()).await;
        }
    }

    fn kill_some(&mut self, report: &mut Report) {
        if !self.running.is_empty() && self.random.u8(0..40) == 0 {
            let chosen = self.random.usize(0..self.running.len());
            self.running.swap_remove(chosen);
            report.killed += 1;
        }
    }

    /// Leaves nothing to the next schedule.
    async fn remove(&self) {
        if self.shares_tables {
            wipe(&*self.store, &self.definition, self.number).await;
        } else {
            drop_all(&*self.store, &self.definition).await;
        }
    }

    async fn check_at_end(&mut self, table: Arc<hbase_index::IndexedTable>) -> Result<(), String> {
        let (store, number) = (Arc::clone(&self.store), self.number);
        let mut check: hbase_backend::BoxFuture<'static, Result<(), String>> =
            Box::pin(async move { check_end(&store, &table, number).await });
        for _ in 0..MAX_STEPS {
            self.shared.turns.advance(200);
            if let Some(result) = self.shared.turns.run_until_stop(&mut check).await {
                return result;
            }
        }
        Err("the final checks do not end".to_owned())
    }
}

fn millis(duration: Duration) -> u64 {
    u64::try_from(duration.as_millis()).expect("a short duration")
}

fn note(report: &mut Report, number: u64, running: &Running, ended: Ended) -> Result<(), String> {
    match ended {
        Ended::Query(Ok(rows)) => {
            report.queries += 1;
            running
                .watch
                .as_ref()
                .map_or(Ok(()), |watch| watch.check(number, &rows))?;
        }
        Ended::Query(Err(IndexError::Late { .. })) => report.late += 1,
        Ended::Query(Err(_)) => report.not_readable += 1,
        Ended::Writes(written) => {
            for written in written {
                note_write(report, written)?;
            }
        }
        Ended::Other => {}
    }
    Ok(())
}

fn note_write(report: &mut Report, written: Result<(), IndexError>) -> Result<(), String> {
    match written {
        Ok(()) => report.writes += 1,
        Err(IndexError::OutcomeUnknown { .. }) => report.unknown += 1,
        Err(IndexError::Conflict { .. }) => report.conflicts += 1,
        Err(error @ IndexError::Rejected { .. }) => return Err(error.to_string()),
        Err(_) => {}
    }
    Ok(())
}
