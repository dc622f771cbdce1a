//! Changes of an existing table.

use crate::cow::Text;
use crate::descriptor::{FamilyDescriptor, TableDescriptor};

/// One change of an existing table. Attributes that are not declared stay as they are.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum TableChange {
    /// Adds a family.
    AddFamily(FamilyDescriptor),
    /// Sets attributes of a family.
    AlterFamily(FamilyDescriptor),
    /// Drops a family with all its cells.
    DropFamily(Text),
    /// The table's own attributes; name, families and splits in it are not looked at.
    AlterTable(Box<TableDescriptor>),
}
