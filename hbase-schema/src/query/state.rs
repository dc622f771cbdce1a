//! How far a question has come: which part is next, and what is known of the salt.

use std::fmt;
use std::marker::PhantomData;

use super::cost::{Cost, FanOut, Full, FullBySalt, One, Point, UpTo, Wider};

/// No part was given.
#[derive(Debug)]
pub enum Start {}

/// The part with number `N` is next.
#[derive(Debug)]
pub enum At<const N: usize> {}

/// Every part was given a value.
#[derive(Debug)]
pub enum Done {}

/// A range or a prefix was given: nothing can follow it.
#[derive(Debug)]
pub enum Ended {}

/// The whole table was asked for.
#[derive(Debug)]
pub enum All {}

/// The table has no salt.
#[derive(Debug)]
pub enum Unsalted {}

/// Not everything that feeds the salt was given; the salt has `N`
/// values, at most 256.
#[derive(Debug)]
pub enum Pending<const N: u32> {}

/// Not everything that feeds the salt was given, and the salt has more than 256 values: too many
/// to ask for each.
#[derive(Debug)]
pub enum Wide {}

/// What feeds the salt ended in a range of times: at most `N` salts are reached.
#[derive(Debug)]
pub enum Ranged<const N: u32> {}

/// The salt is known.
#[derive(Debug)]
pub enum Known {}

/// `S`, and a part was given whose end only the whole key tells: ranges hold rows of other values.
#[derive(Debug)]
pub struct Loose<S>(PhantomData<fn() -> S>);

/// What is known of the salt, and what it becomes when a part that feeds it is given.
pub trait SaltState: fmt::Debug + Send + Sync + 'static {
    /// When the part is given as a value; `V` is what it becomes where it is still open.
    type OnValue<V: SaltState>: SaltState;
    /// When the part is given as a range; `R` is what it becomes where it is still open.
    type OnRange<R: SaltState>: SaltState;
}

impl SaltState for Unsalted {
    type OnValue<V: SaltState> = Self;
    type OnRange<R: SaltState> = Self;
}

impl<S: SaltState> SaltState for Loose<S> {
    type OnValue<V: SaltState> = Loose<S::OnValue<V>>;
    type OnRange<R: SaltState> = Loose<S::OnRange<R>>;
}

impl SaltState for Known {
    type OnValue<V: SaltState> = Self;
    type OnRange<R: SaltState> = Self;
}

impl<const N: u32> SaltState for Pending<N> {
    type OnValue<V: SaltState> = V;
    type OnRange<R: SaltState> = R;
}

impl SaltState for Wide {
    type OnValue<V: SaltState> = V;
    type OnRange<R: SaltState> = R;
}

impl<const N: u32> SaltState for Ranged<N> {
    type OnValue<V: SaltState> = Self;
    type OnRange<R: SaltState> = Self;
}

/// A state in which the part with number `N` comes next.
#[diagnostic::on_unimplemented(
    message = "this part of the key cannot be given here",
    label = "a part before it was given no single value yet, or it was given already, or what was given ends the scan",
    note = "the parts are given in the order of the key, each once; nothing can follow a range, a prefix or `.all()`"
)]
pub trait Takes<const N: usize> {}

#[diagnostic::do_not_recommend]
impl Takes<0> for Start {}
#[diagnostic::do_not_recommend]
impl<const N: usize> Takes<N> for At<N> {}

/// A state in which the question can be asked; `S` is what is known of the salt.
#[diagnostic::on_unimplemented(
    message = "this question cannot be asked of the table as it stands",
    label = "no part of the key was given, or the salt has too many values to ask for each",
    note = "give the first part of the key; where parts feed the salt, give those, or give them ahead by `salted_by(…)`",
    note = "to read the whole table, say so: `.all()`"
)]
pub trait Asks<S> {
    /// What it costs.
    type Cost: Cost;
}

// Written out one by one: the compiler shows these lines to whoever asks what cannot be asked, and
// would show the inside of a macro.

#[diagnostic::do_not_recommend]
impl<const N: usize> Asks<Unsalted> for At<N> {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Asks<Unsalted> for Ended {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Asks<Unsalted> for Done {
    type Cost = Point;
}
#[diagnostic::do_not_recommend]
impl Asks<Known> for Start {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Asks<Known> for At<N> {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Asks<Known> for Ended {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl Asks<Known> for Done {
    type Cost = Point;
}
#[diagnostic::do_not_recommend]
impl<const N: u32, const P: usize> Asks<Pending<N>> for At<P> {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Asks<Pending<N>> for Ended {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Asks<Pending<N>> for Done {
    type Cost = FanOut<N>;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Asks<Ranged<N>> for Ended {
    type Cost = UpTo<N>;
}
#[diagnostic::do_not_recommend]
impl<S, const N: usize> Asks<Loose<S>> for At<N>
where
    Self: Asks<S>,
{
    type Cost = Wider<<Self as Asks<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Asks<Loose<S>> for Ended
where
    Self: Asks<S>,
{
    type Cost = Wider<<Self as Asks<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Asks<Loose<S>> for Done
where
    Self: Asks<S>,
{
    type Cost = <Self as Asks<S>>::Cost;
}
#[diagnostic::do_not_recommend]
impl Asks<Unsalted> for All {
    type Cost = Full;
}
#[diagnostic::do_not_recommend]
impl Asks<Known> for All {
    type Cost = One;
}
#[diagnostic::do_not_recommend]
impl<const N: u32> Asks<Pending<N>> for All {
    type Cost = FullBySalt;
}
#[diagnostic::do_not_recommend]
impl Asks<Wide> for All {
    type Cost = FullBySalt;
}
