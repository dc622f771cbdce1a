//! Requests of any depth, size or number, in memory and in a directory.
//!
//! `EXTREMES_SEED=n` runs that seed alone.

use std::sync::Arc;

use hbase_backend::Backend;
use hbase_schema_embedded::{Embedded, Options};
use hbase_schema_suite::extremes::{Extremes, Scale};

use crate::scratch;

/// Peak memory of the process: the store, its results, and the requests themselves.
const MOST_MIB: u64 = 768;

/// The largest resident set so far, in MiB; `None` if the system does not report it.
fn peak_mib() -> Option<u64> {
    let status = std::fs::read_to_string("/proc/self/status").ok()?;
    let line = status
        .lines()
        .find_map(|line| line.strip_prefix("VmHWM:"))?;
    let kib: u64 = line.trim().strip_suffix("kB")?.trim().parse().ok()?;
    Some(kib >> 10)
}

fn assert_bounded() {
    if let Some(peak) = peak_mib() {
        println!("peak {peak} MiB");
        assert!(peak < MOST_MIB, "{peak} MiB at the peak");
    }
}

fn seeds() -> Vec<u64> {
    let given = std::env::var("EXTREMES_SEED").ok();
    given
        .and_then(|seed| seed.parse().ok())
        .map_or_else(|| vec![1, 3], |seed| vec![seed])
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_request_is_answered_or_refused_in_memory() {
    for seed in seeds() {
        let store: Arc<dyn Backend> = Arc::new(Embedded::memory().expect("a store"));
        Extremes::new(store, Scale::LOCAL, seed).run().await;
    }
    assert_bounded();
}

#[tokio::test(flavor = "multi_thread", worker_threads = 2)]
async fn any_request_is_answered_or_refused_in_a_directory() {
    for seed in seeds() {
        let dir = scratch::dir();
        let store = Embedded::open(dir.path(), Options::default()).await;
        let store: Arc<dyn Backend> = Arc::new(store.expect("a store"));
        Extremes::new(Arc::clone(&store), Scale::LOCAL, seed)
            .run()
            .await;
        drop(store);
        let again = Embedded::open(dir.path(), Options::default()).await;
        again.expect("the store that was written");
    }
    assert_bounded();
}
