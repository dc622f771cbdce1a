//! Serves until it is stopped, then lets running requests end and closes the store.

use std::convert::Infallible;
use std::sync::Arc;

use axum::Router;
use axum::serve::Listener;
use hbase_schema::Connection;
use tokio::net::TcpListener;
use tokio::sync::{Semaphore, watch};

use crate::connection::{Timeouts, serve_connection};
use crate::router;

/// The maximum number of connections at a time: others wait in the listener's queue.
const CONNECTIONS: u32 = 256;

/// Serves the routes until `stop` resolves. Then no connection is accepted, those without a running request end at once,
/// running requests have `timeouts.grace` to end, and the store is closed: what was acknowledged is on disk.
///
/// # Errors
/// If the store cannot be closed.
pub async fn serve(
    listener: TcpListener,
    db: Connection,
    timeouts: Timeouts,
    stop: impl Future<Output = ()>,
) -> Result<(), hbase_schema::Error> {
    let places = Arc::new(Semaphore::new(CONNECTIONS as usize));
    let (stopping, stopped) = watch::channel(());
    tokio::select! {
        never = accept(listener, router(db.clone()), timeouts, Arc::clone(&places), stopped) => match never {},
        () = stop => drop(stopping),
    }
    // All places are free when all connections have ended. The semaphore is never closed.
    let _ended = places.acquire_many(CONNECTIONS).await;
    db.close().await
}

/// Accepts a connection whenever there is a place for it.
async fn accept(
    mut listener: TcpListener,
    router: Router,
    timeouts: Timeouts,
    places: Arc<Semaphore>,
    stopped: watch::Receiver<()>,
) -> Infallible {
    loop {
        let place = Arc::clone(&places).acquire_owned().await;
        // axum's `accept` waits where the process has no file descriptor left, instead of failing.
        let (stream, _) = Listener::accept(&mut listener).await;
        let served = serve_connection(stream, router.clone(), timeouts, stopped.clone());
        tokio::spawn(async move {
            served.await;
            drop(place);
        });
    }
}
