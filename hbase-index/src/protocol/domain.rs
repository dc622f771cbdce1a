//! The machines' common types: rows and entries, requests and responses.

use std::fmt::Debug;
use std::hash::Hash;

use super::rules::Rules;
use super::stamp::{Check, Stamp};

/// A value that machines hold.
pub trait Held: Clone + Debug + Eq + Hash {}
impl<T: Clone + Debug + Eq + Hash> Held for T {}

/// The types of rows, entries and times that the machines run on: bytes and milliseconds in the
/// driver, small numbers in the model checker.
pub trait Domain {
    /// A row's key.
    type Row: Held;
    /// The current cells of a row that entries depend on.
    type Content: Held;
    /// The write that a caller requests.
    type Intent: Held;
    /// The cells that a write sends.
    type Change: Held;
    /// The key of an entry.
    type Entry: Held;
    /// A set of entries of one row.
    type Entries: Held + EntrySet<Self::Entry>;
    /// A set of rows.
    type Rows: Held + RowSet<Self::Row>;
    /// The condition of a query.
    type Wanted: Held;
    /// A point in time, by a clock that counts suspended time.
    type Moment: Held + Copy;
    /// The identifier of a write.
    type Id: Held + Copy;
    /// Why an intent cannot be carried out.
    type Rejected: Held;
    /// The rules that machines keep: all of them, except in the model checker.
    #[doc(hidden)]
    type Rules: Rules;

    /// The rules.
    #[doc(hidden)]
    fn rules(&self) -> Self::Rules;

    /// The write that carries out `intent` on a row that has `content`; `None` if nothing has to be
    /// written.
    fn plan(
        &self,
        intent: &Self::Intent,
        content: &Self::Content,
    ) -> Result<Option<Plan<Self>>, Self::Rejected>;

    /// The write that carries out `intent` on any row; `None` if it depends on the row's content.
    fn foresee(&self, intent: &Self::Intent) -> Option<Plan<Self>>;

    /// The write that leaves a row with `content` as it is, and puts all its entries; `None` if they cannot be
    /// computed.
    fn renewal(&self, intent: &Self::Intent, content: &Self::Content) -> Option<Plan<Self>>;

    /// The content of a row that has no cells.
    fn no_content(&self) -> Self::Content;

    /// The entries of a row with `content`.
    fn entries(&self, content: &Self::Content) -> Result<Self::Entries, Self::Rejected>;

    /// The entries of a row with `content`, without those whose values cannot be computed: a write leaves
    /// these, and a sweep deletes them.
    fn known_entries(&self, content: &Self::Content) -> Self::Entries;

    /// The row of an entry.
    fn row_of(&self, entry: &Self::Entry) -> Self::Row;

    /// Whether a row with `content` is a result of the query.
    fn matches(&self, wanted: &Self::Wanted, content: &Self::Content) -> bool;

    /// Whether more time has passed since `since` than a query may take.
    fn is_late(&self, since: Self::Moment, now: Self::Moment) -> bool;
}

/// A set of entries of one row.
pub trait EntrySet<E>: Sized {
    /// The entries that `other` lacks.
    fn minus(&self, other: &Self) -> Self;

    /// Whether the set is empty.
    fn is_empty(&self) -> bool;

    /// Whether `entry` is one of them.
    fn contains(&self, entry: &E) -> bool;

    /// The set of one entry.
    fn one(entry: E) -> Self;
}

/// A set of rows.
pub trait RowSet<R>: Default {
    /// Adds a row; returns whether it is new.
    fn insert(&mut self, row: R) -> bool;

    /// Whether the row is in the set.
    fn contains(&self, row: &R) -> bool;
}

/// The requests of a write.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Plan<D: Domain + ?Sized> {
    /// The cells. They include all columns that entries depend on, even unchanged ones, so that these expire
    /// together with their entries.
    pub change: D::Change,
    /// The entries of the row after the write.
    pub entries: D::Entries,
}

/// A row as one get returns it.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct RowRead<D: Domain + ?Sized> {
    /// The stamp cell's value.
    pub stamp: Option<Stamp<D::Id>>,
    /// The newest timestamp among the row's other cells that were read. Without a stamp, all of them count.
    /// With one, another program may have written newer cells.
    pub newest: Option<i64>,
    /// The cells that entries depend on.
    pub content: D::Content,
}

impl<D: Domain> RowRead<D> {
    /// A row that has no cells.
    pub fn absent(domain: &D) -> Self {
        Self {
            stamp: None,
            newest: None,
            content: domain.no_content(),
        }
    }

    /// The timestamp that the next write has to exceed; `None` for a row without any cells.
    pub fn old(&self) -> Option<i64> {
        self.stamp.map(|stamp| stamp.at).max(self.newest)
    }

    /// The condition that the row's stamp is still the one that was read.
    pub fn unchanged(&self) -> Check<D::Id> {
        self.stamp.map_or(Check::Absent, Check::Equals)
    }
}

/// The length of a wait.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Span {
    /// The maximum duration of a query for several values.
    Queries,
    /// The maximum duration of a write, from reading the index's state to its last effect.
    Writes,
}

/// A request of a machine that works on one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Request<D: Domain + ?Sized> {
    /// Reads the stamp and the cells that entries depend on in one get.
    ReadRow,
    /// Puts entries at a timestamp.
    PutEntries {
        /// The entries.
        entries: D::Entries,
        /// Their timestamp.
        at: i64,
    },
    /// Changes the row and its stamp in one conditional mutation, all cells at the stamp's timestamp.
    WriteRow {
        /// The condition.
        check: Check<D::Id>,
        /// The new stamp.
        stamp: Stamp<D::Id>,
        /// The cells.
        change: D::Change,
    },
    /// Changes the stamp alone.
    RaiseStamp {
        /// The condition.
        check: Check<D::Id>,
        /// The new stamp.
        stamp: Stamp<D::Id>,
    },
    /// Deletes the stamp cell if it still is this one.
    RemoveStamp {
        /// The stamp.
        stamp: Stamp<D::Id>,
    },
    /// Deletes the columns of entries up to a timestamp, inclusive.
    DeleteEntries {
        /// The entries.
        entries: D::Entries,
        /// The timestamp.
        up_to: i64,
    },
    /// Waits until the span has passed since `since`.
    Wait {
        /// The start.
        since: D::Moment,
        /// The duration.
        span: Span,
    },
}

/// The response to a [`Request`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum Response<D: Domain + ?Sized> {
    /// The row.
    Row(RowRead<D>),
    /// Acknowledged, or the wait has passed.
    Done,
    /// Whether the condition held.
    Checked(bool),
    /// The request certainly had no effect.
    NotApplied,
    /// It is unknown whether the request took effect, or will.
    Lost,
}

/// The values that a machine must not determine itself.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Input<D: Domain + ?Sized> {
    /// The wall clock, in milliseconds since 1970, for stamps.
    pub now: i64,
    /// The current moment, for waits.
    pub moment: D::Moment,
    /// An identifier that no other write has.
    pub id: D::Id,
}
