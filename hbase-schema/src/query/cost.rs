//! The cost of a query, as a type.

use std::fmt;
use std::marker::PhantomData;

/// The cost of a query: the number of its scans.
pub trait Cost: fmt::Debug + Send + Sync + 'static {
    /// The maximum number of ranges; `None` for the whole table.
    const RANGES: Option<u32>;

    /// The order of the rows.
    type Order: fmt::Debug + Send + Sync + 'static;
}

/// The order of the keys without the salt.
#[derive(Debug)]
pub enum KeyOrder {}

/// The order of the stored keys: by salt first, which is hardly an order.
#[derive(Debug)]
pub enum SaltOrder {}

/// No order: regions are read concurrently, and their rows come as they are read.
#[derive(Debug)]
pub enum NoOrder {}

/// An order of rows, of any kind: it can be reversed, and a page has a next one.
#[diagnostic::on_unimplemented(
    message = "the rows of this scan come in no order",
    label = "the scan is `unordered()`: it cannot be reversed or read page by page",
    note = "leave `unordered()` out to read the rows in the order of their keys"
)]
pub trait Ordered {}

#[diagnostic::do_not_recommend]
impl Ordered for KeyOrder {}
#[diagnostic::do_not_recommend]
impl Ordered for SaltOrder {}

/// An order of rows: that of their keys.
#[diagnostic::on_unimplemented(
    message = "the rows of this scan do not come in the order of their keys",
    label = "the whole of a salted table is read in the order of its salt, and an `unordered()` scan in none",
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

/// At most `N` ranges: one per salt value that a range of times reaches.
#[derive(Debug)]
pub enum UpTo<const N: u32> {}

/// `N` ranges: one per salt value.
#[derive(Debug)]
pub enum FanOut<const N: u32> {}

/// As `C`, in ranges that also contain rows of other values: a part is `unseparated`, so that rows
/// of `Parish` are between those of `Paris`. They are read, and skipped at the client.
#[derive(Debug)]
pub struct Wider<C>(PhantomData<fn() -> C>);

impl<C: Cost> Cost for Wider<C> {
    const RANGES: Option<u32> = C::RANGES;
    type Order = C::Order;
}

/// The whole of an unsalted table.
#[derive(Debug)]
pub enum Full {}

/// The whole of a salted table, as one range in the order of the stored keys: by salt first, so
/// that rows with adjacent key parts are far apart.
///
/// For all rows in the order of the key without the salt, set the first key part to the range `..`.
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
