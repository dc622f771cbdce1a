//! The type-state of scan builders: the next key part, and the state of the salt.
//!
//! Only the scan builder has type-state, which prevents invalid scans: parts in order, nothing after a
//! range, salts known or not. Rows and keys are plain structs that are written as literals; columns, filters, limits
//! and pages are ordinary code, which is not generated.

use std::fmt;
use std::marker::PhantomData;

use super::cost::{Cost, FanOut, Full, FullBySalt, One, Point, UpTo, Wider};

/// No part is set.
#[doc(hidden)]
#[derive(Debug)]
pub enum Start {}

/// The part at index `N` is next.
#[doc(hidden)]
#[derive(Debug)]
pub enum At<const N: usize> {}

/// Every part has a single value.
#[doc(hidden)]
#[derive(Debug)]
pub enum Done {}

/// The last part is a range or a prefix: no part can follow.
#[doc(hidden)]
#[derive(Debug)]
pub enum Ended {}

/// The whole table is selected.
#[doc(hidden)]
#[derive(Debug)]
pub enum All {}

/// The table has no salt.
#[doc(hidden)]
#[derive(Debug)]
pub enum Unsalted {}

/// Parts that feed the salt are missing; the salt has `N` values, at most 256.
#[doc(hidden)]
#[derive(Debug)]
pub enum Pending<const N: u32> {}

/// Parts that feed the salt are missing, and the salt has more than 256 values: too many for a
/// fan-out.
#[doc(hidden)]
#[derive(Debug)]
pub enum Wide {}

/// The parts that feed the salt end in a range of times, which reaches at most `N` salt values.
#[doc(hidden)]
#[derive(Debug)]
pub enum Ranged<const N: u32> {}

/// The salt is known.
#[doc(hidden)]
#[derive(Debug)]
pub enum Known {}

/// The state `S`, with a part whose end depends on the whole key: ranges also contain rows of other values.
#[doc(hidden)]
#[derive(Debug)]
pub struct Loose<S>(PhantomData<fn() -> S>);

/// The state `S`, with a part that has several values or ranges.
#[doc(hidden)]
#[derive(Debug)]
pub struct Multiple<S>(PhantomData<fn() -> S>);

/// The state of the salt, and its next state when a part is set that feeds it.
#[doc(hidden)]
pub trait SaltState: fmt::Debug + Send + Sync + 'static {
    /// After a single value; `V` is the state if the salt is still unknown.
    type OnValue<V: SaltState>: SaltState;
    /// After a range; `R` is the state if the salt is still unknown.
    type OnRange<R: SaltState>: SaltState;
    /// After a part with several values or ranges.
    type AsMultiple: SaltState;
}

/// Implements [`SaltState`] of states that no part changes, and of those that the next part decides.
macro_rules! salt_states {
    ($($known:ident $([$($k:tt)*] [$n:ident])?),*; $($open:ident $([$($o:tt)*] [$m:ident])?),*) => {
        $(impl$(<$($k)*>)? SaltState for $known$(<$n>)? {
            type OnValue<V: SaltState> = Self;
            type OnRange<R: SaltState> = Self;
            type AsMultiple = $crate::query::Multiple<Self>;
        })*

        $(impl$(<$($o)*>)? SaltState for $open$(<$m>)? {
            type OnValue<V: SaltState> = V;
            type OnRange<R: SaltState> = R;
            type AsMultiple = $crate::query::Multiple<Self>;
        })*
    };
}
pub(super) use salt_states;

salt_states!(Unsalted, Known, Ranged[const N: u32][N]; Pending[const N: u32][N], Wide);

impl<S: SaltState> SaltState for Loose<S> {
    type OnValue<V: SaltState> = Loose<S::OnValue<V>>;
    type OnRange<R: SaltState> = Loose<S::OnRange<R>>;
    type AsMultiple = Loose<S::AsMultiple>;
}

impl<S: SaltState> SaltState for Multiple<S> {
    type OnValue<V: SaltState> = Multiple<S::OnValue<V>>;
    type OnRange<R: SaltState> = Multiple<S::OnRange<R>>;
    type AsMultiple = Self;
}

/// A state in which the part at index `N` is next.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this part of the key cannot be given here",
    label = "a part before it has no single value yet, or it was given already, or the scan has ended already",
    note = "the parts are given in the order of the key, each once; nothing can follow a range, a prefix or `.all()`",
    note = "a part of fixed width whose value is unknown can be left open: `any()` in its place is a skip scan",
    note = "after a range, `matching(…)` tests conditions on later parts"
)]
pub trait Takes<const N: usize> {}

#[diagnostic::do_not_recommend]
impl Takes<0> for Start {}
#[diagnostic::do_not_recommend]
impl<const N: usize> Takes<N> for At<N> {}

/// A state that can be converted to a query; `S` is the state of the salt.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "this scan needs more parts of the row key",
    label = "no part of the key was given, or the salt has too many values to scan each",
    note = "give the first part of the key; if parts feed the salt, give those, or give them ahead with `salted_by(…)`",
    note = "if the salt is unknown, `any_salt()` before the first part is a skip scan over its values; after `any_salt()` and `any()`, give a later part",
    note = "to read the whole table, call `.all()`"
)]
pub trait Scannable<S> {
    /// The cost of the query.
    type Cost: Cost;
}

// Written one by one: the compiler shows these lines in its error, and would show the inside of a
// macro.

#[diagnostic::do_not_recommend]
impl<const N: usize> Scannable<Unsalted> for At<N> {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Scannable<Unsalted> for Ended {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Scannable<Unsalted> for Done {
    type Cost = Point;
}
#[diagnostic::do_not_recommend]
impl Scannable<Known> for Start {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Scannable<Known> for At<N> {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Scannable<Known> for Ended {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Scannable<Known> for Done {
    type Cost = Point;
}
#[diagnostic::do_not_recommend]
impl<const N: u32, const P: usize> Scannable<Pending<N>> for At<P> {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Scannable<Pending<N>> for Ended {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Scannable<Pending<N>> for Done {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Scannable<Ranged<N>> for Ended {
    type Cost = UpTo<N>;
}
#[diagnostic::do_not_recommend]
impl<S, const N: usize> Scannable<Loose<S>> for At<N>
where
    Self: Scannable<S>,
{
    type Cost = Wider<<Self as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Scannable<Loose<S>> for Ended
where
    Self: Scannable<S>,
{
    type Cost = Wider<<Self as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Scannable<Loose<S>> for Done
where
    Self: Scannable<S>,
{
    type Cost = <Self as Scannable<S>>::Cost;
}
#[diagnostic::do_not_recommend]
impl Scannable<Unsalted> for All {
    type Cost = Full;
}
#[diagnostic::do_not_recommend]
impl Scannable<Known> for All {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Scannable<Pending<N>> for All {
    type Cost = FullBySalt;
}
#[diagnostic::do_not_recommend]
impl Scannable<Wide> for All {
    type Cost = FullBySalt;
}
