//! The derives for types of a single value.

/// The derives for types of a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SingleDerive {
    /// `#[derive(KeyPart)]`.
    KeyPart,
    /// `#[derive(CellValue)]`.
    CellValue,
}

impl SingleDerive {
    /// The derive's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::KeyPart => "KeyPart",
            Self::CellValue => "CellValue",
        }
    }

    /// The attribute for `crate = path`.
    pub const fn attribute(self) -> &'static str {
        match self {
            Self::KeyPart => "key_part",
            Self::CellValue => "cell_value",
        }
    }
}
