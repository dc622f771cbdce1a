//! How long a thread of the runtime is kept at most.

use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_model::{Backend, Filter, Get, Increment, Scan};
use hbase_schema_embedded::Embedded;

use crate::data::{create, in_dir, name, put, row_key, soon};
use crate::line;
use crate::wide::put_wide;

const FOR: Duration = Duration::from_secs(5);
const ROWS: usize = 20_000;

/// The longest time that other tasks took, by the clock and of the processor: on a busy machine
/// the clock also counts what other processes took.
#[derive(Clone, Copy, Default)]
struct Longest {
    by_clock: Duration,
    of_processor: Duration,
}

/// What this thread has had of the processor so far, where the system tells.
fn processor() -> Duration {
    let text = std::fs::read_to_string("/proc/thread-self/schedstat").unwrap_or_default();
    let nanos = text.split(' ').next().and_then(|word| word.parse().ok());
    Duration::from_nanos(nanos.unwrap_or_default())
}

/// Lets other tasks run, over and over.
async fn longest_tick(is_over: Arc<AtomicBool>) -> Longest {
    let mut longest = Longest::default();
    while !is_over.load(Ordering::Relaxed) {
        let (had, begun) = (processor(), Instant::now());
        tokio::task::yield_now().await;
        longest.by_clock = longest.by_clock.max(begun.elapsed());
        longest.of_processor = longest.of_processor.max(processor().saturating_sub(had));
    }
    longest
}

async fn all_of(store: &Embedded, scan: Scan) {
    let opened = store.scan(&name(), scan, soon()).await;
    let mut scanner = opened.expect("a scan");
    while !scanner
        .next_batch(soon())
        .await
        .expect("a batch")
        .is_empty()
    {}
}

/// Short and long reads, and writes, in turns.
async fn work(store: &Embedded) {
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < FOR {
        for _ in 0..200 {
            number += 1;
            let get = Get::new(row_key(number * 7_919 % ROWS));
            store.get(&name(), &get, soon()).await.expect("a get");
        }
        let wide = Get::new("wide");
        store.get(&name(), &wide, soon()).await.expect("a get");
        let mut last = Get::new("wide");
        last.read.filter = Some(Filter::QualifierPrefix(b"00099999".to_vec()));
        store.get(&name(), &last, soon()).await.expect("a get");
        let increment = Increment {
            row: b"counter".to_vec(),
            columns: vec![(b"D1".to_vec(), b"N".to_vec(), 1)],
            ..Increment::default()
        };
        let counted = store.increment(&name(), increment, soon()).await;
        counted.expect("an increment");
        let reversed = Scan {
            reversed: true,
            limit: Some(100),
            ..Scan::new()
        };
        all_of(store, reversed).await;
        all_of(store, Scan::new()).await;
    }
}

fn measure_on(runtime: &tokio::runtime::Runtime, store: &Embedded, place: &str) {
    let longest = runtime.block_on(async {
        let is_over = Arc::<AtomicBool>::default();
        let ticking = tokio::spawn(longest_tick(Arc::clone(&is_over)));
        work(store).await;
        is_over.store(true, Ordering::Relaxed);
        ticking.await.expect("a figure")
    });
    for (took, by) in [
        (longest.by_clock, "by the clock"),
        (longest.of_processor, "of the processor"),
    ] {
        let ours = format!("{:.2} ms", took.as_secs_f64() * 1e3);
        let what = format!("the longest tick of a runtime of one thread, {place}, {by}");
        line(
            &what,
            "",
            &ours,
            &ours,
            "5 ms",
            took <= Duration::from_millis(5),
        );
    }
}

pub(crate) fn measure() {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let dir = tempfile::tempdir().expect("a directory");
    let memory = Embedded::memory().expect("a store");
    let disk = runtime.block_on(in_dir(&dir, 32 << 20));
    for (store, place) in [(memory, "in memory"), (disk, "on disk")] {
        runtime.block_on(async {
            create(&store).await;
            put(&store, ROWS).await;
            put_wide(&store).await;
        });
        measure_on(&runtime, &store, place);
    }
}
