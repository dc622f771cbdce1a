//! Random schedules of the driver on the embedded store: any task may be stopped between any two
//! requests, killed there, or lose a response; queries are compared with the rows.
//!
//! `SCHEDULES=1000000` sets the number, `SCHEDULES_SEED=7` the first seed:
//! `cargo test --release -p hbase-index --test schedules -- --nocapture`.

mod checks;
mod clients;
mod gate;
mod run;
mod tables;
mod turns;

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_embedded::Embedded;

use run::{Options, Report, run};

/// The number of schedules in a test without optimization.
const FEW: u64 = 400;
/// The number that the checks of a commit run, in release.
const MANY: u64 = 100_000;

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn new_store() -> Arc<dyn Backend> {
    Arc::new(Embedded::memory().expect("a store in memory"))
}

fn options() -> Options {
    let default = if cfg!(debug_assertions) { FEW } else { MANY };
    Options {
        schedules: number("SCHEDULES").unwrap_or(default),
        seed: number("SCHEDULES_SEED").unwrap_or(1),
        deletes_at_once: false,
        shares_tables: false,
        compacts_one_of: 300,
    }
}

/// Runs a share of the schedules on every core.
fn run_on_all_cores(options: &Options) -> Vec<Report> {
    let cores = std::thread::available_parallelism().map_or(1, |cores| cores.get() as u64);
    let share = options.schedules.div_ceil(cores);
    let of_core = |core: u64| Options {
        schedules: share.min(options.schedules.saturating_sub(core * share)),
        seed: options.seed + core * share,
        ..options.clone()
    };
    std::thread::scope(|scope| {
        let cores = (0..cores).map(|core| {
            scope.spawn(move || {
                let mut runtime = tokio::runtime::Builder::new_current_thread();
                let runtime = runtime.enable_all().build().expect("a runtime");
                runtime.block_on(run(&of_core(core), new_store))
            })
        });
        let cores: Vec<_> = cores.collect();
        let reports = cores.into_iter().map(|core| core.join().expect("a report"));
        reports.collect()
    })
}

#[test]
fn queries_equal_scans_in_random_schedules() {
    let options = options();
    let reports = run_on_all_cores(&options);
    println!("seeds from {}: {reports:#?}", options.seed);
    if let Some(failure) = reports.iter().find_map(|report| report.failure.as_ref()) {
        panic!("{failure}");
    }
    let sum = |figure: fn(&Report) -> u64| reports.iter().map(figure).sum::<u64>();
    assert!(
        sum(|report| report.queries) > 0
            && sum(|report| report.killed) > 0
            && sum(|report| report.lost) > 0,
        "the schedules do what they should"
    );
}

/// A seed after which few schedules find entries that are deleted too early; others take thousands.
const SEED_OF_EARLY_DELETIONS: u64 = 56_250;

/// Writers that delete old entries at once: the schedules find that a query misses rows.
#[tokio::test]
async fn schedules_find_entries_that_are_deleted_too_early() {
    let options = Options {
        schedules: 20_000,
        seed: number("SCHEDULES_SEED").unwrap_or(SEED_OF_EARLY_DELETIONS),
        deletes_at_once: true,
        ..options()
    };
    let report = run(&options, new_store).await;
    let failure = report.failure.expect("a row that a query missed");
    println!("after {} schedules: {failure}", report.schedules);
    assert!(failure.contains("missed"), "{failure}");
}
