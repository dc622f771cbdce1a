//! The cost of a query, as a type.
//!
//! Reviewers see a scan that fans out by its type: `Point`, `One`, `UpTo<N>`, `FanOut<N>`, `Several<C>`,
//! `Matching<C>`, `Skip<N>`, `SkipParts<C>`, `Full`. A full scan is explicit.

use std::fmt;
use std::marker::PhantomData;

/// The cost of a query: the number of its scans.
pub trait Cost: fmt::Debug + Send + Sync + 'static {
    /// The maximum number of scans; `None` for the whole table, and `u32::MAX` if it depends on the values.
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

/// The order of a skip scan. If `any_salt()` leaves the salt open, and in tables without a salt, it is that of the
/// stored keys: rows with one value of the open parts are together. Several skip scans, one per value of the salt, are
/// merged in the order of the keys without the salt. `HBase`'s filters that jump from match to match lose rows in
/// descending order.
#[derive(Debug)]
pub enum SkipOrder {}

/// No order: regions are read concurrently, and their rows come as they are read.
#[derive(Debug)]
pub enum NoOrder {}

/// Any order of rows, so that a page has a next one.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the rows of this scan come in no order",
    label = "the scan is `unordered()`: it cannot be reversed, read page by page or continued at a position",
    note = "leave `unordered()` out to read the rows in the order of their keys"
)]
pub trait HasOrder {}

#[diagnostic::do_not_recommend]
impl HasOrder for KeyOrder {}
#[diagnostic::do_not_recommend]
impl HasOrder for SaltOrder {}
#[diagnostic::do_not_recommend]
impl HasOrder for SkipOrder {}

/// An order of rows that can be reversed.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the rows of this scan cannot be read in descending order",
    label = "an `unordered()` scan has no order, and a skip scan (`any()`, `any_salt()`) only an ascending one",
    note = "leave `unordered()` out to read the rows in the order of their keys",
    note = "in a skip scan, HBase would lose rows in descending order: read it ascending, or set the parts that are open"
)]
pub trait Reversible: HasOrder {}

#[diagnostic::do_not_recommend]
impl Reversible for KeyOrder {}
#[diagnostic::do_not_recommend]
impl Reversible for SaltOrder {}

/// An order of rows: that of their keys.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "the rows of this scan do not come in the order of their keys",
    label = "the whole of a salted table and a skip scan are read in the order of the stored keys, and an `unordered()` scan in none",
    note = "give the first part of the key the range `..` in place of `.all()`: the values of a salt of at most 256 are read concurrently, and merged",
    note = "or give the parts that feed the salt to `salted_by(…)`"
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

/// The cost `C`, in ranges that also contain rows of other values: a part is `unseparated`, so that rows
/// of `Parish` are between those of `Paris`. They are read, and skipped on the client.
#[derive(Debug)]
pub struct Wider<C>(PhantomData<fn() -> C>);

/// The cost `C`, where each range is a list of several values or ranges of key parts, by [`is_in`](fn@crate::is_in) or
/// [`ranges`](fn@crate::ranges). If the values feed the salt, each may have another one, and so a range of its own.
///
/// The server reads nothing between the values. 4096 of them are sent to each region at a time, as a
/// `MultiRowRangeFilter`. In descending order, one scan after another reads one value or range.
#[derive(Debug)]
pub struct Several<C>(PhantomData<fn() -> C>);

/// The cost `C`, in ranges that also contain rows of which key parts do not match the condition of
/// [`matching`](super::KeyQuery::matching).
///
/// The server jumps over these rows, by a `FuzzyRowFilter`, if the parts from the first one without a single value up to
/// the one with a condition have a fixed width. Otherwise, they are read and dropped on the client: in descending order,
/// with [`is_in`](fn@crate::is_in), [`ranges`](fn@crate::ranges) or [`any`](fn@crate::any) on earlier parts, together with
/// a raw filter that returns hints itself, and through the Thrift gateway.
#[derive(Debug)]
pub struct Matching<C>(PhantomData<fn() -> C>);

/// One skip scan that jumps to `N` ranges, one per value of the salt, which `any_salt()` leaves open.
/// Rows come in the order of the stored keys.
///
/// The server reads nothing between the ranges, but seeks once for each salt value that the table
/// contains, so that the cost hardly depends on the number of rows, unlike that of a full scan. With
/// 65,536 salts, one minute of a day was as fast as a full scan of the keys at 0.9 to 2.7 rows per
/// salt on `HBase`, and at 1.4 to 10.1 in the embedded store; with more rows it is faster
/// (`benches/README.md`). With fewer rows, use `.all()` and a filter on the client.
///
/// A range is a `MultiRowRangeFilter`: `N` ranges of some 20 bytes each are sent, 4096 at a time. A
/// value or a prefix is one pattern, a `FuzzyRowFilter`.
#[derive(Debug)]
pub enum Skip<const N: u32> {}

/// The cost `C`, where each range is a skip scan, which jumps to the values of later parts. The parts before them are
/// left open with [`any`](fn@crate::any), or the salt is open and has more than 65,536 values.
///
/// The server seeks once for each value of the open parts that the range contains, or a few times.
/// Within each range of `C`, rows come in the order of the stored keys: by the open parts first.
#[derive(Debug)]
pub struct SkipParts<C>(PhantomData<fn() -> C>);

/// The whole of an unsalted table.
#[derive(Debug)]
pub enum Full {}

/// The whole of a salted table, as one range in the order of the stored keys: by salt first, so
/// that rows with adjacent key parts are far apart.
///
/// For all rows in the order of the key without the salt, set the first key part to the range `..`.
#[derive(Debug)]
pub enum FullBySalt {}

macro_rules! costs {
    ($($g:tt $type:ty: $ranges:expr, $order:ty;)*) => {
        $(costs!(@one $g $type, $ranges, $order);)*
    };
    (@one [$($g:tt)*] $type:ty, $ranges:expr, $order:ty) => {
        impl<$($g)*> Cost for $type {
            const RANGES: Option<u32> = $ranges;
            type Order = $order;
        }
    };
}

costs! {
    [] Point: Some(1), KeyOrder;
    [] One: Some(1), KeyOrder;
    [const N: u32] UpTo<N>: Some(N), KeyOrder;
    [const N: u32] FanOut<N>: Some(N), KeyOrder;
    [C: Cost] Wider<C>: C::RANGES, C::Order;
    [C: Cost] Several<C>: Some(u32::MAX), C::Order;
    [C: Cost] Matching<C>: C::RANGES, C::Order;
    [const N: u32] Skip<N>: Some(N), SkipOrder;
    [C: Cost] SkipParts<C>: C::RANGES, SkipOrder;
    [] Full: None, KeyOrder;
    [] FullBySalt: None, SaltOrder;
}
