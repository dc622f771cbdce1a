//! The longest time for which a thread of the runtime is blocked, and by which requests: prints
//! those polled in the longest tick, with their wall-clock and CPU times.

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::future::poll_fn;
use std::pin::pin;
use std::sync::Arc;
use std::sync::atomic::{AtomicBool, Ordering};
use std::time::{Duration, Instant};

use hbase_backend::{Backend, Filter, Get, Increment, Scan};
use hbase_schema_embedded::Embedded;

use crate::data::{create, in_dir, name, put, row_key, soon};
use crate::line;
use crate::wide::put_wide;

const FOR: Duration = Duration::from_secs(5);
const ROWS: usize = 20_000;

/// The longest tick, in wall-clock and CPU time: on a busy machine the wall clock also counts the
/// time of other processes.
#[derive(Default)]
struct Longest {
    by_clock: Tick,
    of_processor: Tick,
}

/// A tick: a turn of other tasks, and the requests polled in it.
#[derive(Clone, Default)]
struct Tick {
    took: Duration,
    polled: Polled,
}

/// The number of polls of each request, and their wall-clock and CPU time.
type Polled = BTreeMap<&'static str, (u32, [Duration; 2])>;

thread_local! {
    static POLLED: RefCell<Polled> = const { RefCell::new(BTreeMap::new()) };
}

/// Records how long a request blocks the thread.
async fn traced<T>(name: &'static str, request: impl Future<Output = T>) -> T {
    let mut request = pin!(request);
    poll_fn(|context| {
        let (begun, had) = (Instant::now(), processor());
        let polled = request.as_mut().poll(context);
        POLLED.with_borrow_mut(|all| {
            let (count, took) = all.entry(name).or_default();
            *count += 1;
            took[1] += processor().saturating_sub(had);
            took[0] += begun.elapsed();
        });
        polled
    })
    .await
}

/// The CPU time of this thread so far, if the system reports it. (`schedstat` counts in steps of
/// the scheduler's tick, which is 4 ms on many machines.)
#[cfg(unix)]
fn processor() -> Duration {
    use rustix::time::{ClockId, clock_gettime};
    let time = clock_gettime(ClockId::ThreadCPUTime);
    Duration::try_from(time).unwrap_or_default()
}

#[cfg(not(unix))]
fn processor() -> Duration {
    Duration::ZERO
}

/// Repeatedly yields to other tasks.
async fn longest_tick(is_over: Arc<AtomicBool>) -> Longest {
    let mut longest = Longest::default();
    while !is_over.load(Ordering::Relaxed) {
        let (had, begun) = (processor(), Instant::now());
        tokio::task::yield_now().await;
        let had = processor().saturating_sub(had);
        let polled = POLLED.take();
        for (took, longest) in [
            (begun.elapsed(), &mut longest.by_clock),
            (had, &mut longest.of_processor),
        ] {
            if took > longest.took {
                *longest = Tick {
                    took,
                    polled: polled.clone(),
                };
            }
        }
    }
    longest
}

async fn all_of(store: &Embedded, scan: Scan) {
    let opened = traced("scan", store.scan(&name(), scan, soon())).await;
    let mut scanner = opened.expect("a scan");
    loop {
        let batch = traced("next_batch", scanner.next_batch(soon())).await;
        let batch = batch.expect("a batch");
        if batch.is_empty() {
            break;
        }
        traced("drop of a batch", async { drop(batch) }).await;
    }
    traced("drop of a scanner", async { drop(scanner) }).await;
}

/// Short and long reads, and writes, alternately.
async fn work(store: &Embedded) {
    let begun = Instant::now();
    let mut number = 0;
    while begun.elapsed() < FOR {
        for _ in 0..200 {
            number += 1;
            let get = Get::new(row_key(number * 7_919 % ROWS));
            traced("get", store.get(&name(), &get, soon()))
                .await
                .expect("a get");
        }
        let wide = Get::new("wide");
        let found = traced("wide get", store.get(&name(), &wide, soon())).await;
        traced("drop of a wide row", async { drop(found) }).await;
        let mut last = Get::new("wide");
        last.read.filter = Some(Filter::QualifierPrefix(b"00099999".to_vec()));
        let found = traced("last column", store.get(&name(), &last, soon())).await;
        found.expect("a get");
        let increment = Increment {
            row: b"counter".to_vec(),
            columns: vec![(b"D1".to_vec(), b"N".to_vec(), 1)],
            ..Increment::default()
        };
        let counted = traced("increment", store.increment(&name(), increment, soon())).await;
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
    for (Tick { took, polled }, by) in [
        (longest.by_clock, "by the clock"),
        (longest.of_processor, "of the processor"),
    ] {
        let ours = format!("{:.2} ms", took.as_secs_f64() * 1e3);
        let what = format!("the longest tick of a runtime of one thread, {place}, {by}");
        let holds = took <= Duration::from_millis(5);
        line(&what, "", &ours, &ours, "5 ms", holds);
        let polled = polled.iter();
        let polled = polled.map(|(name, (count, took))| format!("{count} {name} {took:.1?}"));
        let polled: Vec<_> = polled.collect();
        println!("| polled in it | | {} | | | |", polled.join(", "));
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
