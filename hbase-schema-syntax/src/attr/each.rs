//! Reads each attribute, with its own options.

use syn::Attribute;

use super::column::{self, ColumnAttr};
use super::entry::{self, EntryAttr, EntryFieldAttr};
use super::family::{self, FamilyAttr};
use super::index::{self, IndexAttr, StructIndexAttr};
use super::key::{self, KeyAttr};
use super::naming::{self, ColumnsAttr};
use super::parsed::Attr;
use super::part::{self, PartAttr};
use super::qualifier::{self, NamePartAttr, QualifierAttr};
use super::table::{self, TableAttr};
use super::timestamp::{self, TimestampAttr};
use crate::errors::Sink;
use crate::read::OptionSet;

/// The attributes that have options; `#[columns]` has none that `#[table]` lacks, and those of every
/// `#[index]` belong to other attributes too.
pub(crate) const ATTRIBUTES: &[OptionSet] = &[
    table::SET,
    key::SET,
    part::SET,
    family::SET,
    column::SET,
    timestamp::SET,
    index::OF_STRUCT,
];

/// Implements `of` for attributes of these types, which have these options.
macro_rules! each {
    ($($attr:ident: $set:path;)+) => {$(
        impl $attr {
            pub(crate) fn of(attribute: &Attribute, sink: &Sink) -> Self {
                Attr::read(attribute, $set, ATTRIBUTES, sink)
            }
        }
    )+};
}

each! {
    TableAttr: table::SET;
    ColumnsAttr: naming::SET;
    KeyAttr: key::SET;
    PartAttr: part::SET;
    FamilyAttr: family::SET;
    ColumnAttr: column::SET;
    IndexAttr: index::SET;
    StructIndexAttr: index::STRUCT_SET;
    EntryAttr: entry::SET;
    EntryFieldAttr: entry::FIELD_SET;
    QualifierAttr: qualifier::SET;
    TimestampAttr: timestamp::SET;
}

impl FamilyAttr {
    /// Parses the attribute of a struct: families in one attribute are separated by `;`.
    pub(crate) fn all_of(attribute: &Attribute, sink: &Sink) -> Vec<Self> {
        let groups = family::groups(attribute);
        groups.iter().map(|group| Self::of(group, sink)).collect()
    }
}

impl NamePartAttr {
    /// Parses `#[qualifier]` on a field.
    pub(crate) fn of_field(attribute: &Attribute, sink: &Sink) -> Self {
        Attr::read(attribute, qualifier::PART_SET, ATTRIBUTES, sink)
    }
}
