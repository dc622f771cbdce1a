//! Retries of calls to the store, with pauses.

use std::time::Duration;

use hbase_backend::{Error, ExceptionKind};

/// The attempts of a call, and the pause after the first one, which doubles.
const ATTEMPTS: u32 = 5;
const PAUSE: Duration = Duration::from_millis(200);

/// The retries that a call has left.
pub(super) struct Retries {
    left: u32,
    pause: Duration,
}

impl Retries {
    pub(super) const fn new() -> Self {
        Self {
            left: ATTEMPTS - 1,
            pause: PAUSE,
        }
    }

    /// Pauses before the next attempt.
    ///
    /// # Errors
    /// The error itself, if no attempt is left or none can succeed.
    pub(super) async fn pause_after(&mut self, error: Error) -> Result<(), Error> {
        if self.left == 0 || !may_pass(&error) {
            return Err(error);
        }
        self.left -= 1;
        tokio::time::sleep(self.pause).await;
        self.pause *= 2;
        Ok(())
    }
}

/// Whether a call that failed so may succeed later.
fn may_pass(error: &Error) -> bool {
    use std::io::ErrorKind;
    match error {
        Error::DeadlineExceeded { .. } | Error::NotSent { .. } | Error::Backend { .. } => true,
        Error::Io { cause, .. } => !matches!(
            cause.kind(),
            ErrorKind::PermissionDenied | ErrorKind::StorageFull | ErrorKind::QuotaExceeded
        ),
        Error::Server { class, message } | Error::Rejected { class, message } => matches!(
            ExceptionKind::of(class, message),
            None | Some(ExceptionKind::Transient | ExceptionKind::Timeout)
        ),
        _ => false,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exception(class: &str) -> Error {
        Error::Server {
            class: class.to_owned(),
            message: String::new(),
        }
    }

    #[test]
    fn an_error_that_stays_is_not_retried() {
        for (class, expected) in [
            ("org.apache.hadoop.hbase.RegionTooBusyException", true),
            ("java.net.SocketTimeoutException", true),
            ("java.io.IOException", true),
            (
                "org.apache.hadoop.hbase.security.AccessDeniedException",
                false,
            ),
            ("org.apache.hadoop.hbase.DoNotRetryIOException", false),
        ] {
            assert_eq!(may_pass(&exception(class)), expected, "{class}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_attempts_end() {
        let mut retries = Retries::new();
        let started = tokio::time::Instant::now();
        for _ in 1..ATTEMPTS {
            let paused = retries.pause_after(exception("java.io.IOException")).await;
            assert!(paused.is_ok());
        }
        assert_eq!(started.elapsed(), PAUSE * 15);
        let paused = retries.pause_after(exception("java.io.IOException")).await;
        assert!(paused.is_err());
    }
}
