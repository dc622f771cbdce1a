//! The limits that end a merge early. They are passed to its filter through a thread-local variable.
//!
//! The engine offers no other way to pass data of one merge to that merge's filter. A keyspace's factory is
//! registered once, when the keyspace is opened. For a merge, `AbstractTree::compact` of lsm-tree 3.1 takes a
//! strategy and a sequence number, and calls `Factory::make_filter` with a `Context` that says only whether the
//! last level is written. Several merges of a keyspace may run at a time: a caller's, one of the store's thread
//! in the levels above it, and, in stores of earlier versions, one of the engine's worker. If a strategy left
//! data for the filter when it chooses files, the wrong merge would get the data whenever the engine declines
//! the choice or cannot open a file. But `compact` calls `make_filter` on its caller's thread; this file relies
//! on it (`backends/embedded/tests/fjall/merges.rs`).
//!
//! This file can be removed once `compact` takes a factory, or the strategy's choice has a value that the
//! engine passes on in `Context`.

use std::cell::RefCell;
use std::io::{Error as IoError, ErrorKind, Result as IoResult};

use super::space::{Reserve, SpaceWatch};
use crate::work::Work;

/// The limits that end a merge early, with an error.
#[derive(Clone)]
pub(in super::super) struct MergeLimits {
    /// `Interrupted` once it is over.
    pub(in super::super) work: Work,
    /// `StorageFull` once the disk has less free space than this.
    pub(in super::super) reserve: Reserve,
}

thread_local! {
    /// The limits of the next merge of this thread.
    static NEXT: RefCell<Option<MergeLimits>> = const { RefCell::new(None) };
}

impl MergeLimits {
    /// Runs a merge on this thread within the limits. The engine's own merges have none: an error on
    /// its threads would close it.
    pub(in super::super) fn run<T>(&self, merge: impl FnOnce() -> T) -> T {
        NEXT.set(Some(self.clone()));
        let done = merge();
        // A merge without files has created no filter.
        NEXT.set(None);
        done
    }

    /// Watches over the merge that starts on this thread; `None` for one of the engine's own.
    pub(super) fn watch_next() -> Option<LimitsWatch> {
        let limits = NEXT.take()?;
        Some(LimitsWatch {
            work: limits.work,
            space: SpaceWatch::new(limits.reserve),
        })
    }
}

/// The limits of a merge in progress.
pub(super) struct LimitsWatch {
    work: Work,
    space: SpaceWatch,
}

impl LimitsWatch {
    /// Counts bytes that are read, and about as many that are written.
    ///
    /// # Errors
    /// Those of [`MergeLimits`].
    pub(super) fn step(&mut self, bytes: usize) -> IoResult<()> {
        let over = self.work.step_over(bytes);
        over.map_err(|_| IoError::from(ErrorKind::Interrupted))?;
        self.space.step(bytes)
    }
}
