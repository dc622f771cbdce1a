//! Key parts and salts that a scan leaves open, although later parts are set: skip scans.

use std::marker::PhantomData;

use super::arg::KeyArg;
use super::builder::KeyScan;
use super::cost::{One, Skip, SkipParts, UpTo};
use super::type_state::{At, Done, Ended, Ranged, SaltState, Scannable, Takes, salt_states};
use crate::debug::{copyable, debug_text};
use crate::key::FixedWidth;

/// Every value of a key part of type `T`; see [`any`].
pub struct Any<T>(PhantomData<fn() -> T>);

/// Leaves a key part open, while a later one is set: `Statistics::scan().hash(any()).minute(noon)`
/// selects the rows of one minute under every hash.
///
/// This is a skip scan: the server jumps from match to match, with `HBase`'s `MultiRowRangeFilter` or `FuzzyRowFilter`,
/// and reads nothing between them. It takes one seek, or a few, for each value of the open parts that the table
/// contains. It pays off if each of these values has many rows, of which few match; see [`SkipParts`]. The part must
/// have a [fixed width](FixedWidth), because the offset of the next part is otherwise unknown, and a later part must be
/// set. Rows come in the order of their keys: the later parts order them only within one value of the open parts. They
/// cannot be read in descending order. If the key has a salt of at most 256 values and the builder's `any_salt()` does
/// not leave it open, one skip scan per value runs, and their rows are merged in the order of the keys without the
/// salt, like those of any fan-out. With `any_salt()`, one skip scan returns the rows in the order of the stored keys,
/// by salt first.
///
/// ```
/// use hbase_schema::{Error, HTable, any};
///
/// #[derive(HTable, Debug, PartialEq)]
/// #[table("DLQX:RAIN_BY_HOUR")]
/// #[family("D1")]
/// struct Rain {
///     #[rowkey]
///     station: u32,
///     #[rowkey]
///     hour: u8,
///     mm: u32,
/// }
///
/// # #[tokio::main(flavor = "current_thread")]
/// # async fn main() -> Result<(), Error> {
/// # let db = hbase_schema::connect("memory:").await?;
/// # db.create_table::<Rain>().await?;
/// # let rows = (0..50).flat_map(|station| (0..24).map(move |hour| Rain { station, hour, mm: 1 }));
/// # db.put_many(rows).await?;
/// let noon = db.scan(Rain::scan().station(any()).hour(12)).rows().collect().await?;
/// assert_eq!(noon.len(), 50);
/// let afternoon = db.scan(Rain::scan().station(any()).hour(12..18));
/// assert_eq!(afternoon.count().await?, 300);
/// # Ok(())
/// # }
/// ```
pub const fn any<T>() -> Any<T> {
    Any(PhantomData)
}

impl<T: FixedWidth<E>, E> KeyArg<T, E> for Any<T> {
    type After<Next> = Gap<Next>;
    type Salt<OnValue: SaltState, OnRange: SaltState> = Gapped<OnRange>;

    fn apply(self, scan: &mut KeyScan, index: usize) {
        scan.push_gap::<T, E>(index);
    }
}

copyable!(Any[T]);

debug_text!(Any[T] "any()");

/// A part or the salt is open, and a later part is to be set: `P` is the state without that.
#[doc(hidden)]
#[derive(Debug)]
pub struct Gap<P>(PhantomData<fn() -> P>);

#[diagnostic::do_not_recommend]
impl<P: Takes<N>, const N: usize> Takes<N> for Gap<P> {}

/// The state `S` of the salt, before a part was left open. Later parts do not change it.
#[doc(hidden)]
#[derive(Debug)]
pub struct Gapped<S>(PhantomData<fn() -> S>);

/// The salt is left open; it has `N` values, at most 65,536.
#[doc(hidden)]
#[derive(Debug)]
pub enum AnySalt<const N: u32> {}

/// The salt is left open, and has more than 65,536 values.
#[doc(hidden)]
#[derive(Debug)]
pub enum AnyWideSalt {}

salt_states!(Gapped[S: SaltState][S], AnySalt[const N: u32][N], AnyWideSalt;);

// One by one, as those of `type_state`: the compiler shows them.

#[diagnostic::do_not_recommend]
impl<S, const N: usize> Scannable<Gapped<S>> for At<N>
where
    Self: Scannable<S>,
{
    type Cost = SkipParts<<Self as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<S> Scannable<Gapped<S>> for Ended
where
    Self: Scannable<S>,
{
    type Cost = SkipParts<<Self as Scannable<S>>::Cost>;
}
// Not by the cost of `Done` without a gap, which may be one row.
#[diagnostic::do_not_recommend]
impl<S> Scannable<Gapped<S>> for Done
where
    Ended: Scannable<S>,
{
    type Cost = SkipParts<<Ended as Scannable<S>>::Cost>;
}
#[diagnostic::do_not_recommend]
impl<const N: usize, const M: u32> Scannable<AnySalt<M>> for At<N> {
    type Cost = Skip<M>;
}
#[diagnostic::do_not_recommend]
impl<const M: u32> Scannable<AnySalt<M>> for Ended {
    type Cost = Skip<M>;
}
#[diagnostic::do_not_recommend]
impl<const M: u32> Scannable<AnySalt<M>> for Done {
    type Cost = Skip<M>;
}
#[diagnostic::do_not_recommend]
impl<const N: usize> Scannable<AnyWideSalt> for At<N> {
    type Cost = SkipParts<One>;
}
#[diagnostic::do_not_recommend]
impl Scannable<AnyWideSalt> for Ended {
    type Cost = SkipParts<One>;
}
#[diagnostic::do_not_recommend]
impl Scannable<AnyWideSalt> for Done {
    type Cost = SkipParts<One>;
}
// A time that the salt depends on was left open, and later parts were set.
#[diagnostic::do_not_recommend]
impl<const N: usize, const M: u32> Scannable<Ranged<M>> for At<N> {
    type Cost = UpTo<M>;
}

impl KeyScan {
    /// Leaves the salt open.
    #[must_use]
    pub fn with_open_salt(mut self) -> Self {
        self.any_salt = true;
        self
    }
}
