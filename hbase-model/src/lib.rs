//! `HBase` tables as plain types: names, descriptors, key layouts, times, cells' formats and descriptions.
//!
//! Macros use these types too, so this crate does no I/O and knows no store. `hbase-backend` has the requests and results of
//! stores.

pub mod change;
pub mod codes;
mod cow;
pub mod ddl;
pub mod decimal;
pub mod described;
#[cfg(feature = "json")]
pub mod description;
pub mod descriptor;
pub mod diff;
pub mod escape;
pub mod hash;
pub mod index;
mod index_encoding;
pub mod index_tables;
pub mod java_bytes;
pub mod java_text;
pub mod layout;
pub mod lock;
pub mod name;
pub mod ordered_bytes;
pub mod primitive;
pub mod printable;
pub mod sink;
pub mod splits;
pub mod time;
pub mod validate;

pub use change::TableChange;
pub use ddl::Ddl;
pub use decimal::Decimal;
pub use described::{
    Absence, AbsentCell, CellCodec, CellFacts, CellFormat, ColumnQualifier, ColumnSchema,
    DescribedColumn, DescribedDynamic, DescribedIndex, DescribedIndexField, DescribedTable,
    DynamicSchema, EmptyCell, IndexBuckets, LogicalType, PartFormat, Since, TimeLibrary,
    UnitNumber,
};
pub use descriptor::{
    BloomFilter, Compression, DataBlockEncoding, FamilyDescriptor, KeepDeletedCells,
    TableDescriptor, Ttl,
};
pub use index::STAMP_FAMILY;
pub use layout::{
    CustomEncoding, Encoding, KeyLayout, LayoutError, ListEncoding, Pad, PartLayout, PartValue,
    Salt, SaltBytes, SaltLayout, SaltText, TimeOrder,
};
pub use name::TableName;
pub use primitive::ValueError;
pub use sink::KeySink;
pub use splits::Splits;
