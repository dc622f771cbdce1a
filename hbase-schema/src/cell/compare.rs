//! Comparisons on the server with the semantics of the Rust type.
//!
//! `HBase` compares cells as unsigned bytes, in which negative numbers come after positive ones:
//! signed numbers are compared by sign and bytes, floats by two ranges of bytes.

use hbase_backend::{Comparator, CompareOp, Filter};

use super::codec::{EncodeCell, Json, NativeCodec, Text};
use super::with::With;
use crate::codec::CodecError;
use crate::schema::ColumnSchema;
use crate::time::{TimeOfDay, Timestamp};
use crate::type_lists::{each_bytes, each_text};

/// A column of type `Self` with the codec `C`, whose cells can be compared with a `V`.
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot be compared with a `{V}` on the server",
    label = "no comparison of these two",
    note = "types whose bytes have no order (JSON, `with = module`, decimal text) cannot be compared on the server: read the rows and compare them in the program"
)]
pub trait CompareCell<C, V> {
    /// A filter of rows whose newest cell of `column` satisfies `cell op value`.
    #[doc(hidden)]
    fn filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError>;
}

/// A column of type `Self` with the codec `C`, whose cells sort as the values do, or whose order a filter can compute, for
/// comparisons with a `V` by `<` and the like.
#[diagnostic::on_unimplemented(
    message = "a column of `{Self}` cannot be compared with a `{V}` on the server",
    label = "no comparison by order of these two",
    note = "types whose bytes have no order (JSON, `with = module`, decimal text, and with `part` all that have no ranges as key parts) cannot be ordered on the server: compare by `eq`, or read the rows and compare them in the program"
)]
pub trait OrderCell<C, V>: CompareCell<C, V> {
    /// A filter of rows whose newest cell of `column` satisfies `cell op value`, for an `op` that is an order.
    #[doc(hidden)]
    fn order_filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
        Self::filter(column, op, value)
    }
}

/// Codecs in which all that can be compared can be ordered.
macro_rules! ordered_codecs {
    ($([$($g:tt)*] $codec:ty;)*) => {$(
        #[diagnostic::do_not_recommend]
        impl<T: CompareCell<$codec, V>, V, $($g)*> OrderCell<$codec, V> for T {}
    )*};
}

ordered_codecs! {
    [] NativeCodec;
    [] Text;
    [] Json;
    [M] With<M>;
}

pub(crate) fn leaf(column: &ColumnSchema, op: CompareOp, comparator: Comparator) -> Filter {
    let (family, qualifier) = (column.family, column.qualifier);
    column_value(
        family.as_bytes(),
        qualifier.as_bytes(),
        op,
        comparator,
        false,
    )
}

/// A filter of rows whose newest cell of a column compares with a value; and of those without the column, if `or_missing`.
pub(crate) fn column_value(
    family: &[u8],
    qualifier: &[u8],
    op: CompareOp,
    comparator: Comparator,
    or_missing: bool,
) -> Filter {
    Filter::ColumnValue {
        family: family.to_vec(),
        qualifier: qualifier.to_vec(),
        op,
        comparator,
        filter_if_missing: !or_missing,
        latest_version_only: true,
    }
}

pub(crate) fn binary<T: EncodeCell<C>, C>(
    column: &ColumnSchema,
    op: CompareOp,
    value: &T,
) -> Result<Filter, CodecError> {
    let mut bytes = Vec::new();
    value.encode_cell(&mut bytes)?;
    Ok(leaf(column, op, Comparator::Binary(bytes)))
}

macro_rules! as_bytes {
    ($([$($g:tt)*] $codec:ty, $type:ty, $value:ty;)*) => {$(
        impl<$($g)*> CompareCell<$codec, $value> for $type {
            fn filter(column: &ColumnSchema, op: CompareOp, value: &$value) -> Result<Filter, CodecError> {
                binary::<$value, $codec>(column, op, value)
            }
        }
    )*};
}

as_bytes! {
    [] NativeCodec, u8, u8;
    [] NativeCodec, u16, u16;
    [] NativeCodec, u32, u32;
    [] NativeCodec, u64, u64;
    [] NativeCodec, u128, u128;
    [] NativeCodec, TimeOfDay, TimeOfDay;
    [] NativeCodec, String, String;
    [] Text, String, String;
    [] NativeCodec, Vec<u8>, Vec<u8>;
    [const N: usize] NativeCodec, [u8; N], [u8; N];
}

/// Borrowed values for columns of text or bytes.
macro_rules! borrowed {
    ($codec:ident, $value:ty; $([$($g:tt)*] $type:ty;)*) => {
        as_bytes! { $(['v, $($g)*] $codec, $type, &'v $value;)* }
    };
}

each_text!(borrowed, NativeCodec, str;);
each_text!(borrowed, Text, str;);
each_bytes!(borrowed, NativeCodec, [u8];);

/// `0` is `false` and any other byte is `true`, as in `Bytes.toBoolean`, so every comparison is with the byte of
/// `false`.
impl CompareCell<NativeCodec, Self> for bool {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        let op = match (op, value) {
            (op, false) => op,
            (CompareOp::Equal | CompareOp::GreaterOrEqual, true) => CompareOp::Greater,
            (CompareOp::NotEqual | CompareOp::Less, true) => CompareOp::Equal,
            (CompareOp::LessOrEqual, true) => CompareOp::GreaterOrEqual,
            (_, true) => CompareOp::Less,
        };
        binary::<Self, NativeCodec>(column, op, &false)
    }
}

/// Compares 8-byte numbers, but not with `LongComparator`: the Thrift gateway does not support it, and it ends a scan
/// at a cell of any other width.
pub(super) fn long(column: &ColumnSchema, op: CompareOp, value: i64) -> Result<Filter, CodecError> {
    by_sign(column, op, &value, &i64::MIN, value < 0)
}

impl CompareCell<NativeCodec, Self> for Timestamp {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        long(column, op, value.as_millis())
    }
}

/// Compares signed numbers. As bytes, numbers of the same sign are in order, and negative numbers sort after all
/// others.
fn by_sign<T: EncodeCell<NativeCodec> + Default>(
    column: &ColumnSchema,
    op: CompareOp,
    value: &T,
    smallest: &T,
    negative: bool,
) -> Result<Filter, CodecError> {
    let near = binary::<T, NativeCodec>(column, op, value)?;
    // As bytes, the smallest number is the first of the negative ones.
    let negatives = |op| binary::<T, NativeCodec>(column, op, smallest);
    Ok(match (op, negative) {
        (CompareOp::Equal | CompareOp::NotEqual, _) => near,
        (CompareOp::Less | CompareOp::LessOrEqual, false) => {
            Filter::Or(vec![near, negatives(CompareOp::GreaterOrEqual)?])
        }
        (CompareOp::Less | CompareOp::LessOrEqual, true) => {
            Filter::And(vec![near, negatives(CompareOp::GreaterOrEqual)?])
        }
        (_, false) => Filter::And(vec![near, negatives(CompareOp::Less)?]),
        (_, true) => Filter::Or(vec![near, negatives(CompareOp::Less)?]),
    })
}

macro_rules! signed {
    ($($type:ident)*) => {$(
        impl CompareCell<NativeCodec, $type> for $type {
            fn filter(column: &ColumnSchema, op: CompareOp, value: &$type) -> Result<Filter, CodecError> {
                by_sign(column, op, value, &$type::MIN, *value < 0)
            }
        }
    )*};
}

signed!(i8 i16 i32 i64 i128);

/// A type with cells of its own whose values the server can compare by their bytes. Every value must have one encoding, so
/// that equal values have equal bytes.
///
/// ```
/// use hbase_schema::cell::{CompareBytes, DecodeCell, EncodeCell, NativeCodec};
/// use hbase_schema::key::CodecError;
/// use hbase_schema::HTable;
///
/// /// A version of a program, as one byte each for `1.4`.
/// #[derive(Debug, Clone, PartialEq)]
/// struct Release(u8, u8);
///
/// impl EncodeCell<NativeCodec> for Release {
///     fn encode_cell(&self, out: &mut Vec<u8>) -> Result<bool, CodecError> {
///         out.extend([self.0, self.1]);
///         Ok(true)
///     }
/// }
///
/// impl DecodeCell<'_, NativeCodec> for Release {
///     fn decode_cell(bytes: &[u8]) -> Result<Self, CodecError> {
///         match bytes {
///             [major, minor] => Ok(Release(*major, *minor)),
///             _ => Err(CodecError::new("expected two bytes")),
///         }
///     }
/// }
///
/// impl CompareBytes for Release {
///     // 1.4 sorts before 1.10, because each number is one byte.
///     const SORTED: bool = true;
/// }
///
/// #[derive(HTable)]
/// #[table("OPS:HOST")]
/// #[family("D1")]
/// struct Host {
///     #[rowkey]
///     id: u64,
///     release: Option<Release>,
/// }
///
/// let old = Host::RELEASE.lt(Release(1, 10));
/// # let _ = old;
/// ```
pub trait CompareBytes: EncodeCell<NativeCodec> {
    /// Whether the bytes sort as the values do. If not, `eq` and `ne` work, and all other comparisons are errors.
    const SORTED: bool;
}

impl<T: CompareBytes> CompareCell<NativeCodec, Self> for T {
    fn filter(column: &ColumnSchema, op: CompareOp, value: &Self) -> Result<Filter, CodecError> {
        if T::SORTED || matches!(op, CompareOp::Equal | CompareOp::NotEqual) {
            return binary::<Self, NativeCodec>(column, op, value);
        }
        Err(CodecError::new(
            "the bytes of this type do not sort as its values do: compare them by `eq` and `ne`",
        ))
    }
}

impl<T: CompareBytes> CompareValue for T {}

/// A value that columns can be compared with, other than an `Option`.
///
/// A column whose field is an `Option` is compared with such a value, or with an `Option` of it.
/// `#[derive(CellValue)]` and [`CompareBytes`] implement this trait.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a value that an optional column can be compared with",
    label = "expected a value of the type inside the `Option`, or an `Option` of one"
)]
pub trait CompareValue {}

macro_rules! values {
    ($($type:ty),*) => {$( impl CompareValue for $type {} )*};
}

values!(
    u8, u16, u32, u64, u128, i8, i16, i32, i64, i128, f32, f64, bool
);
values!(TimeOfDay, Timestamp, String, Vec<u8>);

impl CompareValue for &str {}
impl CompareValue for &[u8] {}
impl<const N: usize> CompareValue for [u8; N] {}

/// Rows that have the column.
pub(crate) fn present(column: &ColumnSchema) -> Filter {
    if let Some(absent) = column.facts.absence.bytes() {
        return leaf(
            column,
            CompareOp::NotEqual,
            Comparator::Binary(absent.into()),
        );
    }
    let anything = Comparator::Binary(Vec::new());
    leaf(column, CompareOp::GreaterOrEqual, anything)
}

/// Rows without the column.
pub(crate) fn absent(column: &ColumnSchema) -> Filter {
    let (op, value) = match column.facts.absence.bytes() {
        Some(absent) => (CompareOp::Equal, absent),
        // No value sorts below the empty one: only rows without the column remain.
        None => (CompareOp::Less, &[][..]),
    };
    let (family, qualifier) = (column.family, column.qualifier);
    let value = Comparator::Binary(value.into());
    column_value(family.as_bytes(), qualifier.as_bytes(), op, value, true)
}

/// An absent cell differs from every value, and has no order.
pub(super) fn with_none(column: &ColumnSchema, op: CompareOp) -> Result<Filter, CodecError> {
    match op {
        CompareOp::Equal => Ok(absent(column)),
        CompareOp::NotEqual => Ok(present(column)),
        _ => Err(CodecError::new(
            "found `None`, expected a value: a missing cell is neither less nor greater than another: use `is_none` or `is_some`",
        )),
    }
}

macro_rules! optional {
    ($($codec:ident)*) => {$(
        impl<T: CompareCell<$codec, V>, V: CompareValue> CompareCell<$codec, V> for Option<T> {
            fn filter(column: &ColumnSchema, op: CompareOp, value: &V) -> Result<Filter, CodecError> {
                T::filter(column, op, value)
            }
        }

        impl<T, V> CompareCell<$codec, Option<V>> for Option<T>
        where
            T: CompareCell<$codec, V>,
            V: CompareValue,
        {
            fn filter(column: &ColumnSchema, op: CompareOp, value: &Option<V>) -> Result<Filter, CodecError> {
                match value {
                    Some(value) => T::filter(column, op, value),
                    None => with_none(column, op),
                }
            }
        }
    )*};
}

optional!(NativeCodec Text);
