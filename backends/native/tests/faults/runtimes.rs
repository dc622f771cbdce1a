//! A client that outlives runtimes, or is used in one while another one is not driven.

use hbase_backend::{Backend as _, Deadline, Mutation, Scan, Scanner};
use hbase_native::Native;
use tokio::runtime::{Builder, Runtime};

use crate::fake::{Cluster, within};
use crate::{add, get, one_region, put};

fn runtime() -> Runtime {
    let mut builder = Builder::new_current_thread();
    builder.enable_time().build().expect("a runtime")
}

async fn use_all(client: &Native, row: &str) {
    put(client, row, within(2000)).await.expect("a write");
    get(client, row, within(2000)).await.expect("a read");
    add(client, "n", within(2000)).await.expect("a sum");
}

#[test]
fn a_client_outlives_its_first_runtime() {
    let (_cluster, client) = one_region();
    for row in ["p", "q", "r"] {
        runtime().block_on(use_all(&client, row));
    }
}

/// Everything that the first runtime has under way is stopped: a call, a look-up, an attempt to connect.
#[test]
fn no_call_depends_on_a_runtime_that_stands_still() {
    let (_cluster, client) = one_region();
    let idle = runtime();
    // Polled once only, so that the look-up and the attempt to connect have begun.
    for _ in 0..3 {
        let mut call = Box::pin(put(&client, "p", within(60_000)));
        idle.block_on(async { futures_util::poll!(&mut call).is_pending() });
        runtime().block_on(use_all(&client, "q"));
        idle.block_on(async { futures_util::poll!(&mut call).is_pending() });
    }
    idle.block_on(use_all(&client, "p"));
    runtime().block_on(use_all(&client, "r"));
    idle.block_on(use_all(&client, "p"));
}

/// The first batch is read in one runtime; the next one, which that runtime has started to read ahead, in
/// another.
#[test]
fn a_scan_goes_on_in_another_runtime() {
    for ends in [true, false] {
        let (_cluster, client) = one_region();
        let (first, second) = (runtime(), runtime());
        let mut scanner: Box<dyn Scanner> = first.block_on(async {
            for row in ["p", "q", "r", "s"] {
                put(&client, row, within(2000)).await.expect("a write");
            }
            let scan = Scan {
                caching: Some(1),
                ..Scan::default()
            };
            let (table, deadline) = (Cluster::table(), within(2000));
            let scanner = client.scan(&table, scan, deadline).await;
            scanner.expect("a scanner")
        });
        let mut keys = Vec::new();
        let mut next = |scanner: &mut Box<dyn Scanner>, runtime: &Runtime, deadline: Deadline| {
            let rows = runtime.block_on(scanner.next_batch(deadline));
            let rows = rows.expect("rows");
            keys.extend(rows.iter().map(|row| row.key().to_vec()));
            !rows.is_empty()
        };
        assert!(next(&mut scanner, &first, within(2000)));
        if ends {
            drop(first);
        }
        while next(&mut scanner, &second, within(2000)) {}
        assert_eq!(keys, [b"p", b"q", b"r", b"s"]);
    }
}

/// A runtime with one thread polls its sockets only between tasks: if a request is written to a connection that
/// the server has closed meanwhile, its outcome is unknown.
#[test]
fn a_write_after_a_restart_is_not_in_doubt_on_one_thread() {
    let cluster = Cluster::new(&[("", "", "a")]);
    let client = cluster.client_over_sockets();
    let runtime = Builder::new_current_thread()
        .enable_all()
        .build()
        .expect("a runtime");
    let write = || async {
        let mut once = Mutation::new("r");
        once.put(b"f", b"q", b"v")?;
        client.mutate(&Cluster::table(), once, within(5000)).await
    };
    runtime.block_on(write()).expect("a write");
    for _ in 0..10 {
        cluster.cut("a");
        // Nobody drives the runtime meanwhile.
        std::thread::sleep(std::time::Duration::from_millis(300));
        runtime
            .block_on(write())
            .expect("a write that is not in doubt");
    }
}
