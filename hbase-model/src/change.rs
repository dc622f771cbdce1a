//! Changes of a table that is there.

use crate::descriptor::{FamilyDescriptor, TableDescriptor, Text};

/// One change of a table that is there. An attribute that is not said stays as it is.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableChange {
    /// A family that is not there yet.
    AddFamily(FamilyDescriptor),
    /// A family's attributes.
    AlterFamily(FamilyDescriptor),
    /// Drops a family with all its cells.
    DropFamily(Text),
    /// The table's own attributes; name, families and splits in it are not looked at.
    AlterTable(Box<TableDescriptor>),
}
