//! Makes random calls on the tables, and compares the results with the reference model.

use std::sync::atomic::{AtomicUsize, Ordering};
use std::thread::{self, ScopedJoinHandle};

use hbase_schema_random_generator::seeds::times;
use hbase_schema_random_tests::run::{Counts, check};
use hbase_schema_random_tests::{AnySubject, tables};

/// The numbers of the calls on the tables of one thread, and the reports of differences.
#[derive(Debug, Default)]
struct Results {
    counts: Counts,
    differences: Vec<String>,
}

impl Results {
    async fn add(&mut self, subject: &dyn AnySubject) {
        let table = subject.table();
        for turn in 0..times(4, 20) {
            match check(subject, &table, turn).await {
                Ok(counts) => self.add_counts(counts),
                Err(difference) => return self.differences.push(difference.report(&table, turn)),
            }
        }
    }

    fn add_counts(&mut self, counts: Counts) {
        self.counts.calls += counts.calls;
        self.counts.unspecified += counts.unspecified;
    }

    fn join(mut self, other: Self) -> Self {
        self.add_counts(other.counts);
        self.differences.extend(other.differences);
        self
    }
}

/// Checks subjects until none is left.
fn check_all(subjects: &[Box<dyn AnySubject>], next: &AtomicUsize) -> Results {
    let runtime = tokio::runtime::Builder::new_current_thread()
        .enable_all()
        .build();
    let mut results = Results::default();
    runtime.expect("a runtime").block_on(async {
        while let Some(subject) = subjects.get(next.fetch_add(1, Ordering::Relaxed)) {
            results.add(subject.as_ref()).await;
        }
    });
    results
}

#[test]
fn calls_return_what_the_reference_says() {
    let (subjects, next) = (tables::subjects(), AtomicUsize::new(0));
    let results = thread::scope(|scope| {
        let threads = thread::available_parallelism().map_or(1, usize::from);
        let started: Vec<_> = (0..threads)
            .map(|_| scope.spawn(|| check_all(&subjects, &next)))
            .collect();
        let ended = started.into_iter().map(ScopedJoinHandle::join);
        ended
            .map(|results| results.expect("the thread does not panic"))
            .fold(Results::default(), Results::join)
    });
    let Results {
        counts: Counts { calls, unspecified },
        differences,
    } = results;
    println!(
        "{} tables, {calls} calls, {unspecified} of them without a specified result",
        subjects.len()
    );
    assert!(
        differences.is_empty(),
        "{} tables differ\n{}",
        differences.len(),
        differences.join("\n\n")
    );
}
