//! Retries of calls to the store, by the policy of [`hbase_backend::retry`]: after a backend has given up, with a new deadline.

use std::time::Duration;

use hbase_backend::Error;
use hbase_backend::retry::{Failure, Idempotency, Pause, Pauses, Reaction};

/// Pauses before the next try.
///
/// # Errors
/// The error itself, if no try is left or none can succeed.
pub(super) async fn pause_after(pauses: &mut Pauses, error: Error) -> Result<(), Error> {
    let Reaction::Retry(_) = Failure::of(&error).reaction(Idempotency::Idempotent) else {
        return Err(error);
    };
    // Each try has a deadline of its own.
    let Some(pause) = pauses.next(Pause::Few, Duration::MAX) else {
        return Err(error);
    };
    tokio::time::sleep(pause).await;
    Ok(())
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

    #[tokio::test(start_paused = true)]
    async fn an_error_that_stays_is_not_retried() {
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
            let paused = pause_after(&mut Pauses::default(), exception(class)).await;
            assert_eq!(paused.is_ok(), expected, "{class}");
        }
    }

    #[tokio::test(start_paused = true)]
    async fn the_tries_end() {
        let mut pauses = Pauses::default();
        let started = tokio::time::Instant::now();
        let mut tries = 1;
        while pause_after(&mut pauses, exception("java.io.IOException"))
            .await
            .is_ok()
        {
            tries += 1;
        }
        assert_eq!(tries, 6);
        let seconds = started.elapsed().as_secs_f64();
        assert!((2.1..2.2).contains(&seconds), "{seconds}");
    }
}
