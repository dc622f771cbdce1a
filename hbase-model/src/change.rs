//! Changes of an existing table.

use crate::cow::Text;
use crate::descriptor::{FamilyDescriptor, TableDescriptor};

/// One change of an existing table. Undeclared attributes stay unchanged.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableChange {
    /// Adds a family.
    AddFamily(FamilyDescriptor),
    /// Sets attributes of a family.
    AlterFamily(FamilyDescriptor),
    /// Drops a family with all its cells.
    DropFamily(Text),
    /// Sets the table's own attributes; name, families and splits are ignored.
    AlterTable(Box<TableDescriptor>),
    /// The same for attributes that servers only store: regions are not reopened. `HBase` before 2.6 reopens them nevertheless.
    SetMetadata(Box<TableDescriptor>),
}
