//! A lock for shared or exclusive access, with a deadline on each wait.

use std::sync::{Condvar, Mutex, MutexGuard, PoisonError};

use hbase_backend::{Deadline, Error, Result};

/// A lock for shared or exclusive access. Waiting exclusive access has priority over new shared
/// access.
#[derive(Debug, Default)]
pub(crate) struct Gate {
    holders: Mutex<Holders>,
    changed: Condvar,
}

#[derive(Debug, Default)]
struct Holders {
    count: usize,
    is_excluded: bool,
    /// Number of waiters for exclusive access.
    excluders: usize,
}

/// Shared access until it is dropped.
#[derive(Debug)]
pub(crate) struct Held<'a>(&'a Gate);

/// Exclusive access until it is dropped.
#[derive(Debug)]
pub(crate) struct Excluded<'a>(&'a Gate);

impl Gate {
    fn holders(&self) -> MutexGuard<'_, Holders> {
        self.holders.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Waits while `is_busy`; `false` if the deadline passes first.
    fn wait<'a>(
        &self,
        mut holders: MutexGuard<'a, Holders>,
        deadline: Deadline,
        is_busy: impl Fn(&Holders) -> bool,
    ) -> (MutexGuard<'a, Holders>, bool) {
        while is_busy(&holders) {
            let left = deadline.remaining();
            if left.is_zero() {
                return (holders, false);
            }
            let waited = self.changed.wait_timeout(holders, left);
            holders = waited.unwrap_or_else(PoisonError::into_inner).0;
        }
        (holders, true)
    }

    /// Waits for shared access.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`].
    pub(crate) fn hold(&self, deadline: Deadline, doing: &'static str) -> Result<Held<'_>> {
        let is_busy = |holders: &Holders| holders.is_excluded || holders.excluders > 0;
        let (mut holders, in_time) = self.wait(self.holders(), deadline, is_busy);
        if !in_time {
            return Err(Error::DeadlineExceeded { doing });
        }
        holders.count += 1;
        Ok(Held(self))
    }

    /// Waits for exclusive access.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`].
    pub(crate) fn exclude(&self, deadline: Deadline, doing: &'static str) -> Result<Excluded<'_>> {
        let mut holders = self.holders();
        holders.excluders += 1;
        let is_busy = |holders: &Holders| holders.is_excluded || holders.count > 0;
        let (mut holders, in_time) = self.wait(holders, deadline, is_busy);
        holders.excluders -= 1;
        if !in_time {
            drop(holders);
            self.changed.notify_all();
            return Err(Error::DeadlineExceeded { doing });
        }
        holders.is_excluded = true;
        Ok(Excluded(self))
    }
}

impl Drop for Held<'_> {
    fn drop(&mut self) {
        self.0.holders().count -= 1;
        self.0.changed.notify_all();
    }
}

impl Drop for Excluded<'_> {
    fn drop(&mut self) {
        self.0.holders().is_excluded = false;
        self.0.changed.notify_all();
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    fn soon() -> Deadline {
        Deadline::after(Duration::from_millis(20))
    }

    #[test]
    fn waits_end_with_their_deadline() {
        let gate = Gate::default();
        let held = [
            gate.hold(soon(), "h").unwrap(),
            gate.hold(soon(), "h").unwrap(),
        ];
        assert!(gate.exclude(soon(), "x").is_err());
        // A waiter that timed out no longer has priority.
        drop(gate.hold(soon(), "h").unwrap());
        drop(held);
        let alone = gate.exclude(soon(), "x").unwrap();
        assert!(gate.hold(soon(), "h").is_err());
        assert!(gate.exclude(soon(), "x").is_err());
        drop(alone);
        assert!(gate.hold(soon(), "h").is_ok());
    }

    #[test]
    fn one_who_waits_alone_goes_before_new_holders() {
        let gate = Gate::default();
        let held = gate.hold(soon(), "h").unwrap();
        let later = Deadline::after(Duration::from_secs(10));
        std::thread::scope(|scope| {
            let alone = scope.spawn(|| drop(gate.exclude(later, "x").unwrap()));
            while gate.holders().excluders == 0 {
                std::thread::yield_now();
            }
            assert!(gate.hold(soon(), "h").is_err());
            drop(held);
            alone.join().unwrap();
        });
        assert!(gate.hold(soon(), "h").is_ok());
    }
}
