//! Fields that are not key parts.

use super::unit::Unit;
use crate::types::{Kind, Type};

/// A field that is not a key part.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its family, by index.
    pub family: usize,
    /// Its role.
    pub role: FieldRole,
}

/// The role of a field.
#[derive(Clone, Debug)]
pub enum FieldRole {
    /// A column.
    Column(Column),
    /// A counter.
    Counter,
    /// A group of columns.
    Group(Group),
    /// Dynamic columns.
    Dynamic(Dynamic),
    /// Entries in the row. A field of index columns follows.
    Entries(Items),
    /// The index columns of the entries.
    RowIndex,
    /// The timestamp of the row's cells.
    Timestamp(Stamp),
    /// The date in the table's name. It is the first of these fields.
    TableDate(Unit),
    /// A field that is not stored.
    Skip,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The type inside an `Option`.
    pub of: &'static Type,
    /// Whether the value may be missing, and how a missing value is stored.
    pub absence: Absence,
    /// The codec.
    pub codec: Codec,
    /// The default.
    pub default: DefaultValue,
    /// The qualifier, if the field's name does not determine it.
    pub qualifier: Option<Named>,
}

/// A qualifier that the struct sets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Named {
    /// The unnamed argument, text.
    Own(String),
    /// The option `rename`, text.
    Rename(String),
    /// The unnamed argument, as the escaped text of a byte string.
    Bytes(String),
}

/// Whether a column's value may be missing, and how the struct declares that.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// The column always has a value.
    Never,
    /// An `Option`; `None` is stored as no cell.
    Option,
    /// An `Option` with `store_none`; `None` is stored as an empty cell.
    Stored,
    /// An alias of an `Option`.
    Alias(&'static str),
    /// A newtype of an `Option`.
    Newtype(&'static str),
}

/// A codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// The type's default codec.
    Native,
    /// Text.
    Text,
    /// Text as Java writes it.
    JavaText,
    /// JSON.
    Json,
    /// The functions of a module: the option `with`.
    With,
    /// The encoding of a key part, and whether it is descending.
    Part(bool),
}

/// The value of a missing cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// No default.
    None,
    /// The type's `Default`.
    Trait,
    /// The result of a function.
    Function,
    /// The column has `#[version]`: 0.
    Version,
}

/// A group of columns.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whether the field is an `Option`.
    pub optional: bool,
    /// The prefix of its columns.
    pub prefix: Option<&'static str>,
    /// The options of `#[columns]`.
    pub options: Option<&'static str>,
    /// Its columns.
    pub columns: Vec<(String, Column)>,
}

/// Dynamic columns.
#[derive(Clone, Debug)]
pub struct Dynamic {
    /// Whether the field is a map, which is read with the row.
    pub is_map: bool,
    /// Whether the columns are counters, which puts do not write.
    pub is_counter: bool,
    /// The prefix of the names.
    pub prefix: Option<&'static str>,
    /// The maximum number of columns.
    pub limit: Option<usize>,
    /// The unit of `since`, as it is written and in milliseconds. The part is the first one that allows it.
    pub since: Option<(&'static str, i64)>,
    /// The Rust type of the names, and its kind.
    pub name: (&'static str, Kind),
    /// The Rust type of the values, and its kind.
    pub value: (&'static str, Kind),
}

/// The codec of entries.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Items {
    /// JSON, which the column declares.
    JsonColumn,
    /// JSON, which the entry declares.
    Json,
    /// The functions of a module.
    With,
}

/// The timestamp of a row's cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Stamp {
    /// A `Timestamp`.
    Time,
    /// An `i64`.
    Number,
    /// An `Option<Timestamp>`.
    Optional,
    /// The start of the hour, day or month.
    Period(&'static str, Option<&'static str>),
}

impl Column {
    /// Whether it counts the writes of its row.
    pub fn is_version(&self) -> bool {
        self.default == DefaultValue::Version
    }

    /// Whether `append` can extend its cells.
    pub fn is_appended(&self) -> bool {
        let is_plain = matches!(self.of.rust, "String" | "Words" | "Vec<u8>");
        is_plain
            && matches!(self.of.kind, Kind::Text | Kind::Bytes)
            && self.codec == Codec::Native
            && matches!(
                self.absence,
                Absence::Never | Absence::Option | Absence::Alias(_)
            )
    }
}
