//! Conditions of queries by an index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::fields::IndexFields;
use super::range::{FieldRange, IndexRange, bytes_of};
use super::value::{IndexArg, IndexPrefix};
use crate::codec::CodecError;
use crate::schema::IndexSchema;

/// Maximum combinations of the values of several fields that `any` takes.
const MAX_COMBINATIONS: usize = 65_536;

/// A condition on the values of an index, made by the methods of an [`Index`](super::Index).
/// `F` is the types of the fields for which the condition has no value yet. If fields are left, the condition can be
/// passed to `query` as it is, or continue with the next field:
///
/// ```
/// # use hbase_schema::HTable;
/// # #[derive(HTable)]
/// # #[table("DLQX:MAIL_BOXES")]
/// # #[family("D1")]
/// # #[index("DLQX:MAIL_BY_TIME", fields(sender, sent))]
/// # struct Mail {
/// #     #[rowkey]
/// #     id: String,
/// #     sender: String,
/// #     sent: u32,
/// # }
/// let of_sender = Mail::BY_SENDER_SENT.eq("ada");
/// let in_time = Mail::BY_SENDER_SENT.eq("ada").range(100..200);
/// let of_senders = Mail::BY_SENDER_SENT.prefix("a");
/// ```
#[must_use = "a condition is given to `query`"]
pub struct IndexCondition<R, F = ()> {
    schema: &'static IndexSchema,
    ranges: Result<Vec<IndexRange>, CodecError>,
    of: PhantomData<fn() -> (R, F)>,
}

impl<R, F> IndexCondition<R, F> {
    /// All rows.
    pub(super) fn open(schema: &'static IndexSchema) -> Self {
        Self::new(schema, Ok(vec![IndexRange::Leading(Vec::new())]))
    }

    fn new(schema: &'static IndexSchema, ranges: Result<Vec<IndexRange>, CodecError>) -> Self {
        Self {
            schema,
            ranges,
            of: PhantomData,
        }
    }

    /// Narrows to the rows with this value of the next field.
    pub fn eq<A: IndexArg<F::First>>(self, value: A) -> IndexCondition<R, F::Rest>
    where
        F: IndexFields,
    {
        self.any([value])
    }

    /// Narrows to the rows with one of these values of the next field, each row once.
    pub fn any<A>(self, values: impl IntoIterator<Item = A>) -> IndexCondition<R, F::Rest>
    where
        F: IndexFields,
        A: IndexArg<F::First>,
    {
        let values = values
            .into_iter()
            .map(|value| bytes_of::<F::First, A>(&value));
        let values: Result<Vec<_>, _> = values.collect();
        self.with_next(|leading| {
            let values = values?;
            check_combinations(leading.len(), values.len())?;
            let all = leading.iter().flat_map(|before| {
                let combined = values
                    .iter()
                    .map(move |value| [before.as_slice(), value].concat());
                combined.map(point::<F>)
            });
            Ok(all.collect())
        })
    }

    /// Narrows to the rows with a value of the next field in a range, in the order of the values.
    #[allow(clippy::needless_pass_by_value, reason = "a range, given as it is")]
    pub fn range<A>(self, values: impl RangeBounds<A>) -> IndexCondition<R>
    where
        F: IndexFields,
        A: IndexArg<F::First>,
    {
        let range = FieldRange::between::<F::First, A>(values.start_bound(), values.end_bound());
        self.with_next(|leading| {
            let range = range?.into_iter();
            let ranges = range.flat_map(|range| leading.iter().map(move |at| range.behind(at)));
            Ok(ranges.collect())
        })
    }

    /// Narrows to the rows whose text in the next field starts with this one.
    pub fn prefix(self, text: impl AsRef<str>) -> IndexCondition<R>
    where
        F: IndexFields<First: IndexPrefix>,
    {
        let range = FieldRange::prefix(text.as_ref());
        self.with_next(|leading| {
            let range = range?;
            Ok(leading.iter().map(|at| range.behind(at)).collect())
        })
    }

    /// The index, and the ranges of its values.
    #[cfg_attr(not(feature = "index"), allow(dead_code, reason = "queries take it"))]
    pub(crate) fn into_ranges(self) -> (&'static IndexSchema, Result<Vec<IndexRange>, CodecError>) {
        (self.schema, self.ranges)
    }

    /// The condition with the next field; the function gets the bytes of the fields before it.
    fn with_next<G>(
        self,
        ranges: impl FnOnce(Vec<Vec<u8>>) -> Result<Vec<IndexRange>, CodecError>,
    ) -> IndexCondition<R, G> {
        let leading = self.ranges.map(|ranges| {
            let leading = ranges.into_iter().filter_map(|range| match range {
                IndexRange::Leading(bytes) => Some(bytes),
                // They end a condition.
                IndexRange::Value(_) | IndexRange::Between { .. } => None,
            });
            leading.collect()
        });
        IndexCondition::new(self.schema, leading.and_then(ranges))
    }
}

/// The range of a value, with which a condition may go on.
fn point<F: IndexFields>(bytes: Vec<u8>) -> IndexRange {
    if F::HAS_REST {
        IndexRange::Leading(bytes)
    } else {
        IndexRange::Value(bytes)
    }
}

fn check_combinations(leading: usize, values: usize) -> Result<(), CodecError> {
    let all = leading.saturating_mul(values);
    if leading > 1 && all > MAX_COMBINATIONS {
        return Err(CodecError::new(format_args!(
            "found {leading} values of the first fields and {values} of the next one, expected at most {MAX_COMBINATIONS} combinations: query the first ones one after the other"
        )));
    }
    Ok(())
}

impl<R, F> fmt::Debug for IndexCondition<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("IndexCondition")
            .field("index", &self.schema.table())
            .field("ranges", &self.ranges)
            .finish()
    }
}

impl<R, F> Clone for IndexCondition<R, F> {
    fn clone(&self) -> Self {
        Self::new(self.schema, self.ranges.clone())
    }
}
