//! A table, as data.

mod field;

use crate::types::{Kind, Type};

pub use field::{Absence, Codec, Column, DefaultValue, Dynamic, Field, FieldRole, Group, Stamp};

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed from which it was made.
    pub seed: u64,
    /// The attribute `#[table(…)]` after the name.
    pub options: Vec<String>,
    /// The key.
    pub key: Key,
    /// The families, in order.
    pub families: Vec<Family>,
    /// The fields that are no key parts, in order.
    pub fields: Vec<Field>,
    /// The forms of scans that its program has.
    pub shapes: Vec<Shape>,
    /// The sets of columns that its program reads, as indexes of fields.
    pub sets: Vec<Vec<usize>>,
    /// The values of features that it has.
    pub features: Vec<(&'static str, &'static str)>,
}

/// The row key.
#[derive(Clone, Debug)]
pub struct Key {
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The separator after salt and parts.
    pub separator: Option<&'static str>,
    /// The salt.
    pub salt: Salt,
    /// Whether the struct's attribute names the salt; otherwise the parts do.
    pub names_salt: bool,
    /// What the key struct derives.
    pub derives: Option<&'static str>,
}

/// A salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Salt {
    /// None.
    None,
    /// A hash modulo this.
    Buckets(u32),
    /// Digits of an MD5.
    Md5Hex {
        /// The number of digits.
        digits: usize,
        /// The first of them.
        from: usize,
        /// Whether in upper case.
        upper: bool,
    },
    /// Bytes of an MD5.
    Md5(usize),
    /// Java's hashes of the parts.
    Region {
        /// The number of values.
        count: u32,
        /// The digits to which numbers are padded.
        width: usize,
    },
    /// Java's hash of the joined parts.
    Java {
        /// The number of values.
        count: u32,
        /// The digits to which numbers are padded.
        width: usize,
    },
    /// A random value below this.
    Random(u32),
    /// The next value below this.
    RoundRobin(u32),
}

impl Salt {
    /// Whether the key determines it.
    pub fn is_computed(self) -> bool {
        !matches!(self, Self::Random(_) | Self::RoundRobin(_))
    }

    /// The number of values.
    pub fn values(self) -> u64 {
        match self {
            Self::None => 1,
            Self::Buckets(count) | Self::Random(count) | Self::RoundRobin(count) => count.into(),
            Self::Md5Hex { digits, .. } => 1 << (4 * digits),
            Self::Md5(bytes) => 1 << (8 * bytes),
            Self::Region { count, .. } | Self::Java { count, .. } => count.into(),
        }
    }
}

/// A key part.
#[derive(Clone, Debug)]
pub struct Part {
    /// The field's name.
    pub name: String,
    /// Its type.
    pub of: &'static Type,
    /// Whether the type is an `Option`.
    pub optional: bool,
    /// Its encoding.
    pub encoding: Encoding,
    /// Whether its bytes are inverted.
    pub desc: bool,
    /// Whether its bytes are written backwards.
    pub reverse: bool,
    /// Whether finer times are truncated.
    pub truncate: bool,
    /// What of it feeds the salt.
    pub salt: Option<SaltText>,
    /// Its own separator.
    pub separator: Option<&'static str>,
    /// Whether its end is found from the end of the key.
    pub unseparated: bool,
    /// Its greatest length.
    pub max: Option<usize>,
}

/// The encoding of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The type's own.
    Native,
    /// This many digits or bytes.
    Fixed(usize),
    /// Text that is padded on the left.
    PadLeft(usize, char),
    /// Text that is padded on the right.
    PadRight(usize, char),
    /// Decimal digits.
    Text,
    /// As Java's `Bytes` writes it.
    Java,
    /// `OrderedBytes`.
    Ordered,
    /// A time.
    Time {
        /// Its digits; without, it has 8 bytes.
        digits: Option<usize>,
        /// Whether the newest is first.
        newest_first: bool,
        /// The offset of the digits, as written, and in milliseconds.
        offset: Option<(&'static str, i64)>,
    },
    /// Milliseconds since midnight.
    MsOfDay,
    /// Minutes since midnight.
    MinuteOfDay,
    /// Four hex digits.
    Own,
}

/// What of a part feeds the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaltText {
    /// All bytes.
    Whole,
    /// The first characters.
    First(usize),
    /// The last characters.
    Last(usize),
    /// A time by a pattern.
    Format(&'static str),
}

/// A family.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub options: Vec<String>,
    /// The versions that it keeps.
    pub versions: usize,
    /// Its time to live in milliseconds.
    pub ttl_ms: Option<i64>,
}

/// A form of scans.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether the parts that feed the salt are set first.
    pub salted_by: bool,
    /// Whether the salt is left open.
    pub any_salt: bool,
    /// What is given for the first parts; nothing selects all rows.
    pub arguments: Vec<Argument>,
}

/// What is given for a key part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Value,
    /// A range.
    Range,
    /// A prefix.
    Prefix,
    /// `..`.
    Every,
    /// `any()`.
    Any,
}

/// The order in which a scan returns its rows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Order {
    /// By the key without the salt.
    Key,
    /// By the stored key.
    Stored,
    /// By the stored key, of a skip scan, which has no descending order.
    Skip,
}

impl Table {
    /// The timestamp of the row's cells, and its field.
    pub fn stamp(&self) -> Option<(usize, Stamp)> {
        self.fields
            .iter()
            .enumerate()
            .find_map(|(at, field)| match field.role {
                FieldRole::Timestamp(stamp) => Some((at, stamp)),
                _ => None,
            })
    }

    /// Whether some family keeps several versions.
    pub fn keeps_versions(&self) -> bool {
        self.families.iter().any(|family| family.versions > 1)
    }

    /// The name of the struct.
    pub fn name(&self) -> String {
        format!("Item{}", self.seed)
    }

    /// The number of values of a row.
    pub fn width(&self) -> usize {
        self.key.parts.len() + self.fields.len()
    }
}

impl Part {
    /// The separator after it, if another part follows.
    pub fn end<'k>(&'k self, key: &'k Key) -> Option<&'k str> {
        if self.unseparated {
            None
        } else {
            self.separator.or(key.separator)
        }
    }

    /// The number of its bytes, if all values have the same.
    pub fn width(&self) -> Option<usize> {
        let width = match (self.encoding, self.of.kind) {
            (Encoding::Native | Encoding::Java, Kind::Int { bits, .. }) => Some(bits as usize / 8),
            (Encoding::Native, Kind::Bool) => Some(1),
            (Encoding::Native, Kind::F32) => Some(4),
            (Encoding::Native, Kind::F64) => Some(8),
            (Encoding::Native, Kind::Array(width)) => Some(width),
            (Encoding::Native | Encoding::Java, Kind::Time) => Some(8),
            (Encoding::Native, Kind::Words(words)) => Some(words[0].len()),
            (Encoding::Native, Kind::Numbers(_)) => Some(2),
            (
                Encoding::Fixed(width) | Encoding::PadLeft(width, _) | Encoding::PadRight(width, _),
                _,
            ) => Some(width),
            (Encoding::Ordered, Kind::Int { bits, .. }) => Some(bits as usize / 8 + 1),
            (Encoding::Ordered, Kind::F32) => Some(5),
            (Encoding::Ordered, Kind::F64) => Some(9),
            (Encoding::Time { digits, .. }, _) => Some(digits.unwrap_or(8)),
            (Encoding::MsOfDay, _) => Some(4),
            (Encoding::MinuteOfDay, _) => Some(2),
            (Encoding::Own, _) => Some(4),
            _ => None,
        };
        width.map(|width| width + usize::from(self.optional))
    }

    /// Whether its encoding marks its own end.
    pub fn marks_its_end(&self) -> bool {
        self.width().is_some() || self.encoding == Encoding::Ordered
    }
}
