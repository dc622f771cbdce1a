//! Fields that are no key parts.

use crate::types::{Kind, Type};

/// A field that is no key part.
#[derive(Clone, Debug)]
pub struct Field {
    /// Its name.
    pub name: String,
    /// Its family, by index.
    pub family: usize,
    /// What it is.
    pub role: FieldRole,
}

/// What a field is.
#[derive(Clone, Debug)]
pub enum FieldRole {
    /// A column.
    Column(Column),
    /// A counter.
    Counter,
    /// A group of columns.
    Group(Group),
    /// Dynamic columns that are read with the row, or not.
    Dynamic(Dynamic),
    /// The timestamp of the row's cells.
    Timestamp(Stamp),
    /// Not stored.
    Skip,
}

/// A column.
#[derive(Clone, Debug)]
pub struct Column {
    /// The type inside an `Option`.
    pub of: &'static Type,
    /// Whether it may have no value, and how that is written.
    pub absence: Absence,
    /// The codec.
    pub codec: Codec,
    /// The default.
    pub default: DefaultValue,
    /// The qualifier, if it is not that of the field, and whether it is written with `rename`.
    pub qualifier: Option<(String, bool)>,
}

/// How a column may have no value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Absence {
    /// It always has one.
    Never,
    /// An `Option`: no cell.
    Option,
    /// An `Option` with `store_none`: an empty cell.
    Stored,
    /// An alias of an `Option`.
    Alias(&'static str),
    /// A newtype of an `Option`.
    Newtype(&'static str),
}

/// A codec.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Codec {
    /// The type's own.
    Native,
    /// Text.
    Text,
    /// JSON.
    Json,
    /// A module.
    With,
}

/// The value of an absent cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum DefaultValue {
    /// None.
    None,
    /// That of the type.
    Trait,
    /// That of a function.
    Function,
}

/// A group of columns.
#[derive(Clone, Debug)]
pub struct Group {
    /// Whether it may be absent.
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
    /// Whether they are read with the row.
    pub is_map: bool,
    /// The prefix of the names.
    pub prefix: Option<&'static str>,
    /// The greatest number of columns.
    pub limit: Option<usize>,
    /// The type of the names, and what it contains.
    pub name: (&'static str, Kind),
    /// The type of the values.
    pub value: (&'static str, Kind),
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
