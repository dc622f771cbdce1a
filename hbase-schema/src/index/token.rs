//! The token of an index: `Mail::BY_SENDER`.

use std::fmt;
use std::marker::PhantomData;
use std::ops::RangeBounds;

use super::condition::IndexCondition;
use super::fields::IndexFields;
use super::value::{IndexArg, IndexPrefix};
use crate::debug::copyable;
use crate::schema::IndexSchema;

/// An index of the table of `R`: `Mail::BY_SENDER`. `F` is the type of the indexed field, or a tuple of
/// those of several.
///
/// A condition on several fields starts with the first one and goes on, field by field, with values;
/// it ends with a value or a range: `Mail::BY_SENDER_SENT.eq("ada").range(100..200)`.
pub struct Index<R, F> {
    schema: &'static IndexSchema,
    of: PhantomData<fn() -> (R, F)>,
}

impl<R, F> Index<R, F> {
    #[doc(hidden)]
    pub const fn new(schema: &'static IndexSchema) -> Self {
        Self {
            schema,
            of: PhantomData,
        }
    }

    /// The index's table and columns.
    pub const fn schema(self) -> &'static IndexSchema {
        self.schema
    }

    /// The rows with this value of the first field.
    pub fn eq<A: IndexArg<F::First>>(self, value: A) -> IndexCondition<R, F::Rest>
    where
        F: IndexFields,
    {
        self.open().eq(value)
    }

    /// The rows with one of these values of the first field, each row once.
    pub fn any<A>(self, values: impl IntoIterator<Item = A>) -> IndexCondition<R, F::Rest>
    where
        F: IndexFields,
        A: IndexArg<F::First>,
    {
        self.open().any(values)
    }

    /// The rows with a value of the first field in a range, in the order of the values. A range without bounds needs the
    /// type, as in `range::<u64>(..)`.
    pub fn range<A>(self, values: impl RangeBounds<A>) -> IndexCondition<R>
    where
        F: IndexFields,
        A: IndexArg<F::First>,
    {
        self.open().range(values)
    }

    /// The rows whose text in the first field starts with this one.
    pub fn prefix(self, text: impl AsRef<str>) -> IndexCondition<R>
    where
        F: IndexFields<First: IndexPrefix>,
    {
        self.open().prefix(text)
    }

    fn open(self) -> IndexCondition<R, F> {
        IndexCondition::open(self.schema)
    }
}

copyable!(Index[R, F]);

impl<R, F> fmt::Debug for Index<R, F> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("Index").field(&self.schema.table()).finish()
    }
}
