//! What changes in a table, and how.

/// A kind of fact that changes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
#[non_exhaustive]
pub enum Fact {
    /// A table.
    Table,
    /// A salt that is computed from the key.
    Salt,
    /// A random or round-robin salt.
    RandomSalt,
    /// The encoding, position, separator or options of a key part.
    KeyPart,
    /// The field of a key part.
    KeyPartName,
    /// A column that a row may lack.
    Cell,
    /// A column that each row must have.
    RequiredCell,
    /// A column that was removed, of another type or codec.
    FormerCell,
    /// The type of a column.
    CellType,
    /// The codec of a column.
    CellCodec,
    /// The value of an absent cell: `None`, a default.
    AbsentValue,
    /// Values that are written by no cell.
    OmittedCell,
    /// `store_none`.
    EmptyCell,
    /// `counter`.
    Counter,
    /// Whether the values of a column are codes.
    Coded,
    /// A code of an enum in a column.
    Code,
    /// Whether the values of a key part are codes.
    KeyCoded,
    /// A code of an enum in a key part.
    KeyCode,
    /// The name of a code's variant.
    CodeName,
    /// Dynamic columns.
    Dynamic,
    /// A column family.
    Family,
    /// `VERSIONS`.
    Versions,
    /// `MIN_VERSIONS`.
    MinVersions,
    /// `TTL`.
    Ttl,
    /// `KEEP_DELETED_CELLS`.
    KeepDeletedCells,
    /// `NEW_VERSION_BEHAVIOR`.
    VersionOrder,
    /// An index.
    Index,
    /// The TTL of an index's entries.
    IndexTtl,
    /// The field that holds the cells' timestamp.
    Timestamp,
    /// The column of `#[version]`, which counts the writes of a row.
    RowVersion,
}

impl Fact {
    /// All facts.
    pub const ALL: &[Self] = &[
        Self::Table,
        Self::Salt,
        Self::RandomSalt,
        Self::KeyPart,
        Self::KeyPartName,
        Self::Cell,
        Self::RequiredCell,
        Self::FormerCell,
        Self::CellType,
        Self::CellCodec,
        Self::AbsentValue,
        Self::OmittedCell,
        Self::EmptyCell,
        Self::Counter,
        Self::Coded,
        Self::Code,
        Self::KeyCoded,
        Self::KeyCode,
        Self::CodeName,
        Self::Dynamic,
        Self::Family,
        Self::Versions,
        Self::MinVersions,
        Self::Ttl,
        Self::KeepDeletedCells,
        Self::VersionOrder,
        Self::Index,
        Self::IndexTtl,
        Self::Timestamp,
        Self::RowVersion,
    ];
}

/// The kind of a change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Change {
    /// It is new.
    Added,
    /// It is gone.
    Removed,
    /// Its value changed.
    Changed,
}

impl Change {
    /// All changes.
    pub const ALL: [Self; 3] = [Self::Added, Self::Removed, Self::Changed];
}
