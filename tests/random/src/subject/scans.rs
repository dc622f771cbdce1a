//! Scans in any order, and filters of any column.

use std::fmt::Debug;
use std::ops::Bound;

use hbase_schema::cell::{OrderCell, PrefixCell, TextCell};
use hbase_schema::db::{ColumnSet, GetRequest, KeepsVersions, ScanRequest, Selection, Whole};
use hbase_schema::key::RangePart;
use hbase_schema::query::{KeyCondition, KeyOrder, NoOrder, Part, SaltOrder, SkipOrder};
use hbase_schema::table::{NewestFirst, Writable};
use hbase_schema::{Column, Connection, Error, RowFilter};
use hbase_schema_random_generator::Value;
use hbase_schema_random_generator::ops::{Arg, Comparison, Test};

use super::{Counted, Found, FoundMany, Subject};
use crate::convert::Typed;

/// A scan. The order is part of the type of a scan request, so there is a variant for each.
pub enum AnyScan<R> {
    /// By the key without the salt.
    Key(ScanRequest<R, Whole<R>, KeyOrder>),
    /// By the stored key.
    Stored(ScanRequest<R, Whole<R>, SaltOrder>),
    /// A skip scan.
    Skip(ScanRequest<R, Whole<R>, SkipOrder>),
    /// In any order.
    Unordered(ScanRequest<R, Whole<R>, NoOrder>),
}

/// Calls a method on a scan in any order.
macro_rules! each {
    ($scan:expr, |$one:ident| $call:expr) => {
        match $scan {
            AnyScan::Key($one) => $call,
            AnyScan::Stored($one) => $call,
            AnyScan::Skip($one) => $call,
            AnyScan::Unordered($one) => $call,
        }
    };
}
pub(crate) use each;

/// Calls a method that returns a scan in the same order.
macro_rules! map {
    ($scan:expr, |$one:ident| $call:expr) => {
        match $scan {
            AnyScan::Key($one) => AnyScan::Key($call),
            AnyScan::Stored($one) => AnyScan::Stored($call),
            AnyScan::Skip($one) => AnyScan::Skip($call),
            AnyScan::Unordered($one) => AnyScan::Unordered($call),
        }
    };
}
pub(crate) use map;

impl<R: Subject> AnyScan<R> {
    /// Selects the rows that pass a filter.
    pub fn filter(self, filter: RowFilter<R>) -> Self {
        map!(self, |scan| scan.filter(filter))
    }

    /// Sets the maximum number of rows.
    pub fn limit(self, rows: u64) -> Self {
        map!(self, |scan| scan.limit(rows))
    }

    /// Skips the first rows.
    pub fn offset(self, rows: u64) -> Self {
        map!(self, |scan| scan.offset(rows))
    }

    /// Reverses the order, if it can be reversed.
    pub fn reversed(self) -> Self {
        match self {
            Self::Key(scan) => Self::Key(scan.reversed()),
            Self::Stored(scan) => Self::Stored(scan.reversed()),
            other => other,
        }
    }

    /// Returns the newest rows first.
    pub fn newest_first(self) -> Self
    where
        R: NewestFirst,
    {
        match self {
            Self::Key(scan) => Self::Key(scan.newest_first()),
            other => other,
        }
    }

    /// Reads the rows in any order.
    pub fn unordered(self) -> Self {
        Self::Unordered(each!(self, |scan| scan.unordered()))
    }

    /// Reads a page of the scan: the first page, or the page after a cursor.
    pub async fn page(
        self,
        cursor: Option<&str>,
        size: usize,
    ) -> Result<(Vec<R>, Option<String>), Error> {
        macro_rules! page {
            ($scan:ident) => {
                match cursor {
                    Some(cursor) => $scan.page_after(cursor, size).await?,
                    None => $scan.page(size).await?,
                }
            };
        }
        let page = match self {
            Self::Key(scan) => page!(scan),
            Self::Stored(scan) => page!(scan),
            Self::Skip(scan) => page!(scan),
            Self::Unordered(_) => unreachable!("an unordered scan has no pages"),
        };
        Ok((page.items, page.next.map(|cursor| cursor.to_string())))
    }
}

/// Compares a column with values of type `V`.
pub fn compare<R, F, C, V>(column: Column<R, F, C>, test: &Test) -> RowFilter<R>
where
    F: OrderCell<C, V>,
    V: Typed + PartialOrd + Debug + Clone,
{
    match test {
        Test::Is(comparison, value) => {
            let value = V::of(value);
            match comparison {
                Comparison::Eq => column.eq(value),
                Comparison::Ne => column.ne(value),
                Comparison::Lt => column.lt(value),
                Comparison::Le => column.le(value),
                Comparison::Gt => column.gt(value),
                Comparison::Ge => column.ge(value),
            }
        }
        Test::In(values) => column.is_in(values.iter().map(V::of)),
        Test::Between(low, high) => {
            let range: (Bound<V>, Bound<V>) = (low.as_ref().map(V::of), high.as_ref().map(V::of));
            column.between(range)
        }
        _ => presence(column, test),
    }
}

/// Compares a key part with the bounds of a range, by the method that has them.
pub fn compare_part<R, T, E>(part: Part<R, T, E>, arg: &Arg) -> KeyCondition<R>
where
    R: Subject,
    T: Typed + RangePart<E>,
{
    match crate::convert::range::<T>(arg) {
        (Bound::Unbounded, Bound::Excluded(high)) => part.lt(high),
        (Bound::Unbounded, Bound::Included(high)) => part.le(high),
        (Bound::Excluded(low), Bound::Unbounded) => part.gt(low),
        (Bound::Included(low), Bound::Unbounded) => part.ge(low),
        range => part.between(range),
    }
}

/// Compares a column of text.
pub fn compare_text<R, F, C>(column: Column<R, F, C>, test: &Test) -> RowFilter<R>
where
    F: OrderCell<C, String> + PrefixCell<C, str> + TextCell<C>,
{
    match test {
        Test::Prefix(prefix) => column.starts_with(prefix.as_str()),
        Test::Contains(part) => column.contains(part),
        _ => compare::<R, F, C, String>(column, test),
    }
}

/// Tests whether a column has a cell.
pub fn presence<R, F, C>(column: Column<R, F, C>, test: &Test) -> RowFilter<R> {
    match test {
        Test::Some => column.is_some(),
        Test::None => column.is_none(),
        other => panic!("the column does not support the test {other:?}"),
    }
}

/// The values of several columns.
pub trait Tuple {
    /// Converts the columns to values.
    fn values(self) -> Vec<Value>;
}

macro_rules! tuples {
    ($($($name:ident)+;)+) => {$(
        impl<$($name: Typed),+> Tuple for ($($name,)+) {
            fn values(self) -> Vec<Value> {
                #[allow(non_snake_case, reason = "the variables have the names of the types")]
                let ($($name,)+) = self;
                vec![$($name.value()),+]
            }
        }
    )+};
}

tuples! {
    A;
    A B;
    A B C;
}

/// Reads some columns of one row.
pub fn found<R, S>(get: GetRequest<R, S>) -> Found
where
    R: Subject,
    S: Selection<R, Output: Tuple>,
{
    Box::pin(async move { Ok(get.await?.map(Tuple::values)) })
}

/// Reads some columns of the rows of a scan.
pub fn found_many<R, C>(scan: AnyScan<R>, columns: C) -> FoundMany
where
    R: Subject,
    C: ColumnSet<R, Output: Tuple + Send>,
{
    Box::pin(async move {
        let rows = each!(scan, |scan| scan.columns(columns).rows());
        let rows = rows.collect().await?;
        Ok(rows.into_iter().map(Tuple::values).collect())
    })
}

/// Deletes the rows of a scan.
pub fn delete_found<R: Subject + Writable>(scan: AnyScan<R>) -> Counted<'static> {
    Box::pin(async move { each!(scan, |scan| scan.delete().await) })
}

/// Reads the versions of a row.
pub fn history<R: Subject + KeepsVersions>(
    db: &Connection,
    key: &R::Key,
    limit: Option<u32>,
) -> FoundMany {
    let mut history = db.history::<_, R>(key);
    if let Some(limit) = limit {
        history = history.limit(limit);
    }
    Box::pin(async move {
        let versions: Vec<R> = history.await?;
        Ok(versions.iter().map(R::to_values).collect())
    })
}
