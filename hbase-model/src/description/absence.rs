//! The representations of an absent value, by their names in JSON.

use serde::{Deserialize, Serialize};

use crate::described::Absence;

/// The name of a representation.
#[derive(Default, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub(super) enum AbsenceName {
    #[default]
    Unknown,
    Never,
    NoCell,
    EmptyCell,
    MaybeEmptyCell,
    JsonNull,
    MaybeJsonNull,
}

impl From<Absence> for AbsenceName {
    fn from(absence: Absence) -> Self {
        match absence {
            Absence::Unknown => Self::Unknown,
            Absence::Never => Self::Never,
            Absence::NoCell => Self::NoCell,
            Absence::Bytes(b"") => Self::EmptyCell,
            Absence::Bytes(_) => Self::JsonNull,
            Absence::MaybeBytes(b"") => Self::MaybeEmptyCell,
            Absence::MaybeBytes(_) => Self::MaybeJsonNull,
        }
    }
}

impl From<AbsenceName> for Absence {
    fn from(name: AbsenceName) -> Self {
        match name {
            AbsenceName::Unknown => Self::Unknown,
            AbsenceName::Never => Self::Never,
            AbsenceName::NoCell => Self::NoCell,
            AbsenceName::EmptyCell => Self::Bytes(b""),
            AbsenceName::MaybeEmptyCell => Self::MaybeBytes(b""),
            AbsenceName::JsonNull => Self::JSON_NULL,
            AbsenceName::MaybeJsonNull => Self::MAYBE_JSON_NULL,
        }
    }
}
