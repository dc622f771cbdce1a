//! Facts about a table at compile time, in addition to its traits.
//!
//! The public traits without methods, such as [`FixedName`](crate::table::FixedName), have one generic impl each, by the
//! properties that a struct declares. An impl for each struct would repeat the bounds of all its fields, and the
//! compiler would check them for each impl.

/// `#[derive(HTable)]`'s declaration of a table.
#[derive(Debug)]
pub enum Properties<
    const FIXED_NAME: bool,
    const UNINDEXED: bool,
    const UNVERSIONED: bool,
    const KEEPS_VERSIONS: bool,
    const KEEPS_GENERATIONS: bool,
> {}

/// No date in the table's name.
pub trait HasFixedName {}

/// No field with `#[index]`.
pub trait HasNoIndex {}

/// No field with `#[timestamp]`.
pub trait HasNoTimestamp {}

/// A family with more than one version.
pub trait HasVersions {}

/// At least two versions in every family.
pub trait HasGenerations {}

/// A row without lifetimes.
pub trait OwnsItsData {}

macro_rules! properties {
    ($($trait:ident: [$($others:ident)*] $($values:tt),*;)*) => {$(
        impl<$(const $others: bool),*> $trait for Properties<$($values),*> {}
    )*};
}

properties! {
    HasFixedName: [B C D E] true, B, C, D, E;
    HasNoIndex: [A C D E] A, true, C, D, E;
    HasNoTimestamp: [A B D E] A, B, true, D, E;
    HasVersions: [A B C E] A, B, C, true, E;
    HasGenerations: [A B C D] A, B, C, D, true;
}

/// The generated items of a row, for [`TableRow`](crate::TableRow). Their names differ from those of its methods:
/// if a bound is missing, the compiler proposes every trait that has a method of the name.
pub trait RowParts {
    /// The row key.
    type Key;

    /// The scan builder without any key part.
    type Scan;

    /// The row's key.
    fn key_of_row(&self) -> Self::Key;

    /// Starts a scan.
    fn start_scan() -> Self::Scan;
}
