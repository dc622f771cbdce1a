//! Tokens of dynamic columns: `Sensor::VALUES`.

use std::marker::PhantomData;

use crate::debug::{copyable, debug_text};
use crate::schema::DynamicSchema;

/// Marks the types of a token's row, field and codec without containing values of them.
type TypesOf<R, F, C> = fn() -> (R, F, C);

/// The dynamic columns of the table of `R` that a field of type `F` declares; their cells have the
/// codec `C`.
///
/// `#[derive(HTable)]` generates one for each field with `#[column(dynamic)]`, named after the field
/// in upper case.
pub struct DynamicColumns<R, F, C> {
    schema: &'static DynamicSchema,
    of: PhantomData<TypesOf<R, F, C>>,
}

impl<R, F, C> DynamicColumns<R, F, C> {
    #[doc(hidden)]
    pub const fn new(schema: &'static DynamicSchema) -> Self {
        Self {
            schema,
            of: PhantomData,
        }
    }

    /// The columns as data.
    pub const fn schema(&self) -> &'static DynamicSchema {
        self.schema
    }

    /// The family.
    pub const fn family(&self) -> &'static str {
        self.schema.family
    }
}

copyable!(DynamicColumns[R, F, C]);

debug_text!(DynamicColumns[R, F, C] |columns| "{}:{}…", columns.schema.family, columns.schema.prefix);
