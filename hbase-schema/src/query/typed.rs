//! A question with its table and its state in its type: what the generated builders wrap.

use std::fmt;
use std::marker::PhantomData;

use super::arg::{KeyArg, KeyValue};
use super::builder::KeyScan;
use super::ranges::KeyRanges;
use super::state::{All, Asks, Known};
use crate::key::{KeyError, RowKey};

/// A question holds nothing of these types; it only speaks of them.
type Of<R, P, S> = fn() -> (R, P, S);

/// A question with its table and its state in its type.
#[doc(hidden)]
pub struct TypedScan<R, P, S> {
    scan: KeyScan,
    of: PhantomData<Of<R, P, S>>,
}

impl<R, P, S> Clone for TypedScan<R, P, S> {
    fn clone(&self) -> Self {
        self.scan.clone().into()
    }
}

impl<R, P, S> fmt::Debug for TypedScan<R, P, S> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.scan.fmt(f)
    }
}

impl<R, P, S> TypedScan<R, P, S> {
    /// Nothing is given yet.
    pub fn new<K: RowKey>() -> Self {
        KeyScan::new::<K>().into()
    }

    /// Gives a part.
    pub fn part<T, E, A, P2, S2>(mut self, index: usize, arg: A) -> TypedScan<R, P2, S2>
    where
        A: KeyArg<T, E>,
    {
        arg.apply(&mut self.scan, index);
        self.scan.into()
    }

    /// Gives a part that feeds the salt, ahead of its place.
    pub fn ahead<T, E>(mut self, index: usize, value: impl KeyValue<T, E>) -> Self {
        value.apply_ahead(&mut self.scan, index);
        self
    }

    /// Everything that feeds the salt was given.
    pub fn known(self) -> TypedScan<R, P, Known> {
        self.scan.into()
    }

    /// Asks for the whole table.
    pub fn all(mut self) -> TypedScan<R, All, S> {
        self.scan.all();
        self.scan.into()
    }

    /// The ranges.
    pub fn finish(self) -> Result<KeyRanges<R, P::Cost>, KeyError>
    where
        P: Asks<S>,
    {
        self.scan.finish()
    }
}

impl<R, P, S> From<KeyScan> for TypedScan<R, P, S> {
    fn from(scan: KeyScan) -> Self {
        Self {
            scan,
            of: PhantomData,
        }
    }
}
