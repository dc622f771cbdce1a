//! The attempts to change a row that other writers change too.

use std::time::Duration;

use hbase_backend::Deadline;
use hbase_backend::retry::Pauses;

/// Maximum attempts.
const MOST: u32 = 10;

/// The attempts of a call.
pub(super) struct Attempts {
    deadline: Deadline,
    pauses: Pauses,
}

impl Attempts {
    /// The first attempt of a call with this timeout.
    pub(super) fn within(timeout: Duration) -> Self {
        Self {
            deadline: Deadline::after(timeout),
            pauses: Pauses::default(),
        }
    }

    /// The time that is left.
    pub(super) fn remaining(&self) -> Duration {
        self.deadline.remaining()
    }

    /// Pauses after an attempt before which another writer came.
    ///
    /// # Errors
    /// The number of attempts, if it was the last one.
    pub(super) async fn pause(&mut self) -> Result<(), u32> {
        let pause = self.pauses.after_conflict(self.remaining());
        if self.pauses.tries() == MOST || self.deadline.is_over() {
            return Err(self.pauses.tries());
        }
        tokio::time::sleep(pause).await;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn ten_attempts_are_made_within_the_timeout() {
        let mut attempts = Attempts::within(Duration::from_secs(600));
        for _ in 1..10 {
            attempts.pause().await.expect("another attempt");
        }
        assert_eq!(attempts.pause().await, Err(10));
        // Without time, the first one is the last.
        let mut attempts = Attempts::within(Duration::ZERO);
        assert_eq!(attempts.remaining(), Duration::ZERO);
        assert_eq!(attempts.pause().await, Err(1));
    }
}
