//! What generated code asks of types, each question only where the one before it has an answer: a
//! type that cannot be written at all is not reported a second time for its end or its order.
//!
//! A method of a type goes before a method of a trait, but only where the bounds of its `impl`
//! hold: where they do not, the trait's empty one is called.

use std::marker::PhantomData;

use hbase_model::KeyLayout;

use crate::cell::{CellVersion, CounterCell, DecodeCell, EncodeCell, MillisVersion};
use crate::key::{DecodePart, KeyPart, LeadingPart, RowKey, SaltPart, SelfDelimiting};
use crate::schema::TableSchema;
use crate::table::{Columns, FromColumns, Table};

/// A part of a key.
pub struct PartOf<T, E>(PhantomData<(T, E)>);

impl<T: KeyPart<E>, E> PartOf<T, E> {
    /// Other parts follow.
    pub fn ends()
    where
        T: SelfDelimiting<E>,
    {
    }

    /// It stands first, without a salt.
    pub fn leads()
    where
        T: LeadingPart<E>,
    {
    }

    /// A salt is computed from it.
    pub fn salts()
    where
        T: SaltPart,
    {
    }

    /// It borrows nothing from the key, whatever the key's lifetime.
    pub fn owns()
    where
        T: for<'k> DecodePart<'k, E>,
    {
    }

    /// Keys are read.
    pub fn reads<'k>()
    where
        T: DecodePart<'k, E>,
    {
    }
}

/// A cell.
pub struct CellOf<T, C>(PhantomData<(T, C)>);

impl<T: EncodeCell<C>, C> CellOf<T, C> {
    /// Rows are read.
    pub fn reads<'r>()
    where
        T: DecodeCell<'r, C>,
    {
    }

    /// It borrows nothing from the row, whatever the row's lifetime.
    pub fn owns()
    where
        T: for<'r> DecodeCell<'r, C>,
    {
    }

    /// It is counted up and down.
    pub fn counts()
    where
        T: CounterCell,
    {
    }
}

impl<T, C> CellOf<Option<Option<T>>, C> {
    /// A missing cell is one value, not two.
    pub fn nests()
    where
        Option<Option<T>>: OneAbsence,
    {
    }
}

/// A missing cell is one of its values at most. No type has to implement it: it is asked of those
/// alone that do not.
#[diagnostic::on_unimplemented(
    message = "a cell cannot tell `None` from `Some(None)`",
    label = "a missing cell would be both: write `Option<…>` once",
    note = "for three states, use an enum with codes by `#[derive(CellValue)]`"
)]
pub trait OneAbsence {}

/// A group of columns.
pub struct GroupOf<T>(PhantomData<T>);

impl<T: Columns> GroupOf<T> {
    /// Rows are read.
    pub fn reads<'r>()
    where
        T: FromColumns<'r>,
    {
    }
}

/// The cells' timestamp.
pub struct VersionOf<T>(PhantomData<T>);

impl<T: CellVersion> VersionOf<T> {
    /// The cells expire.
    pub fn expires()
    where
        T: MillisVersion,
    {
    }
}

/// What is called where the first question has no answer.
pub trait NotAsked {
    /// Asks nothing.
    fn ends() {}
    /// Asks nothing.
    fn leads() {}
    /// Asks nothing.
    fn salts() {}
    /// Asks nothing.
    fn reads() {}
    /// Asks nothing.
    fn counts() {}
    /// Asks nothing.
    fn nests() {}
    /// Asks nothing.
    fn owns() {}
    /// Asks nothing.
    fn expires() {}
    // No public trait has a const of these names: with one in scope, the compiler would try its
    // impls for these types as well.
    /// Unknown.
    const KNOWN_WIDTH: Option<usize> = None;
    /// Unknown.
    const KNOWN_LAYOUT: Option<&'static KeyLayout> = None;
    /// Unknown.
    const KNOWN_SCHEMA: Option<&'static TableSchema> = None;
}

impl<T, E> NotAsked for PartOf<T, E> {}
impl<T, C> NotAsked for CellOf<T, C> {}
impl<T> NotAsked for GroupOf<T> {}
impl<T> NotAsked for VersionOf<T> {}

/// What is known of a key.
pub struct KnownOf<K>(PhantomData<K>);

impl<K: RowKey> KnownOf<K> {
    /// The width as its parts have it.
    pub const KNOWN_WIDTH: Option<usize> = K::WIDTH;
    /// The layout.
    pub const KNOWN_LAYOUT: Option<&'static KeyLayout> = Some(K::LAYOUT);
}

impl<K> NotAsked for KnownOf<K> {}

/// A table.
pub struct SchemaOf<R>(PhantomData<R>);

impl<R: Table> SchemaOf<R> {
    /// Its schema.
    pub const KNOWN_SCHEMA: Option<&'static TableSchema> = Some(R::SCHEMA);
}

impl<R> NotAsked for SchemaOf<R> {}
