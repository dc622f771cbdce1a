//! Random schedules of indexed tables on a real `HBase`, by the native client: any task may be stopped between
//! any two requests, killed there, or lose a response.
//!
//! `SCHEDULES=2000` sets the number, `SCHEDULES_SEED=7` the first seed.

#![expect(
    clippy::duration_suboptimal_units,
    reason = "the shared files keep an older Rust version"
)]

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_cluster_tests::{Cluster, native};

#[path = "../../../hbase-index/tests/schedules/checks.rs"]
mod checks;
#[path = "../../../hbase-index/tests/schedules/clients.rs"]
mod clients;
#[path = "../../../hbase-index/tests/schedules/gate.rs"]
mod gate;
#[path = "../../../hbase-index/tests/schedules/run.rs"]
mod run;
#[path = "../../../hbase-index/tests/schedules/tables.rs"]
mod tables;
#[path = "../../../hbase-index/tests/schedules/turns.rs"]
mod turns;

use run::{Options, run};

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn queries_equal_scans_in_random_schedules() {
    let cluster = Cluster::from_env().expect("a running HBase");
    let client: Arc<dyn Backend> = Arc::new(native(&cluster));
    let options = Options {
        schedules: number("SCHEDULES").unwrap_or(2000),
        seed: number("SCHEDULES_SEED").unwrap_or(1),
        deletes_at_once: false,
        shares_tables: true,
        // A compaction of a cluster takes a second.
        compacts_one_of: 5000,
    };
    let report = run(&options, || Arc::clone(&client)).await;
    println!("seeds from {}: {report:?}", options.seed);
    if let Some(failure) = &report.failure {
        panic!("{failure}");
    }
    assert!(report.queries > 0 && report.killed > 0 && report.lost > 0);
}
