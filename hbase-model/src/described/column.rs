//! The facts of a column.
//!
//! `ColumnSchema` is the only form of a column, as `DynamicSchema` is of dynamic columns. Plans of
//! imports and exports, and `explain`, contain it.

use std::fmt;

use super::{Absence, CellFacts, CellFormat, ColumnQualifier, EmptyCell};

/// A column as its struct declares it. `S` is the type of its texts, `B` that of its qualifier's bytes: static in a
/// struct's consts, owned in a description.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ColumnSchema<S = &'static str, B: AsRef<[u8]> = &'static [u8]> {
    /// The field's name; `address.city` for a field of a flattened group within its table.
    pub field: S,
    /// The family; empty within a group, whose table declares it.
    pub family: S,
    /// The qualifier, within a table with the group's prefix.
    pub qualifier: ColumnQualifier<B>,
    /// The field's type as in the sources, without spaces. It is for display only; the other members decide.
    pub type_name: S,
    /// The field's codec.
    pub codec: CellCodec<S>,
    /// The facts of its cells, which follow from the type and the codec.
    pub facts: CellFacts,
    /// Whether an absent cell has a value: `default`.
    pub default: bool,
    /// Whether the cell is a counter: `counter`.
    pub counter: bool,
    /// The codes of an enum, in the order of the codes: `1=Open,2=Closed`; empty for other types.
    pub codes: S,
}

/// A column of a description.
pub type DescribedColumn = ColumnSchema<String, Vec<u8>>;

/// The encoding of a field as a cell's bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum CellCodec<S = &'static str> {
    /// As Java's `Bytes.toBytes`, the default.
    Java,
    /// `text`.
    Text,
    /// `java_text`.
    JavaText,
    /// `json`.
    Json,
    /// `part`; the format has the encoding.
    Part,
    /// `with = module`: the module as in the sources.
    With(S),
    /// `with_name = module`, where the bytes of a dynamic column also depend on its name.
    WithName(S),
}

/// The value that a row without a column's cell has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AbsentCell {
    /// An error.
    Error,
    /// `None`, or JSON's `null`.
    Null,
    /// `None`, and so is an empty cell: `store_none`.
    NullAsEmpty,
    /// The default.
    Defaulted,
    /// A counter's 0.
    Zero,
    /// Only the program knows: an absent value if the type has one, otherwise an error.
    Unknown,
}

impl ColumnSchema {
    /// A column of a type and codec with these facts: its field, family, qualifier and type.
    pub const fn new(
        [field, family, qualifier, type_name]: [&'static str; 4],
        codec: CellCodec,
        facts: CellFacts,
    ) -> Self {
        Self {
            field,
            family,
            qualifier: ColumnQualifier::from_bytes(qualifier.as_bytes()),
            type_name,
            codec,
            facts,
            default: false,
            counter: false,
            codes: "",
        }
    }

    /// The same column, with a qualifier that is not text.
    #[must_use]
    pub const fn with_qualifier(self, qualifier: &'static [u8]) -> Self {
        Self {
            qualifier: ColumnQualifier::from_bytes(qualifier),
            ..self
        }
    }

    /// The column of a description.
    pub fn describe(&self) -> DescribedColumn {
        DescribedColumn {
            field: self.field.to_owned(),
            family: self.family.to_owned(),
            qualifier: self.qualifier.describe(),
            type_name: self.type_name.to_owned(),
            codec: self.codec.describe(),
            facts: self.facts,
            default: self.default,
            counter: self.counter,
            codes: self.codes.to_owned(),
        }
    }
}

impl CellCodec {
    /// The codec of a description.
    pub fn describe(self) -> CellCodec<String> {
        match self {
            Self::Java => CellCodec::Java,
            Self::Text => CellCodec::Text,
            Self::JavaText => CellCodec::JavaText,
            Self::Json => CellCodec::Json,
            Self::Part => CellCodec::Part,
            Self::With(module) => CellCodec::With(module.to_owned()),
            Self::WithName(module) => CellCodec::WithName(module.to_owned()),
        }
    }
}

impl<S: fmt::Display, B: AsRef<[u8]>> ColumnSchema<S, B> {
    /// The format of its cells, in words.
    pub fn cell(&self) -> String {
        let counter = if self.counter { ", a counter" } else { "" };
        match &self.codec {
            CellCodec::With(module) | CellCodec::WithName(module) => {
                format!("the program's own `{module}`{counter}")
            }
            CellCodec::Java
            | CellCodec::Text
            | CellCodec::JavaText
            | CellCodec::Json
            | CellCodec::Part => match self.facts.format {
                CellFormat::Custom => format!("unknown here, known to the program{counter}"),
                known => format!("{known}{counter}"),
            },
        }
    }
}

impl AbsentCell {
    /// The value of a column with these facts, which may have a `default` or be a `counter`.
    pub(crate) const fn of(facts: CellFacts, default: bool, counter: bool) -> Self {
        match facts.absence.is_possible() {
            _ if default => Self::Defaulted,
            Some(true) if matches!(facts.empty, EmptyCell::Absent) => Self::NullAsEmpty,
            Some(true) => Self::Null,
            _ if counter => Self::Zero,
            Some(false) => Self::Error,
            None => Self::Unknown,
        }
    }
}

impl<S, B: AsRef<[u8]>> ColumnSchema<S, B> {
    /// The same in a group, if a row may have none of the group's columns.
    #[must_use]
    pub fn of_absent_group(mut self) -> Self {
        self.facts = self.facts.in_absent_group();
        self
    }

    /// The value that a row without the cell has.
    pub const fn absent_cell(&self) -> AbsentCell {
        AbsentCell::of(self.facts, self.default, self.counter)
    }

    /// Whether only the program knows the column's values.
    pub const fn is_unknown(&self) -> bool {
        matches!(self.facts.format, CellFormat::Custom) || self.facts.is_unknown()
    }

    /// Whether every row that is put has the cell, and never an empty one.
    pub const fn is_always_written(&self) -> bool {
        let is_written = matches!(self.facts.absence, Absence::Never) && !self.counter;
        is_written && matches!(self.facts.empty, EmptyCell::Never) && !self.default
    }
}
