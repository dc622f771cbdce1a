//! One connection, with a deadline for each wait.

use std::pin::{Pin, pin};
use std::task::{Context, Poll};
use std::time::{Duration, Instant};

use axum::Router;
use hyper::rt::{Sleep, Timer};
use hyper::server::conn::http1;
use hyper_util::rt::TokioIo;
use hyper_util::service::TowerToHyperService;
use tokio::net::TcpStream;
use tokio::sync::watch;
use tokio::time::{timeout, timeout_at};
use tokio_io_timeout::TimeoutStream;

/// The timeouts of a connection: ten seconds each by default.
#[derive(Clone, Copy, Debug)]
pub struct Timeouts {
    /// The longest wait for the head of a request, since the connection's start or the last response: an idle
    /// connection ends then, too.
    pub head: Duration,
    /// The longest time for which a client may read nothing of a response.
    pub write: Duration,
    /// The time that a running request has to end after the service was stopped.
    pub grace: Duration,
}

impl Default for Timeouts {
    fn default() -> Self {
        let [head, write, grace] = [Duration::from_secs(10); 3];
        Self { head, write, grace }
    }
}

/// The maximum bytes of requests, and of responses, that are buffered. `bounded_head` rejects shorter heads with a body:
/// beyond this size, hyper ends the connection after a status without one.
const BUFFER: usize = 64 * 1024;

/// Serves a connection until either side ends it. The sender of `stopped` is dropped when the service stops.
pub(crate) async fn serve_connection(
    stream: TcpStream,
    router: Router,
    timeouts: Timeouts,
    stopped: watch::Receiver<()>,
) {
    // Otherwise the last part of a response may wait until the client has acknowledged the part before it.
    if stream.set_nodelay(true).is_err() {
        return;
    }
    let mut stream = TimeoutStream::new(stream);
    stream.set_write_timeout(Some(timeouts.write));
    let mut stopping = stopped.clone();
    let connection = http1::Builder::new()
        .timer(HeadTimer(stopped))
        .header_read_timeout(timeouts.head)
        .max_buf_size(BUFFER)
        .serve_connection(
            TokioIo::new(Box::pin(stream)),
            TowerToHyperService::new(router),
        );
    let mut connection = pin!(connection);
    tokio::select! {
        // An error is the client's: it is gone, too slow, or does not speak HTTP.
        _ = connection.as_mut() => return,
        _ = stopping.changed() => connection.as_mut().graceful_shutdown(),
    }
    if timeout(timeouts.grace, connection).await.is_err() {
        eprintln!(
            "a request that still runs after {:?} is dropped",
            timeouts.grace
        );
    }
}

/// The timer of hyper's waits for heads. They end when the service stops, too: a head that is not complete is no running
/// request.
#[derive(Clone)]
struct HeadTimer(watch::Receiver<()>);

impl Timer for HeadTimer {
    fn sleep(&self, duration: Duration) -> Pin<Box<dyn Sleep>> {
        self.sleep_until(self.now() + duration)
    }

    fn sleep_until(&self, deadline: Instant) -> Pin<Box<dyn Sleep>> {
        let mut stopping = self.0.clone();
        Box::pin(HeadWait(Box::pin(async move {
            let _either = timeout_at(deadline.into(), stopping.changed()).await;
        })))
    }
}

struct HeadWait(Pin<Box<dyn Future<Output = ()> + Send + Sync>>);

impl Future for HeadWait {
    type Output = ();

    fn poll(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<()> {
        self.0.as_mut().poll(cx)
    }
}

impl Sleep for HeadWait {}
