//! Pauses between the tries of an operation.

use std::time::Duration;

use hbase_backend::Deadline;

use crate::clock;
use crate::retry::Pause;

/// Waits between the tries of one operation.
#[derive(Clone, Debug, Default)]
pub(crate) struct Pauses {
    tries: usize,
}

impl Pauses {
    /// Java's multiples of the base pause (`HConstants.RETRY_BACKOFF`).
    const STEPS: [u32; 13] = [1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200];
    const BASE: Duration = Duration::from_millis(100);

    /// The longest pause, whatever a server asks for.
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

    /// Tries of what fails for an unknown reason: over two seconds. Java's client retries it for minutes, also a filter
    /// that cannot compare.
    const FEW: usize = 6;

    /// The time that a shortened pause leaves for the try after it. It is too short for another pause of that kind.
    const LAST_TRY: Duration = Duration::from_secs(1);

    /// How many tries have failed.
    pub(crate) fn tries(&self) -> usize {
        self.tries
    }

    /// The length of a pause after the tries so far; `None` if there is to be no further one.
    fn length(&self, pause: Pause) -> Option<Duration> {
        let step = Self::STEPS[self.tries.min(Self::STEPS.len() - 1)];
        Some(match pause {
            // Not forever without a pause: a server may say so each time.
            Pause::None if self.tries < 3 => Duration::ZERO,
            Pause::Few if self.tries + 1 >= Self::FEW => return None,
            Pause::None | Pause::Step | Pause::Few => Self::BASE * step,
            Pause::Long => Self::BASE * step * 10,
            Pause::Exactly(length) => length.min(Self::LONGEST),
        })
    }

    /// The same, shortened where the deadline comes first and there is time for a last try: what fails may be over by then.
    /// Not shortened is what a server asks for; it would reject the call.
    pub(crate) fn length_before(&self, pause: Pause, deadline: Deadline) -> Option<Duration> {
        let length = self.length(pause)?;
        let left = clock::remaining(deadline);
        if length.mul_f64(1.0 + SPREAD) < left {
            return Some(length);
        }
        let is_exact = matches!(pause, Pause::Exactly(_));
        let has_time = left > Self::LAST_TRY * 2;
        let shorter = left.saturating_sub(Self::LAST_TRY).div_f64(1.0 + SPREAD);
        (has_time && !is_exact).then_some(shorter)
    }

    /// Waits before the next try; `false` where the deadline comes first, at once.
    pub(crate) async fn wait(&mut self, pause: Pause, deadline: Deadline) -> bool {
        let Some(length) = self.length_before(pause, deadline) else {
            self.tries += 1;
            return false;
        };
        self.sleep(length, deadline).await
    }

    /// Waits about so long before the next try; `false` where the deadline comes first, at once.
    pub(crate) async fn sleep(&mut self, length: Duration, deadline: Deadline) -> bool {
        self.tries += 1;
        if length.is_zero() {
            return !clock::is_over(deadline);
        }
        // Clients that failed together do not come back together.
        let length = length.mul_f64(1.0 + fastrand::f64() * SPREAD);
        if length >= clock::remaining(deadline) {
            return false;
        }
        clock::sleep(length).await;
        true
    }
}

/// How much longer a pause may be, as a share of it.
const SPREAD: f64 = 0.01;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_pause_is_as_long_as_what_it_says_and_the_tries_so_far() {
        let ms = |tries, pause| {
            let length = Pauses { tries }.length(pause);
            length.map(|length| length.as_millis())
        };
        let exactly = |ms| Pause::Exactly(Duration::from_millis(ms));
        assert_eq!(ms(0, Pause::None), Some(0));
        assert_eq!(ms(3, Pause::None), ms(3, Pause::Step));
        assert_eq!(ms(4, Pause::Step), Some(1000));
        assert_eq!(ms(0, Pause::Long), Some(1000));
        assert_eq!(ms(9, exactly(50)), Some(50));
        assert_eq!(ms(4, Pause::Few), ms(4, Pause::Step));
        assert_eq!(ms(5, Pause::Few), None);
        assert_eq!(ms(usize::MAX - 1, Pause::Step), Some(20_000));
        let day = Duration::from_secs(24 * 60 * 60);
        assert_eq!(ms(0, exactly(u64::MAX)), Some(day.as_millis()));
        let deadline = clock::after(day * 2);
        let long = Pauses::default().length_before(exactly(u64::MAX), deadline);
        assert_eq!(long, Some(day));
    }

    #[tokio::test(start_paused = true)]
    async fn what_fails_for_an_unknown_reason_is_tried_a_few_times() {
        let mut pauses = Pauses::default();
        let deadline = clock::after(Duration::from_secs(10 * 60));
        let mut tries = 1;
        while pauses.wait(Pause::Few, deadline).await {
            tries += 1;
        }
        assert_eq!(tries, Pauses::FEW);
    }

    #[tokio::test(start_paused = true)]
    async fn a_wait_beyond_the_deadline_fails_at_once() {
        let mut pauses = Pauses::default();
        let deadline = clock::after(Duration::from_secs(1));
        assert!(
            !pauses
                .wait(Pause::Exactly(Duration::from_secs(2)), deadline)
                .await
        );
        assert!(pauses.wait(Pause::None, deadline).await);
    }
}
