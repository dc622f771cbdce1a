//! Work that continues after its caller has gone.

use std::io;

use tracing::Instrument as _;

/// Does work in a task that continues if the future is dropped. Use it for work that others wait for and that
/// is bounded in time.
///
/// # Errors
/// The runtime has ended, or the task has panicked.
pub(crate) async fn detached<T: Send + 'static>(
    work: impl Future<Output = T> + Send + 'static,
) -> io::Result<T> {
    let task = tokio::spawn(work.in_current_span());
    let ended = |_| io::Error::new(io::ErrorKind::ConnectionAborted, "its task has ended");
    task.await.map_err(ended)
}
