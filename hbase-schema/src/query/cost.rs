//! What a question costs, as a type.

use std::fmt;
use std::marker::PhantomData;

/// What a question costs in scans.
pub trait Cost: fmt::Debug + Send + Sync + 'static {
    /// At most so many ranges are read; `None` for all of the table.
    const RANGES: Option<u32>;

    /// In which order the rows come.
    type Order: fmt::Debug + Send + Sync + 'static;
}

/// Rows in the order of their keys behind the salt, if there is one.
#[derive(Debug)]
pub enum KeyOrder {}

/// Rows in the order of their stored keys: by the salt first, which is next to no order at all.
#[derive(Debug)]
pub enum SaltOrder {}

/// The order of a scan's rows is that of their keys.
#[diagnostic::on_unimplemented(
    message = "the rows of this scan do not come in the order of their keys",
    label = "the whole of a salted table is read in the order of its salt",
    note = "give the first part of the key the range `..` in place of `.all()`: the values of a salt of at most 256 are read concurrently, and merged",
    note = "or give what feeds the salt by `salted_by(…)`"
)]
pub trait InKeyOrder {}

#[diagnostic::do_not_recommend]
impl InKeyOrder for KeyOrder {}

/// One row.
#[derive(Debug)]
pub enum Point {}

/// One range.
#[derive(Debug)]
pub enum One {}

/// At most `N` ranges: one for each salt that a range of values can reach.
#[derive(Debug)]
pub enum UpTo<const N: u32> {}

/// `N` ranges: one for each value of the salt.
#[derive(Debug)]
pub enum FanOut<const N: u32> {}

/// As `C`, in ranges that also hold rows of other values: a part is `unseparated`, so that the
/// rows of `Parish` lie among those of `Paris`. They are read, and left out.
#[derive(Debug)]
pub struct Wider<C>(PhantomData<fn() -> C>);

impl<C: Cost> Cost for Wider<C> {
    const RANGES: Option<u32> = C::RANGES;
    type Order = C::Order;
}

/// The whole table, which has no salt.
#[derive(Debug)]
pub enum Full {}

/// The whole table in the order of its stored keys: by the salt first. One range is read, in which
/// rows whose other parts follow each other lie far apart.
///
/// For all rows in the order of the key behind the salt, give its first part the range `..`.
#[derive(Debug)]
pub enum FullBySalt {}

impl Cost for Point {
    const RANGES: Option<u32> = Some(1);
    type Order = KeyOrder;
}

impl Cost for One {
    const RANGES: Option<u32> = Some(1);
    type Order = KeyOrder;
}

impl<const N: u32> Cost for UpTo<N> {
    const RANGES: Option<u32> = Some(N);
    type Order = KeyOrder;
}

impl<const N: u32> Cost for FanOut<N> {
    const RANGES: Option<u32> = Some(N);
    type Order = KeyOrder;
}

impl Cost for Full {
    const RANGES: Option<u32> = None;
    type Order = KeyOrder;
}

impl Cost for FullBySalt {
    const RANGES: Option<u32> = None;
    type Order = SaltOrder;
}
