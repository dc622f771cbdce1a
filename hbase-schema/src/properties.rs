//! What is known of a table while compiling, beside its traits.
//!
//! The public traits without methods, such as [`FixedName`](crate::table::FixedName), have one generic impl each, by the
//! properties that a struct declares. Impls of its own would repeat the bounds of all its fields, which the compiler
//! checks for each of them.

/// `#[derive(HTable)]`'s declaration of a table.
#[derive(Debug)]
pub enum Properties<
    const FIXED_NAME: bool,
    const UNINDEXED: bool,
    const UNVERSIONED: bool,
    const KEEPS_VERSIONS: bool,
> {}

/// No date in the table's name.
pub trait HasFixedName {}

/// No field with `#[index]`.
pub trait HasNoIndex {}

/// No field with `#[timestamp]`.
pub trait HasNoTimestamp {}

/// A family with more than one version.
pub trait HasVersions {}

/// A row without lifetimes.
pub trait OwnsItsData {}

impl<const B: bool, const C: bool, const D: bool> HasFixedName for Properties<true, B, C, D> {}

impl<const A: bool, const C: bool, const D: bool> HasNoIndex for Properties<A, true, C, D> {}

impl<const A: bool, const B: bool, const D: bool> HasNoTimestamp for Properties<A, B, true, D> {}

impl<const A: bool, const B: bool, const C: bool> HasVersions for Properties<A, B, C, true> {}

/// The generated items of a row, for [`TableRow`](crate::TableRow).
pub trait RowParts {
    /// The row key.
    type Key;

    /// The scan builder without any key part.
    type Scan;

    /// The row's key.
    fn key(&self) -> Self::Key;

    /// Starts a scan.
    fn scan() -> Self::Scan;
}
