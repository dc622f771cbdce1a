//! Conditions of queries by an index.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::fields::IndexFields;
use super::order::FieldOrder;
use super::range::IndexRange;
use super::value::{IndexArg, IndexPrefix, IndexValue};
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
    /// The number of fields for which the condition has a value.
    known: usize,
    ranges: Result<Vec<IndexRange>, CodecError>,
    of: PhantomData<fn() -> (R, F)>,
}

impl<R, F> IndexCondition<R, F> {
    /// All rows.
    pub(super) fn open(schema: &'static IndexSchema) -> Self {
        Self {
            schema,
            known: 0,
            ranges: Ok(vec![IndexRange::Leading(Vec::new())]),
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
        self.with_next(|order, leading| {
            let values = values.into_iter();
            let values = values.map(|value| order.equal_to::<F::First, A>(&value));
            let values = values.collect::<Result<Vec<_>, _>>()?.concat();
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

    /// Narrows to the rows with a value of the next field in a range, in the order of the values. A range without bounds
    /// needs the type, as in `range::<u64>(..)`.
    #[allow(clippy::needless_pass_by_value, reason = "a range, given as it is")]
    pub fn range<A>(self, values: impl RangeBounds<A>) -> IndexCondition<R>
    where
        F: IndexFields,
        A: IndexArg<F::First>,
    {
        self.with_next(|order, leading| {
            let range = order.between::<F::First, A>(values.start_bound(), values.end_bound())?;
            let ranges = range
                .into_iter()
                .flat_map(|range| leading.iter().map(move |at| range.behind(at)));
            Ok(ranges.collect())
        })
    }

    /// Narrows to the rows whose text in the next field starts with this one.
    pub fn prefix(self, text: impl AsRef<str>) -> IndexCondition<R>
    where
        F: IndexFields<First: IndexPrefix>,
    {
        self.with_next(|order, leading| {
            let mut start = Vec::new();
            text.as_ref().encode_entry(&mut start)?;
            // A text's last byte ends it.
            start.pop();
            let range = order.starting_with(start);
            Ok(leading.iter().map(|at| range.behind(at)).collect())
        })
    }

    /// The index, and the ranges of its values.
    #[cfg_attr(not(feature = "index"), allow(dead_code, reason = "queries take it"))]
    pub(crate) fn into_ranges(self) -> (&'static IndexSchema, Result<Vec<IndexRange>, CodecError>) {
        (self.schema, self.ranges)
    }

    /// The condition with the next field; the function gets its order, and the bytes of the fields before it.
    fn with_next<G>(
        self,
        ranges: impl FnOnce(FieldOrder, Vec<Vec<u8>>) -> Result<Vec<IndexRange>, CodecError>,
    ) -> IndexCondition<R, G> {
        let order = FieldOrder::of(&self.schema.fields[self.known]);
        let leading = self.ranges.map(|ranges| {
            let leading = ranges.into_iter().filter_map(|range| match range {
                IndexRange::Leading(bytes) => Some(bytes),
                // They end a condition.
                IndexRange::Value(_) | IndexRange::Between { .. } => None,
            });
            leading.collect()
        });
        IndexCondition {
            schema: self.schema,
            known: self.known + 1,
            ranges: leading.and_then(|leading| ranges(order, leading)),
            of: PhantomData,
        }
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
            .finish_non_exhaustive()
    }
}

impl<R, F> Clone for IndexCondition<R, F> {
    fn clone(&self) -> Self {
        Self {
            schema: self.schema,
            known: self.known,
            ranges: self.ranges.clone(),
            of: PhantomData,
        }
    }
}
