//! The pauses between the tries of a call.

use std::time::Duration;

/// The wait before the next try.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Pause {
    /// Not at all, three times; then as with [`Step`](Self::Step).
    None,
    /// By the number of tries so far.
    Step,
    /// The same, up to six tries: it is not known whether a retry may help.
    Few,
    /// Ten times as long.
    Long,
    /// As long as the server named.
    Exactly(Duration),
}

/// The tries of one call so far, which decide the pause before the next one.
///
/// ```
/// use std::time::Duration;
/// use hbase_backend::retry::{Pause, Pauses};
/// let mut pauses = Pauses::default();
/// let left = Duration::from_secs(30);
/// let first = pauses.next(Pause::Step, left).unwrap();
/// assert!(first >= Duration::from_millis(100));
/// assert!(pauses.next(Pause::Step, left).unwrap() > first);
/// assert_eq!(pauses.next(Pause::Step, Duration::from_millis(300)), None);
/// ```
#[derive(Clone, Debug, Default)]
pub struct Pauses {
    tries: u32,
}

impl Pauses {
    /// Java's multiples of the base pause (`HConstants.RETRY_BACKOFF`).
    const STEPS: [u32; 13] = [1, 2, 3, 5, 10, 20, 40, 100, 100, 100, 100, 200, 200];
    const BASE: Duration = Duration::from_millis(100);

    /// The longest pause, whatever a server asks for.
    const LONGEST: Duration = Duration::from_secs(24 * 60 * 60);

    /// Retries at once. Not forever without a pause: a server may ask for it each time.
    const AT_ONCE: u32 = 3;

    /// Tries of what fails for an unknown reason: over two seconds. Java's client retries it for minutes, also a filter
    /// that cannot compare.
    const FEW: u32 = 6;

    /// The time that a shortened pause leaves for the try after it. It is too short for another pause of that kind.
    const LAST_TRY: Duration = Duration::from_secs(1);

    /// How much longer a pause may be, as a share of it.
    const SPREAD: f64 = 0.01;

    /// The number of tries that have failed.
    pub fn tries(&self) -> u32 {
        self.tries
    }

    /// Counts a failed try.
    pub fn count(&mut self) {
        self.tries = self.tries.saturating_add(1);
    }

    /// Counts a failed try, and returns the pause before the next one; `None` if too little time is left for one.
    pub fn next(&mut self, pause: Pause, left: Duration) -> Option<Duration> {
        let length = self.length(pause, left);
        self.count();
        length.map(Self::spread)
    }

    /// Counts a try that another writer of the row disturbed, and returns the pause before the next one: a random part of a
    /// tenth of [`Step`](Pause::Step), so that the writers do not meet then. It is at most half of the time that is left.
    pub fn after_conflict(&mut self, left: Duration) -> Duration {
        let longest = self.step() / 10;
        self.count();
        longest.min(left / 2).mul_f64(fastrand::f64())
    }

    /// The pause of [`next`](Self::next), before it is spread, and without counting a try.
    ///
    /// A pause that is too long for the time that is left is shortened if there is time for a last try, because the cause
    /// of the failure may be gone by then. A wait that a server named is not shortened: the server would reject the call.
    pub fn length(&self, pause: Pause, left: Duration) -> Option<Duration> {
        let length = self.whole_length(pause)?;
        if length.mul_f64(1.0 + Self::SPREAD) < left {
            return Some(length);
        }
        let is_exact = matches!(pause, Pause::Exactly(_));
        let has_time = left > Self::LAST_TRY * 2;
        let shorter = left.saturating_sub(Self::LAST_TRY);
        (has_time && !is_exact).then(|| shorter.div_f64(1.0 + Self::SPREAD))
    }

    /// A pause that is longer at random: clients that failed together do not come back together.
    pub fn spread(length: Duration) -> Duration {
        length.mul_f64(1.0 + fastrand::f64() * Self::SPREAD)
    }

    fn whole_length(&self, pause: Pause) -> Option<Duration> {
        let length = self.step();
        Some(match pause {
            Pause::None if self.tries < Self::AT_ONCE => Duration::ZERO,
            Pause::Few if self.tries.saturating_add(1) >= Self::FEW => return None,
            Pause::None | Pause::Step | Pause::Few => length,
            Pause::Long => length * 10,
            Pause::Exactly(length) => length.min(Self::LONGEST),
        })
    }

    fn step(&self) -> Duration {
        let last = Self::STEPS.len() - 1;
        let step = usize::try_from(self.tries).map_or(last, |tries| tries.min(last));
        Self::BASE * Self::STEPS[step]
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HOUR: Duration = Duration::from_secs(60 * 60);

    #[test]
    fn a_pause_is_as_long_as_what_it_says_and_the_tries_so_far() {
        let ms = |tries, pause| {
            let length = Pauses { tries }.length(pause, HOUR);
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
        assert_eq!(ms(u32::MAX, Pause::Step), Some(20_000));
        let (day, week) = (Pauses::LONGEST, Pauses::LONGEST * 7);
        assert_eq!(Pauses::default().length(exactly(u64::MAX), week), Some(day));
    }

    #[test]
    fn what_fails_for_an_unknown_reason_is_tried_a_few_times() {
        let mut pauses = Pauses::default();
        let retries = std::iter::from_fn(|| pauses.next(Pause::Few, HOUR));
        assert_eq!(retries.count(), 5);
    }

    #[test]
    fn a_pause_leaves_time_for_one_last_try() {
        let mut pauses = Pauses { tries: 8 };
        let left = Duration::from_secs(8);
        let length = pauses.next(Pause::Step, left).expect("a last try");
        assert!(length + Pauses::LAST_TRY <= left, "{length:?}");
        assert_eq!(pauses.next(Pause::Step, left.saturating_sub(length)), None);
    }

    #[test]
    fn writers_of_one_row_part() {
        let mut pauses = Pauses::default();
        for longest in [10, 20, 30, 50, 100, 200] {
            let pause = pauses.after_conflict(HOUR);
            assert!(pause <= Duration::from_millis(longest), "{pause:?}");
        }
        let left = Duration::from_millis(3);
        assert!(pauses.after_conflict(left) <= left / 2);
        assert_eq!(pauses.tries(), 7);
        let pauses = (0..20).map(|_| Pauses { tries: 6 }.after_conflict(HOUR));
        let different: std::collections::HashSet<Duration> = pauses.collect();
        assert!(different.len() > 10, "{different:?}");
    }

    #[test]
    fn a_wait_beyond_the_deadline_is_none() {
        let mut pauses = Pauses::default();
        let left = Duration::from_secs(5);
        assert_eq!(pauses.next(Pause::Exactly(left), left), None);
        assert_eq!(pauses.next(Pause::None, left), Some(Duration::ZERO));
        assert_eq!(pauses.next(Pause::None, Duration::ZERO), None);
    }
}
