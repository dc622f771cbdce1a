//! Type checks in generated code, each made only if the previous one holds: a type that cannot be
//! encoded at all is not also reported for its end or its order.
//!
//! An inherent method takes precedence over a trait's, but only if the bounds of its `impl` hold:
//! otherwise the trait's empty method is called.

use std::marker::PhantomData;

use hbase_model::KeyLayout;
use hbase_model::time::PeriodUnit;

use crate::cell::{CellVersion, CounterCell, DecodeCell, EncodeCell, MillisVersion};
use crate::dynamic::{DecodeDynamic, DynamicField, Qualifier, QualifierShape};
use crate::index::{IndexSchema, Indexed};
use crate::key::{DecodePart, KeyPart, LeadingPart, RowKey, SaltPart, SelfDelimiting, TableDate};
use crate::schema::{TableSchema, VersionNumber};
use crate::table::{Columns, FromColumns, Table};

/// Checks of a key part.
pub struct PartOf<T, E>(PhantomData<(T, E)>);

impl<T: KeyPart<E>, E> PartOf<T, E> {
    /// Checks a part that other parts follow.
    pub fn ends()
    where
        T: SelfDelimiting<E>,
    {
    }

    /// Checks a leading part without a salt.
    pub fn leads()
    where
        T: LeadingPart<E>,
    {
    }

    /// Checks a part that feeds a salt.
    pub fn salts()
    where
        T: SaltPart,
    {
    }

    /// Checks that it borrows nothing from the key, for any lifetime of the key.
    pub fn owns()
    where
        T: for<'k> DecodePart<'k, E>,
    {
    }

    /// Checks that it can be decoded.
    pub fn reads<'k>()
    where
        T: DecodePart<'k, E>,
    {
    }
}

/// Checks of a cell.
pub struct CellOf<T, C>(PhantomData<(T, C)>);

impl<T: EncodeCell<C>, C> CellOf<T, C> {
    /// Checks that it can be decoded.
    pub fn reads<'r>()
    where
        T: DecodeCell<'r, C>,
    {
    }

    /// Checks that it borrows nothing from the row, for any lifetime of the row.
    pub fn owns()
    where
        T: for<'r> DecodeCell<'r, C>,
    {
    }

    /// Checks a counter.
    pub fn counts()
    where
        T: CounterCell,
    {
    }
}

impl<T, C> CellOf<Option<Option<T>>, C> {
    /// Checks that an absent cell is one value, not two.
    pub fn nests()
    where
        Option<Option<T>>: OneAbsence,
    {
    }
}

/// A type with at most one value for an absent cell. No type implements it: only those that break
/// the rule are checked.
#[diagnostic::on_unimplemented(
    message = "a cell cannot distinguish `None` from `Some(None)`",
    label = "a missing cell would be both: write `Option<…>` once",
    note = "for three states, use an enum with codes by `#[derive(CellValue)]`"
)]
pub trait OneAbsence {}

/// Checks of a group of columns.
pub struct GroupOf<T>(PhantomData<T>);

impl<T: Columns> GroupOf<T> {
    /// Checks that it can be decoded.
    pub fn reads<'r>()
    where
        T: FromColumns<'r>,
    {
    }
}

/// Checks of dynamic columns.
pub struct DynamicOf<T, C>(PhantomData<(T, C)>);

impl<T: DynamicField<C>, C> DynamicOf<T, C> {
    /// Checks that they can be decoded.
    pub fn reads<'r>()
    where
        T: DecodeDynamic<'r, C>,
    {
    }

    /// Checks that they borrow nothing from the row, for any lifetime of the row.
    pub fn owns()
    where
        T: for<'r> DecodeDynamic<'r, C>,
    {
    }

    /// Checks counters.
    pub fn counts()
    where
        T::Value: CounterCell,
    {
    }
}

/// Checks of the cells' timestamp.
pub struct VersionOf<T>(PhantomData<T>);

impl<T: CellVersion> VersionOf<T> {
    /// Checks the timestamp of cells that expire.
    pub fn expires()
    where
        T: MillisVersion,
    {
    }
}

/// The methods that are called if the first check does not hold.
pub trait Unchecked {
    /// Checks nothing.
    fn ends() {}
    /// Checks nothing.
    fn leads() {}
    /// Checks nothing.
    fn salts() {}
    /// Checks nothing.
    fn reads() {}
    /// Checks nothing.
    fn counts() {}
    /// Checks nothing.
    fn nests() {}
    /// Checks nothing.
    fn owns() {}
    /// Checks nothing.
    fn expires() {}
    /// Counts nothing.
    fn count<N>(_number: &mut N) {}
    // No public trait may have a constant of these names: with one in scope, the compiler would try
    // its impls for these types as well.
    /// Unknown.
    const KNOWN_WIDTH: Option<usize> = None;
    /// Unknown.
    const KNOWN_LAYOUT: Option<&'static KeyLayout> = None;
    /// Unknown.
    const KNOWN_SCHEMA: Option<&'static TableSchema> = None;
    /// Unknown.
    const KNOWN_INDEXES: &'static [&'static IndexSchema] = &[];
    /// Unknown.
    const KNOWN_SHAPE: Option<QualifierShape> = None;
    /// Any.
    const KNOWN_FINEST: PeriodUnit = PeriodUnit::Hour;
}

impl<T, E> Unchecked for PartOf<T, E> {}
impl<T, C> Unchecked for CellOf<T, C> {}
impl<T> Unchecked for GroupOf<T> {}
impl<T, C> Unchecked for DynamicOf<T, C> {}
impl<T> Unchecked for VersionOf<T> {}

/// The count of a row's writes.
pub struct NumberOf<T>(PhantomData<T>);

impl<T: VersionNumber> NumberOf<T> {
    /// Counts a write. After the last number it changes nothing: the write itself is an error then.
    #[inline]
    pub fn count(number: &mut T) {
        *number = number.next().unwrap_or(*number);
    }
}

impl<T> Unchecked for NumberOf<T> {}

/// Constants of the date in a table's name.
pub struct DateOf<T>(PhantomData<T>);

impl<T: TableDate> DateOf<T> {
    /// The finest unit.
    pub const KNOWN_FINEST: PeriodUnit = T::FINEST;
}

impl<T> Unchecked for DateOf<T> {}

/// Constants of a key.
pub struct KnownOf<K>(PhantomData<K>);

impl<K: RowKey> KnownOf<K> {
    /// The sum of its parts' widths.
    pub const KNOWN_WIDTH: Option<usize> = K::WIDTH;
    /// The layout.
    pub const KNOWN_LAYOUT: Option<&'static KeyLayout> = Some(K::LAYOUT);
}

impl<K> Unchecked for KnownOf<K> {}

/// Constants of a type of qualifiers.
pub struct ShapeOf<Q>(PhantomData<Q>);

impl<Q: Qualifier> ShapeOf<Q> {
    /// The length and the constant bits.
    pub const KNOWN_SHAPE: Option<QualifierShape> = Some(Q::SHAPE);
}

impl<Q> Unchecked for ShapeOf<Q> {}

/// Constants of a table.
pub struct SchemaOf<R>(PhantomData<R>);

impl<R: Table> SchemaOf<R> {
    /// The schema.
    pub const KNOWN_SCHEMA: Option<&'static TableSchema> = Some(R::SCHEMA);
}

impl<R> Unchecked for SchemaOf<R> {}

/// Constants of a table with indexes.
pub struct IndexesOf<R>(PhantomData<R>);

impl<R: Indexed> IndexesOf<R> {
    /// The indexes.
    pub const KNOWN_INDEXES: &'static [&'static IndexSchema] = R::INDEXES;
}

impl<R> Unchecked for IndexesOf<R> {}
