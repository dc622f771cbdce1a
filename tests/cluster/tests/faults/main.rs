//! Calls while the gateway, the servers or the connection fail.
//!
//! During a failure, rows are written, counted, read by their keys and scanned. Afterwards another connection
//! verifies that no acknowledged write is lost and no increment took effect twice. No scan returns a row twice
//! or omits one, no call exceeds its deadline, and errors name the connection, the time or the server.

mod tables;
mod tally;
mod work;

use std::future::Future;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use hbase_schema::{Connection, Error, Limits};
use hbase_schema_cluster_tests::{Cluster, Mode, Proxy, connect};
use hbase_schema_thrift::Options;
use tally::Expected;
use work::Work;

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error + Send + Sync>>;

/// One failure at a time, on tables that the first test creates.
static PREPARED: Mutex<bool> = Mutex::new(false);

#[test]
fn the_gateway_is_killed_and_started_again() -> Outcome {
    let (cluster, _turn) = turn()?;
    run(async {
        let work = Work::start(&cluster.thrift, Duration::from_secs(5))?;
        for _ in 0..2 {
            work.go_on().await?;
            control(&cluster, "gateway", "kill").await?;
            pause(300).await;
            control(&cluster, "gateway", "start").await?;
        }
        work.go_on().await?;
        let tally = work.stop().await;
        tally.verify_calls(Expected::CONNECTION)?;
        tally.compare(&cluster).await
    })
}

#[test]
fn hbase_is_killed_and_started_again() -> Outcome {
    let (cluster, _turn) = turn()?;
    run(async {
        let work = Work::start(&cluster.thrift, Duration::from_secs(5))?;
        work.go_on().await?;
        control(&cluster, "server", "kill").await?;
        pause(300).await;
        control(&cluster, "server", "start").await?;
        work.go_on().await?;
        let tally = work.stop().await;
        tally.verify_calls(Expected::SERVER)?;
        tally.compare(&cluster).await
    })
}

#[test]
fn connections_are_cut_anywhere() -> Outcome {
    let (cluster, _turn) = turn()?;
    let seed = seed();
    println!("seed {seed}");
    run(async {
        let proxy = Proxy::start(&cluster.thrift, seed)?;
        let work = Work::start(&proxy.address(), Duration::from_secs(5))?;
        work.go_on().await?;
        for below in [1000, 20_000, 300_000, 300_000] {
            proxy.set(Mode::Cut { below });
            pause(3000).await;
        }
        proxy.set(Mode::Pass);
        work.go_on().await?;
        let tally = work.stop().await;
        assert!(proxy.cuts() > 20, "seed {seed}: {} cuts", proxy.cuts());
        println!("{} cuts", proxy.cuts());
        tally
            .verify_calls(Expected::CONNECTION)
            .map_err(|error| format!("seed {seed}: {error}"))?;
        tally
            .compare(&cluster)
            .await
            .map_err(|error| format!("seed {seed}: {error}").into())
    })
}

#[test]
fn a_stalled_connection_holds_nobody() -> Outcome {
    let (cluster, _turn) = turn()?;
    run(async {
        let proxy = Proxy::start(&cluster.thrift, 1)?;
        let work = Work::start(&proxy.address(), Duration::from_secs(1))?;
        work.go_on().await?;
        proxy.set(Mode::Stall);
        pause(4000).await;
        proxy.set(Mode::Pass);
        work.go_on().await?;
        let tally = work.stop().await;
        tally.verify_calls(Expected::TIME)?;
        tally.compare(&cluster).await
    })
}

/// More calls than connections, and no connection responds: calls that wait for a connection end too.
#[test]
fn calls_that_wait_for_a_stalled_connection_end_in_time() -> Outcome {
    let (cluster, _turn) = turn()?;
    run(async {
        let proxy = Proxy::start(&cluster.thrift, 1)?;
        let limits = Limits::default().timeout(Duration::from_secs(1));
        let db = connect(&proxy.address(), limits, &Options::default().pool(2))?;
        db.ping().await?;
        proxy.set(Mode::Stall);
        let calls = (0..20).map(|_| tokio::spawn(timed_ping(db.clone())));
        for call in calls.collect::<Vec<_>>() {
            let (took, error) = call.await?;
            assert!(took < Duration::from_secs(1) + tally::SLACK, "{took:?}");
            assert!(error.as_ref().is_some_and(Error::is_timeout), "{error:?}");
        }
        proxy.set(Mode::Pass);
        db.ping().await?;
        Ok(())
    })
}

async fn timed_ping(db: Connection) -> (Duration, Option<Error>) {
    let started = Instant::now();
    let error = db.ping().await.err();
    (started.elapsed(), error)
}

fn turn() -> Outcome<(Cluster, MutexGuard<'static, bool>)> {
    let mut prepared = PREPARED.lock().unwrap_or_else(PoisonError::into_inner);
    let cluster = Cluster::from_env()?;
    if !*prepared {
        run(tables::prepare(&cluster))?;
        *prepared = true;
    }
    Ok((cluster, prepared))
}

fn run<T>(test: impl Future<Output = Outcome<T>>) -> Outcome<T> {
    let runtime = tokio::runtime::Builder::new_multi_thread();
    let runtime = { runtime }.worker_threads(2).enable_all().build()?;
    runtime.block_on(async {
        let bounded = tokio::time::timeout(Duration::from_mins(5), test).await;
        bounded.map_err(|_| "the test itself took more than five minutes")?
    })
}

async fn pause(millis: u64) {
    tokio::time::sleep(Duration::from_millis(millis)).await;
}

/// Kills or starts one of the processes.
async fn control(cluster: &Cluster, which: &'static str, what: &'static str) -> Outcome {
    let cluster = cluster.clone();
    tokio::task::spawn_blocking(move || cluster.run(&[which, what])).await??;
    Ok(())
}

/// A random seed; `HBASE_TEST_SEED` repeats one.
fn seed() -> u64 {
    let seed = std::env::var("HBASE_TEST_SEED").ok();
    seed.and_then(|seed| seed.parse().ok())
        .unwrap_or_else(|| fastrand::u64(..))
}
