//! Items for generated code. Not part of the public API: they change without notice.

pub use std::borrow::Cow;
pub use std::clone::Clone;
pub use std::cmp::PartialEq;
pub use std::default::Default;
pub use std::fmt;
pub use std::marker::PhantomData;
pub use std::ops::RangeFull;
pub use std::option::Option::{self, None, Some};
pub use std::primitive::{bool, i64, str, u8, u64, usize};
pub use std::result::Result::{self, Err, Ok};
pub use std::vec::Vec;

pub use hbase_backend::{CompareOp, Filter};
use hbase_model::CustomEncoding;
use hbase_model::UnitNumber;
pub use hbase_model::descriptor::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells,
    TableDescriptor, Ttl,
};
pub use hbase_model::escape::Replacement;
pub use hbase_model::layout::SaltFunction;
use hbase_model::layout::width_of;
pub use hbase_model::time::{Period, PeriodUnit};
pub use hbase_model::{
    Encoding, KeyLayout, KeySink, PartLayout, Salt, SaltLayout, SaltText, Splits, TableName,
};

pub use crate::cell::{
    Absence, AnyJson, CellFacts, CellFormat, CellVersion, CellWriter, CompareCell, CompareValue,
    CounterCell, Day, DecodeCell, DecodeWith, DecodeWithName, EncodeCell, EncodeWith,
    EncodeWithName, Hour, JavaText as JavaTextCell, Json as JsonCell, JsonOf, MillisVersion, Month,
    NativeCodec as NativeCell, PartCell, PeriodVersion, PrefixCell, RowCells, RowError, StoreNone,
    Text as TextCell, TextCell as SearchedCell, ValueOf, VersionBound, WholeValue, With, WithName,
};
pub use crate::clash::{is_apart, is_free};
pub use crate::codec::CodecError;
pub use crate::column::Column;
pub use crate::complete::is_complete;
pub use crate::dynamic::{
    BitField, Bits, ConstantBits, DecodeDynamic, DynamicColumns, DynamicField, DynamicTypes,
    DynamicValues, OrderedQualifier, Qualifier, QualifierBound, QualifierPrefix, QualifierShape,
    decode_parts, encode_last_kind, encode_parts, encode_start, encode_written, kinds_part,
    no_kind, width_of_kinds,
};
pub use crate::group::{Flattens, GroupTokens, InGroup};
pub use crate::index::{Index, IndexSchema, IndexValue, Indexed, IndexedField, append_part};
pub use crate::key::encoding::{
    Closed, Desc, DescTerminated, Escaped, Fixed, Java, Labels, LengthPrefixed, ListOf, Native,
    OfDay, OmitNone, Ordered, Padded, PlainText, Reverse, Time,
};
pub use crate::key::{
    BoundAt, Choice, ChooseBytes, DecodeKey, DecodePart, DescPart, FixedPart, FixedWidth, JavaPart,
    KeepsOrder, KeepsPrefixes, KeyBuf, KeyError, KeyPart, KeyReader, KeyWriter, LeadingPart,
    LengthPart, ListPart, NativePart, OmittedPart, OrderedPart, PlainTextPart, RangePart,
    Replacements, ReversePart, RowKey, SaltPart, SelfDelimiting, TableDate, TerminatedDescPart,
    TextPart, TimeOfDayPart, TimePart, Turns, WholeKey, fmt_key, period_of,
};
pub use crate::probe::{
    CellOf, DateOf, DynamicOf, GroupOf, IndexesOf, KnownOf, NumberOf, PartOf, SchemaOf, ShapeOf,
    Unchecked, VersionOf,
};
pub use crate::properties::{OwnsItsData, Properties, RowParts};
pub use crate::query::{
    All, AnySalt, AnyWideSalt, At, Cost, Done, Ended, Full, Gap, KeyArg, KeyCondition, KeyQuery,
    KeyRanges, KeyScan, Known, LabelsPart, Loose, MatchingQuery, Part, Pending, Prefix, PrefixPart,
    Ranged, SaltState, ScanStart, Scannable, SingleValue, Start, Takes, Under, Unsalted, Wide,
};
pub use crate::row_index::{EntryValue, FieldTag, IndexField, IndexWriter, IndexedEntry};
pub use crate::schema::{
    CellCodec, ColumnEntry, ColumnGroupSchema, ColumnQualifier, ColumnSchema, DynamicSchema, Since,
    TableSchema, VersionColumn,
};
pub use crate::stand_in;
pub use crate::table::{Columns, DatedTable, Flag, FromColumns, FromRow, KeyFor, Table};
pub use crate::time::Timestamp;

/// Items of the macro `lock!`.
pub mod lock {
    pub use crate::lock::{
        AtField, Declared, Found, IsLock, Listed, Lock, Locked, LockedRange, Unlisted,
        check_tables, is_declared, keep, report, whole_column,
    };
}

/// Whether periods of this unit can be represented.
pub const fn is_fine_enough(finest: PeriodUnit, unit: PeriodUnit) -> bool {
    (finest as u8) <= (unit as u8)
}

/// Whether qualifiers begin with a number that may be up to `last`.
pub const fn holds_units(qualifier: &KeyLayout, last: u64) -> bool {
    match UnitNumber::of(qualifier) {
        Some(number) => number.max() >= last,
        None => false,
    }
}

/// A column of a field's type and codec: its field, family, qualifier and type.
pub const fn column<T: EncodeCell<C>, C>(
    names: [&'static str; 4],
    codec: CellCodec,
) -> ColumnSchema {
    ColumnSchema {
        codes: T::CODES,
        ..ColumnSchema::new(names, codec, T::FACTS)
    }
}

/// A column of JSON; the caller knows how its type represents absence.
pub const fn json_column<T: EncodeCell<C>, C>(
    names: [&'static str; 4],
    absence: Absence,
) -> ColumnSchema {
    let mut facts = T::FACTS;
    if let Absence::MaybeBytes(bytes) = facts.absence {
        facts.absence = match absence.is_possible() {
            Some(true) => Absence::Bytes(bytes),
            Some(false) => Absence::Never,
            None => Absence::MaybeBytes(bytes),
        };
    }
    ColumnSchema::new(names, CellCodec::Json, facts)
}

/// The same column with `default`.
#[must_use]
pub const fn with_default(column: ColumnSchema) -> ColumnSchema {
    ColumnSchema {
        default: true,
        ..column
    }
}

/// The same column as a counter.
#[must_use]
pub const fn counted(column: ColumnSchema) -> ColumnSchema {
    ColumnSchema {
        counter: true,
        ..column
    }
}

/// Whether `store_none` has an effect.
pub const fn may_be_absent<T: EncodeCell<C>, C>() -> bool {
    !matches!(T::FACTS.absence, Absence::Never)
}

/// A text in a const.
pub const fn text(text: &'static str) -> Cow<'static, str> {
    Cow::Borrowed(text)
}

/// Bytes in a const.
pub const fn bytes(bytes: &'static [u8]) -> Cow<'static, [u8]> {
    Cow::Borrowed(bytes)
}

/// A salt's layout in a const.
pub const fn salt_layout(salt: Salt, separator: Option<&'static [u8]>) -> SaltLayout {
    SaltLayout {
        salt,
        separator: optional(separator),
    }
}

/// A part's layout in a const: `order` is whether it descends, and whether it is reversed.
pub const fn part_layout(
    name: &'static str,
    encoding: Encoding,
    codes: &'static str,
    order: [bool; 2],
    separator: Option<&'static [u8]>,
    salt: Option<SaltText>,
    max: Option<u16>,
) -> PartLayout {
    let [desc, reverse] = order;
    PartLayout {
        name: Cow::Borrowed(name),
        encoding,
        desc,
        reverse,
        separator: optional(separator),
        terminated: false,
        omit_none: false,
        salt,
        max,
        codes: Cow::Borrowed(codes),
    }
}

/// A part whose separator is a terminator.
pub const fn terminated(mut part: PartLayout) -> PartLayout {
    part.terminated = true;
    part
}

/// A part that may be left out.
pub const fn omit_none(mut part: PartLayout) -> PartLayout {
    part.omit_none = true;
    part
}

const fn optional(bytes: Option<&'static [u8]>) -> Option<Cow<'static, [u8]>> {
    match bytes {
        Some(bytes) => Some(Cow::Borrowed(bytes)),
        None => None,
    }
}

/// The width of a key whose salt and separators take `fixed` bytes.
pub const fn key_width(fixed: usize, parts: &[Option<usize>]) -> Option<usize> {
    let mut sum = fixed;
    let mut at = 0;
    while at < parts.len() {
        match parts[at] {
            Some(width) => sum += width,
            None => return None,
        }
        at += 1;
    }
    Some(sum)
}

/// The width of an array, or 0 for an array that is not used.
pub const fn width_or_zero(width: Option<usize>) -> usize {
    match width {
        Some(width) => width,
        None => 0,
    }
}

/// Whether the parts of a key that have a width or a `max`, with its salt, are at most `most` bytes long.
pub const fn is_within(layout: Option<&KeyLayout>, most: usize) -> bool {
    let mut sum = match layout {
        Some(KeyLayout {
            salt: Some(salt), ..
        }) => match salt.width() {
            Some(width) => width,
            None => 0,
        },
        _ => 0,
    };
    let (parts, mut at) = (parts(layout), 0);
    while at < parts.len() {
        if let Some(width) = parts[at].max_width() {
            sum += width;
        }
        at += 1;
    }
    sum <= most
}

/// Whether two kinds of qualifiers, if they are known, can be told apart; any bytes may be the last kind.
pub const fn are_apart(
    one: Option<QualifierShape>,
    other: Option<QualifierShape>,
    is_last: bool,
) -> bool {
    match (one, other) {
        (Some(one), Some(other)) => {
            one.is_apart(&other) || is_last && other.is_any() && !one.is_any()
        }
        // A type without bytes of a qualifier is already reported.
        _ => true,
    }
}

/// Whether a part of a key, if its layout is known, is optional.
pub const fn is_optional(layout: Option<&KeyLayout>, index: usize) -> bool {
    let Some(KeyLayout {
        parts: Cow::Borrowed(parts),
        ..
    }) = layout
    else {
        return false;
    };
    let Encoding::Custom(CustomEncoding {
        name: Cow::Borrowed(name),
        ..
    }) = parts[index].encoding
    else {
        return false;
    };
    crate::clash::is_same(name, crate::key::OPTIONAL)
}

/// The parts of a key whose layout is known.
const fn parts(layout: Option<&KeyLayout>) -> &[PartLayout] {
    match layout {
        Some(layout) => layout.as_parts(),
        None => &[],
    }
}

/// Whether a time in the key orders the rows.
pub const fn has_time(layout: Option<&KeyLayout>) -> bool {
    let parts = parts(layout);
    let mut at = 0;
    while at < parts.len() {
        if parts[at].orders_by_time() {
            return true;
        }
        at += 1;
    }
    // A key with compile errors is already reported.
    layout.is_none()
}

/// Whether a salt of texts can be computed from the part at `index`.
pub const fn feeds_by_text(layout: Option<&KeyLayout>, index: usize) -> bool {
    layout.is_none() || parts(layout)[index].can_be_text()
}

/// Whether the part at `index` is an integer, of which a remainder can be computed.
pub const fn feeds_by_integer(layout: Option<&KeyLayout>, index: usize) -> bool {
    layout.is_none() || parts(layout)[index].encoding.is_integer()
}

/// Whether the part at `index` is a time, which can be formatted.
pub const fn feeds_by_time(layout: Option<&KeyLayout>, index: usize) -> bool {
    layout.is_none() || parts(layout)[index].is_time()
}

/// Whether the end of the part at `index` can be determined from the end of the key.
pub const fn ends_from_behind(layout: Option<&KeyLayout>, index: usize) -> bool {
    let (_, from) = parts(layout).split_at(if layout.is_some() { index } else { 0 });
    match from.split_first() {
        Some((part, behind)) => part.is_open() && width_of(behind).is_some(),
        None => true,
    }
}

/// Whether the values of the part at `index` have different lengths.
pub const fn has_no_width(layout: Option<&KeyLayout>, index: usize) -> bool {
    layout.is_none() || parts(layout)[index].encoding.width().is_none()
}

/// Whether the table's split points match the first part of its keys.
pub const fn splits_fit(table: &TableDescriptor, layout: Option<&KeyLayout>) -> bool {
    layout.is_none() || table.splits.fit(&parts(layout)[0])
}

/// The result of a module's `encode`.
pub fn with_encoded<E: fmt::Display>(result: Result<(), E>) -> Result<bool, CodecError> {
    match result {
        Ok(()) => Ok(true),
        Err(error) => Err(CodecError::new(error)),
    }
}

/// The result of a module's `decode`.
pub fn with_decoded<T, E: fmt::Display>(result: Result<T, E>) -> Result<T, CodecError> {
    result.map_err(CodecError::new)
}

/// The error for an undeclared code.
#[cold]
pub fn unknown_code(found: &dyn fmt::Debug, known: &str) -> CodecError {
    CodecError::new(format_args!(
        "found the code {found:?}, expected one of {known}"
    ))
}

/// The bound of a range of an enum's values.
///
/// # Errors
/// Always: codes are not in the order of the variants.
pub fn bound_of_code() -> Result<BoundAt, CodecError> {
    Err(CodecError::new(
        "codes have no order in an index: query their values by `eq`, of several by `any`",
    ))
}

/// Compares codes, which have no order, for equality.
pub fn compare_codes<T: EncodeCell<C>, C>(
    column: &ColumnSchema,
    op: CompareOp,
    code: &T,
) -> Result<Filter, CodecError> {
    match op {
        CompareOp::Equal | CompareOp::NotEqual => crate::cell::binary::<T, C>(column, op, code),
        _ => Err(CodecError::new(
            "codes have no order on the server: compare them by `eq` and `ne`",
        )),
    }
}
