//! The column of `#[version]`: the number of times that a row was written.

use std::fmt;

use hbase_backend::{CellBlock, CellKind, CellRef, Mutation};

use crate::cell::{DecodeCell, EncodeCell};
use crate::codec::CodecError;
use crate::schema::ColumnSchema;

/// An integer that `#[version]` counts with.
#[doc(hidden)]
#[diagnostic::on_unimplemented(
    message = "`{Self}` cannot be the type of a `#[version]`",
    label = "not an integer of 16 to 64 bits",
    note = "a `#[version]` counts the writes of a row from 0: make it a `u32` or a `u64`; if a Java program reads it, an `i32` or an `i64`"
)]
pub trait VersionNumber: Copy + Default + PartialEq + fmt::Display {
    /// The number after this one, if the type has it.
    fn next(self) -> Option<Self>;
}

macro_rules! numbers {
    ($($number:ty)*) => {$(
        impl VersionNumber for $number {
            #[inline]
            fn next(self) -> Option<Self> {
                self.checked_add(1)
            }
        }
    )*};
}

numbers! { u16 u32 u64 i16 i32 i64 }

/// The column of `#[version]`.
#[doc(hidden)]
#[derive(Clone, Copy)]
pub struct VersionColumn {
    column: &'static ColumnSchema,
    read: fn(Option<&[u8]>) -> Result<RowVersion, CodecError>,
}

/// The version of a row.
pub(crate) struct RowVersion {
    /// Its cell; `None` for a row without one.
    pub(crate) cell: Option<Vec<u8>>,
    /// Whether the number is 0: usually that of a row without a cell.
    pub(crate) is_zero: bool,
    /// The cell of the row's next version.
    next: Vec<u8>,
    /// The number as text.
    pub(crate) number: String,
}

impl VersionColumn {
    /// The column with this schema, of a field of type `T`.
    pub const fn of<T, C>(column: &'static ColumnSchema) -> Self
    where
        T: VersionNumber + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
    {
        Self {
            column,
            read: read::<T, C>,
        }
    }

    /// The column.
    pub(crate) const fn column(&self) -> &'static ColumnSchema {
        self.column
    }

    /// The field.
    pub(crate) fn field(&self) -> &'static str {
        self.column.field
    }

    /// The family and the qualifier.
    pub(crate) fn name(&self) -> (&'static str, &'static [u8]) {
        (self.column.family, self.column.qualifier.as_bytes())
    }

    /// The version of a row with this cell.
    pub(crate) fn read(&self, cell: Option<&[u8]>) -> Result<RowVersion, CodecError> {
        (self.read)(cell)
    }

    /// The version that a mutation puts: that of the row as its writer has read it.
    pub(crate) fn put_by(&self, mutation: &Mutation) -> Result<Option<RowVersion>, CodecError> {
        let mut cells = mutation.cells().iter();
        let put = cells.find(|cell| cell.kind == CellKind::Put && self.is_of(cell));
        put.map(|cell| self.read(Some(cell.value))).transpose()
    }

    /// Whether a cell is in this column.
    pub(crate) fn is_of(&self, cell: &CellRef<'_>) -> bool {
        (cell.family, cell.qualifier) == (self.column.family.as_bytes(), self.name().1)
    }

    /// The same mutation, which puts the version after this one.
    pub(crate) fn counted(
        &self,
        mutation: &Mutation,
        version: &RowVersion,
    ) -> hbase_backend::Result<Mutation> {
        let mut cells = CellBlock::new();
        for cell in mutation.cells().iter().filter(|cell| !self.is_of(cell)) {
            cells.push(cell)?;
        }
        let mut counted = Mutation::from_block(mutation.row(), cells);
        let (family, qualifier) = self.name();
        counted.put(family.as_bytes(), qualifier, &version.next)?;
        counted.durability = mutation.durability;
        counted.ttl_ms = mutation.ttl_ms;
        Ok(counted)
    }
}

fn read<T, C>(cell: Option<&[u8]>) -> Result<RowVersion, CodecError>
where
    T: VersionNumber + EncodeCell<C> + for<'r> DecodeCell<'r, C>,
{
    let number = cell.map_or(Ok(T::default()), T::decode_cell)?;
    let next = number.next().ok_or_else(|| {
        CodecError::new(format_args!(
            "found the version {number}, the last one of its type: choose a wider type"
        ))
    })?;
    let mut bytes = Vec::new();
    next.encode_cell(&mut bytes)?;
    Ok(RowVersion {
        cell: cell.map(<[u8]>::to_vec),
        is_zero: number == T::default(),
        next: bytes,
        number: number.to_string(),
    })
}

/// Each column has one function.
impl PartialEq for VersionColumn {
    fn eq(&self, other: &Self) -> bool {
        self.column == other.column
    }
}

impl fmt::Debug for VersionColumn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("VersionColumn").field(self.column).finish()
    }
}
