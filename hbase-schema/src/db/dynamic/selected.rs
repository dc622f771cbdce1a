//! The dynamic columns that a request selects, of one row or of many.

use std::fmt;
use std::ops::RangeBounds;

use hbase_backend::TimeRange;

use super::span::Span;
use crate::cell::VersionBound;
use crate::codec::CodecError;
use crate::db::error::{CallContext, Error};
use crate::db::versions::time_range::range_of;
use crate::dynamic::{DynamicColumns, DynamicTypes, QualifierBound, QualifierPrefix};
use crate::table::Table;

/// The selected columns: those of a range of qualifiers and of timestamps, up to a number.
pub(super) struct Selected<R, F, C> {
    pub(super) token: DynamicColumns<R, F, C>,
    span: Result<Span, CodecError>,
    pub(super) time_range: TimeRange,
    pub(super) limit: Option<u64>,
}

impl<R: Table, F: DynamicTypes, C> Selected<R, F, C> {
    /// All columns of a field.
    pub(super) fn all(token: DynamicColumns<R, F, C>) -> Self {
        Self {
            token,
            span: Ok(Span::with_prefix(token.schema().prefix.as_bytes())),
            time_range: TimeRange::ALL,
            limit: None,
        }
    }

    /// Those of them that are in this range.
    pub(super) fn in_range<B>(self, range: &impl RangeBounds<B>) -> Self
    where
        B: QualifierBound<F::Qualifier>,
    {
        let span = Span::of_range::<F::Qualifier, B>(self.token.schema().prefix.bytes(), range);
        self.and(span)
    }

    /// Those of them that start with this.
    pub(super) fn with_prefix(self, prefix: &impl QualifierPrefix<F::Qualifier>) -> Self {
        let span = Span::of_prefix(self.token.schema().prefix.bytes(), prefix);
        self.and(span)
    }

    fn and(mut self, other: Result<Span, CodecError>) -> Self {
        self.span = self.span.and_then(|span| Ok(span.and(other?)));
        self
    }

    /// Those cells of them that have a timestamp in this range.
    pub(super) fn within<V: VersionBound>(mut self, range: &impl RangeBounds<V>) -> Self {
        self.time_range = range_of::<R, V>(range);
        self
    }

    /// The range of qualifiers.
    pub(super) fn span(&self, about: CallContext<'_>) -> Result<Span, Error> {
        let span = self.span.clone();
        span.map_err(|error| {
            about.request(format_args!(
                "the range of the columns {:?}: {error}",
                self.token
            ))
        })
    }
}

impl<R, F, C> fmt::Debug for Selected<R, F, C> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Selected")
            .field("columns", &self.token)
            .field("span", &self.span)
            .field("time_range", &self.time_range)
            .field("limit", &self.limit)
            .finish()
    }
}
