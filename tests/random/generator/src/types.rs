//! The Rust types of fields.

/// The kind of values that a type contains.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// `bool`.
    Bool,
    /// An integer.
    Int {
        /// Its number of bits.
        bits: u32,
        /// Whether it may be negative.
        signed: bool,
    },
    /// `f32`.
    F32,
    /// `f64`.
    F64,
    /// Text.
    Text,
    /// Bytes of any length.
    Bytes,
    /// Bytes of this length.
    Array(usize),
    /// A moment.
    Time,
    /// A time of day.
    OfDay,
    /// An enum whose variants are text codes.
    Words(&'static [&'static str]),
    /// An enum whose variants are 16-bit numbers.
    Numbers(&'static [u16]),
    /// JSON.
    Json,
}

impl Kind {
    /// The minimum and maximum of an integer type.
    pub fn bounds(self) -> (i128, i128) {
        match self {
            // `u128::MAX` exceeds the maximum of `Value::Int`.
            Self::Int { bits: 128, signed } => (if signed { i128::MIN } else { 0 }, i128::MAX),
            Self::Int { bits, signed: true } => (-(1 << (bits - 1)), (1 << (bits - 1)) - 1),
            Self::Int { bits, .. } => (0, (1 << bits) - 1),
            _ => (0, 0),
        }
    }

    /// Whether it is an enum.
    pub fn is_enum(self) -> bool {
        matches!(self, Self::Words(_) | Self::Numbers(_))
    }
}

/// A type in the generated source.
#[derive(Debug)]
pub struct Type {
    /// Its path.
    pub rust: &'static str,
    /// Its value in the features `PART_TYPE` and `COLUMN_TYPE`.
    pub class: &'static str,
    /// The kind of its values.
    pub kind: Kind,
    /// Where it can be used.
    pub role: Role,
}

/// Where a type can be used.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Role {
    /// In both keys and cells.
    Both,
    /// Only in keys.
    Part,
    /// Only in cells.
    Cell,
}

impl Type {
    /// Whether it can be a key part.
    pub fn is_part(&self) -> bool {
        self.role != Role::Cell
    }

    /// Whether it can be a column.
    pub fn is_cell(&self) -> bool {
        self.role != Role::Part
    }

    /// Whether it is `Sequence`, the type of ascending numbers.
    pub fn is_sequence(&self) -> bool {
        self.class == "sequence"
    }
}

const fn both(rust: &'static str, class: &'static str, kind: Kind) -> Type {
    Type {
        rust,
        class,
        kind,
        role: Role::Both,
    }
}

const fn part(rust: &'static str, class: &'static str, kind: Kind) -> Type {
    Type {
        rust,
        class,
        kind,
        role: Role::Part,
    }
}

const fn cell(rust: &'static str, class: &'static str, kind: Kind) -> Type {
    Type {
        rust,
        class,
        kind,
        role: Role::Cell,
    }
}

const fn unsigned(bits: u32) -> Kind {
    Kind::Int {
        bits,
        signed: false,
    }
}

const fn signed(bits: u32) -> Kind {
    Kind::Int { bits, signed: true }
}

/// The texts of `Letters`.
pub const LETTERS: &[&str] = &["AB", "CD", "EF"];

/// The numbers of `Level`.
pub const LEVELS: &[u16] = &[1, 2, 300];

/// All types, in the order of the features' values.
pub static TYPES: &[Type] = &[
    both("u8", "u8", unsigned(8)),
    both("u16", "u16", unsigned(16)),
    both("u32", "u32", unsigned(32)),
    both("u64", "u64", unsigned(64)),
    both("u128", "u128", unsigned(128)),
    both("i8", "i8", signed(8)),
    both("i16", "i16", signed(16)),
    both("i32", "i32", signed(32)),
    both("i64", "i64", signed(64)),
    both("i128", "i128", signed(128)),
    both("bool", "bool", Kind::Bool),
    both("f32", "f32", Kind::F32),
    both("f64", "f64", Kind::F64),
    both("String", "text", Kind::Text),
    both("Box<str>", "text", Kind::Text),
    both("Arc<str>", "text", Kind::Text),
    both("Vec<u8>", "bytes", Kind::Bytes),
    both("Box<[u8]>", "bytes", Kind::Bytes),
    both("[u8; 3]", "array", Kind::Array(3)),
    both("[u8; 8]", "array", Kind::Array(8)),
    both("Timestamp", "time", Kind::Time),
    both("TimeOfDay", "time of day", Kind::OfDay),
    both("Letters", "enum", Kind::Words(LETTERS)),
    both("Level", "enum", Kind::Numbers(LEVELS)),
    both("Name", "newtype", Kind::Text),
    both("UserId", "newtype", unsigned(64)),
    both("Delta", "newtype", signed(32)),
    both("Moment", "newtype", Kind::Time),
    both("Words", "alias", Kind::Text),
    both("Count", "alias", unsigned(32)),
    both("When", "alias", Kind::Time),
    both("Tagged<u16>", "generic", unsigned(16)),
    both("Tagged<String>", "generic", Kind::Text),
    both("Tagged<i64>", "generic", signed(64)),
    part("Sequence<u32>", "sequence", unsigned(32)),
    part("Sequence", "sequence", unsigned(64)),
    both("uuid::Uuid", "another crate's", Kind::Array(16)),
    both(
        "chrono::DateTime<chrono::Utc>",
        "another crate's",
        Kind::Time,
    ),
    both("jiff::Timestamp", "another crate's", Kind::Time),
    both("chrono::NaiveTime", "another crate's", Kind::OfDay),
    both("jiff::civil::Time", "another crate's", Kind::OfDay),
    cell("serde_json::Value", "json", Kind::Json),
];
