//! Descriptors: a table's families, attributes and split points.
//!
//! [`FamilyDescriptor`] and [`TableDescriptor`] have a field for each attribute in common use; all
//! others are `metadata`. An attribute that is `None` is not declared: it is not sent, not compared,
//! and has `HBase`'s default.
//!
//! An attribute (name, field, values, bounds, default) is one entry of the tables in `families.rs` and
//! `tables.rs`. Statements, descriptions, comparisons, checks and the backends use
//! [`FamilyDescriptor::ATTRIBUTES`] and [`TableDescriptor::ATTRIBUTES`].

mod attribute;
mod declare;
mod families;
mod spelling;
mod tables;
mod values;

pub use attribute::{Attribute, AttributeError, AttributeKind, AttributeSpec, Word};
pub use families::FamilyDescriptor;
pub use tables::TableDescriptor;
pub use values::{BloomFilter, Compression, DataBlockEncoding, KeepDeletedCells, Ttl};

pub use crate::cow::{Bytes, List, Text};

/// The largest `int` of Java.
const INT: u64 = i32::MAX.cast_unsigned() as u64;

/// The largest `long` of Java.
const LONG: u64 = i64::MAX.cast_unsigned();
