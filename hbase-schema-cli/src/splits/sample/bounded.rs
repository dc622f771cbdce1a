//! A reader with a limit of bytes per record.

use std::cell::Cell;
use std::io::{self, Read};
use std::rc::Rc;

/// The longest record of a sample, in bytes.
const MOST: usize = 16 << 20;

/// The bytes left for the current record.
#[derive(Clone, Debug)]
pub(super) struct Budget(Rc<Cell<usize>>);

impl Budget {
    pub(super) fn new() -> Self {
        Self(Rc::new(Cell::new(MOST)))
    }

    /// Starts a new record.
    pub(super) fn renew(&self) {
        self.0.set(MOST);
    }
}

/// Fails once the budget is used up: a quote that is never closed must not fill the memory.
pub(super) struct Bounded<R> {
    inner: R,
    budget: Budget,
}

impl<R: Read> Bounded<R> {
    pub(super) const fn new(inner: R, budget: Budget) -> Self {
        Self { inner, budget }
    }
}

impl<R: Read> Read for Bounded<R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let left = self.budget.0.get();
        if left == 0 {
            let mib = MOST >> 20;
            return Err(io::Error::other(format!(
                "one record is over {mib} MiB long: is a quote not closed?"
            )));
        }
        let most = buffer.len().min(left);
        let read = self.inner.read(&mut buffer[..most])?;
        self.budget.0.set(left - read);
        Ok(read)
    }
}
