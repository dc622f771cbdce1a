//! Serves until it is stopped, then lets running requests end and closes the store.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use hbase_schema::Connection;
use tokio::net::TcpListener;
use tokio::sync::Notify;
use tokio::time::sleep;

use crate::router;

/// The time that running requests have to end.
const GRACE: Duration = Duration::from_secs(10);

/// An error that ends the service.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ServeError {
    /// The listener failed.
    #[error("the listener failed: {0}")]
    Listener(#[from] io::Error),
    /// The store could not be closed.
    #[error(transparent)]
    Close(#[from] hbase_schema::Error),
}

/// Serves the routes until `stop` resolves. Then no connection is accepted, running requests have ten seconds to end,
/// and the store is closed: what was acknowledged is on disk.
///
/// # Errors
/// If the listener fails, or the store cannot be closed.
pub async fn serve(
    listener: TcpListener,
    db: Connection,
    stop: impl Future<Output = ()> + Send + 'static,
) -> Result<(), ServeError> {
    let stopping = Arc::new(Notify::new());
    let signal = {
        let stopping = Arc::clone(&stopping);
        async move {
            stop.await;
            stopping.notify_one();
        }
    };
    let served = axum::serve(listener, router(db.clone())).with_graceful_shutdown(signal);
    let late = async {
        stopping.notified().await;
        sleep(GRACE).await;
    };
    tokio::select! {
        served = served.into_future() => served?,
        () = late => eprintln!("requests that still run after {GRACE:?} are dropped"),
    }
    Ok(db.close().await?)
}
