//! A lock for shared or exclusive access, with a deadline on each wait.

use hbase_backend::{Deadline, Error, Result};
use parking_lot::{RwLock, RwLockReadGuard, RwLockWriteGuard};

/// A lock for shared or exclusive access. Waiting exclusive access has priority over new shared
/// access.
#[derive(Debug, Default)]
pub(crate) struct Gate(RwLock<()>);

/// Shared access until it is dropped.
pub(crate) type Held<'a> = RwLockReadGuard<'a, ()>;

/// Exclusive access until it is dropped.
pub(crate) type Excluded<'a> = RwLockWriteGuard<'a, ()>;

impl Gate {
    /// Waits for shared access.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`].
    pub(crate) fn hold(&self, deadline: Deadline, doing: &'static str) -> Result<Held<'_>> {
        let held = self.0.try_read_until(deadline.instant());
        held.ok_or(Error::DeadlineExceeded { doing })
    }

    /// Waits for exclusive access.
    ///
    /// # Errors
    /// [`Error::DeadlineExceeded`].
    pub(crate) fn exclude(&self, deadline: Deadline, doing: &'static str) -> Result<Excluded<'_>> {
        let alone = self.0.try_write_until(deadline.instant());
        alone.ok_or(Error::DeadlineExceeded { doing })
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
            while gate.0.try_read().is_some() {
                std::thread::yield_now();
            }
            assert!(gate.hold(soon(), "h").is_err());
            drop(held);
            alone.join().unwrap();
        });
        assert!(gate.hold(soon(), "h").is_ok());
    }
}
