//! Filters on typed columns.

use std::fmt;
use std::marker::PhantomData;

use hbase_model::Filter;

use crate::codec::CodecError;

/// Which rows of the table of `R` pass. Made by the columns' comparisons, put together by `&`, `|`
/// and `!`.
pub struct RowFilter<R> {
    filter: Result<Filter, CodecError>,
    of: PhantomData<fn() -> R>,
}

impl<R> RowFilter<R> {
    pub(crate) fn new(filter: Result<Filter, CodecError>) -> Self {
        Self {
            filter,
            of: PhantomData,
        }
    }

    /// A filter of the model, as it is.
    pub fn raw(filter: Filter) -> Self {
        Self::new(Ok(filter))
    }

    /// The filter, or why a value could not be compared.
    pub fn into_filter(self) -> Result<Filter, CodecError> {
        self.filter
    }

    fn with(self, other: Self, join: fn(Vec<Filter>) -> Filter) -> Self {
        let both = self.filter.and_then(|a| Ok(vec![a, other.filter?]));
        Self::new(both.map(join))
    }
}

impl<R> std::ops::BitAnd for RowFilter<R> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.with(other, Filter::And)
    }
}

impl<R> std::ops::BitOr for RowFilter<R> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.with(other, Filter::Or)
    }
}

impl<R> std::ops::Not for RowFilter<R> {
    type Output = Self;

    fn not(self) -> Self {
        Self::new(self.filter.map(|filter| Filter::Not(Box::new(filter))))
    }
}

impl<R> Clone for RowFilter<R> {
    fn clone(&self) -> Self {
        Self::new(self.filter.clone())
    }
}

impl<R> fmt::Debug for RowFilter<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.filter.fmt(f)
    }
}
