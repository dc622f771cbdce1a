//! Column tokens, for filters and selections.

mod conditions;
pub(crate) mod literal;

use std::marker::PhantomData;

use hbase_backend::{CompareOp, Filter};

use crate::cell::{CompareCell, OrderCell};
use crate::codec::CodecError;
use crate::debug::{copyable, debug_text};
use crate::filter::RowFilter;
use crate::schema::{ColumnQualifier, ColumnSchema};

pub use conditions::ValueRange;

/// Marks a column's row, field and codec types without containing values of them.
type TypesOf<R, F, C> = fn() -> (R, F, C);

/// A column of the table of `R`, whose field has type `F` and whose cells have the codec `C`.
///
/// `#[derive(HTable)]` generates one for every column, named after the field in upper case:
/// `Call::DURATION_S`.
pub struct Column<R, F, C> {
    schema: &'static ColumnSchema,
    default: Option<fn() -> F>,
    of: PhantomData<TypesOf<R, F, C>>,
}

copyable!(Column[R, F, C]);

debug_text!(Column[R, F, C] |column| "{}:{}", column.schema.family, column.schema.qualifier);

impl<R, F, C> Column<R, F, C> {
    #[doc(hidden)]
    pub const fn new(schema: &'static ColumnSchema) -> Self {
        Self {
            schema,
            default: None,
            of: PhantomData,
        }
    }

    /// Sets the value of an absent cell.
    #[doc(hidden)]
    #[must_use]
    pub const fn with_default(self, default: fn() -> F) -> Self {
        Self {
            default: Some(default),
            ..self
        }
    }

    pub(crate) const fn default(self) -> Option<fn() -> F> {
        self.default
    }

    /// The column as data.
    pub const fn schema(&self) -> &'static ColumnSchema {
        self.schema
    }

    /// The family.
    pub const fn family(&self) -> &'static str {
        self.schema.family
    }

    /// The qualifier, which can be compared with text.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA", naming = hbase)]
    /// # #[family("D1")]
    /// # struct Weather {
    /// #     #[rowkey]
    /// #     city: String,
    /// #     rain_mm: u32,
    /// #     #[column(b"\x80\x0B")]
    /// #     sky: String,
    /// # }
    /// assert_eq!(Weather::RAIN_MM.qualifier(), "RAIN_MM");
    /// assert_eq!(Weather::SKY.qualifier().as_bytes(), b"\x80\x0B");
    /// assert_eq!(Weather::SKY.qualifier().to_string(), r"\x80\x0B");
    /// ```
    pub const fn qualifier(&self) -> ColumnQualifier {
        self.schema.qualifier
    }
}

macro_rules! comparisons {
    ($($(#[$doc:meta])* $name:ident, $op:ident, $of:ident by $compare:ident;)*) => {
        impl<R, F, C> Column<R, F, C> {
            $(
                $(#[$doc])*
                pub fn $name<V>(self, value: V) -> RowFilter<R>
                where
                    F: $of<C, V>,
                {
                    self.$compare(CompareOp::$op, &value)
                }
            )*
        }
    };
}

comparisons! {
    /// Matches rows whose cell equals `value`. Rows without the column do not match.
    ///
    /// A column whose field is an `Option` also accepts an `Option`: `eq(None)` is
    /// [`is_none`](Self::is_none), `ne(None)` is [`is_some`](Self::is_some), and an order comparison with `None` is an
    /// error, which the scan returns.
    ///
    /// ```
    /// # use hbase_schema::HTable;
    /// # #[derive(HTable)]
    /// # #[table("DLQX:WEATHER_DATA")]
    /// # #[family("D1")]
    /// # struct Weather { #[rowkey] city: String, rain_mm: u32, sky: Option<String> }
    /// let sky: Option<&str> = Some("rain");
    /// assert_eq!(
    ///     Weather::SKY.eq(sky).into_filter()?,
    ///     Weather::SKY.eq("rain").into_filter()?
    /// );
    /// # Ok::<(), hbase_schema::codec::CodecError>(())
    /// ```
    eq, Equal, CompareCell by compare;
    /// Matches rows whose cell exists and differs from `value`.
    ne, NotEqual, CompareCell by compare;
    /// Matches rows whose cell is less than `value`.
    lt, Less, OrderCell by order;
    /// Matches rows whose cell is at most `value`.
    le, LessOrEqual, OrderCell by order;
    /// Matches rows whose cell is greater than `value`.
    gt, Greater, OrderCell by order;
    /// Matches rows whose cell is at least `value`.
    ge, GreaterOrEqual, OrderCell by order;
}

impl<R, F, C> Column<R, F, C> {
    pub(crate) fn compare<V>(self, op: CompareOp, value: &V) -> RowFilter<R>
    where
        F: CompareCell<C, V>,
    {
        self.filter(F::filter(self.schema, op, value))
    }

    fn order<V>(self, op: CompareOp, value: &V) -> RowFilter<R>
    where
        F: OrderCell<C, V>,
    {
        self.filter(F::order_filter(self.schema, op, value))
    }

    /// A filter of this column; its error names the column.
    pub(crate) fn filter(self, filter: Result<Filter, CodecError>) -> RowFilter<R> {
        RowFilter::new(
            filter.map_err(|error| CodecError::new(format_args!("filter on {self:?}: {error}"))),
        )
    }
}
