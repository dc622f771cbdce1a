//! A table, as data.

mod date;
mod field;
mod index;
mod salt;
mod unit;

use crate::types::{Kind, Type};

pub use field::{
    Absence, Codec, Column, DefaultValue, Dynamic, Field, FieldRole, Group, Items, Named, Stamp,
};
pub use index::{Index, OUTLIVES_MS};
pub use salt::Salt;
pub use unit::Unit;

/// A table.
#[derive(Clone, Debug)]
pub struct Table {
    /// The seed that generates this table.
    pub seed: u64,
    /// What shrinking removed: indexes in `smaller`.
    pub removed: Vec<usize>,
    /// The options of `#[table(…)]` after the name.
    pub options: Vec<String>,
    /// The key.
    pub key: Key,
    /// The families, in order.
    pub families: Vec<Family>,
    /// The fields that are not key parts, in order.
    pub fields: Vec<Field>,
    /// The indexes.
    pub indexes: Vec<Index>,
    /// The shapes of the scans in its program.
    pub shapes: Vec<Shape>,
    /// The sets of columns that its program reads, by their indexes in a row.
    pub sets: Vec<Vec<usize>>,
    /// The feature values that were chosen for it.
    pub features: Vec<(&'static str, &'static str)>,
}

/// The row key.
#[derive(Clone, Debug)]
pub struct Key {
    /// The parts, in order.
    pub parts: Vec<Part>,
    /// The separator after the salt and after each part but the last.
    pub separator: Option<&'static str>,
    /// The salt.
    pub salt: Salt,
    /// Whether the attribute of the struct declares the salt; otherwise the attributes of the parts do.
    pub names_salt: bool,
    /// The traits that the key struct derives.
    pub derives: Option<&'static str>,
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
    /// The bytes or characters of the part that feed the salt.
    pub salt: Option<SaltText>,
    /// Its own separator.
    pub separator: Option<&'static str>,
    /// Whether the next part follows directly, without the separator of the key.
    pub direct: bool,
    /// Its terminator, in ascending order.
    pub terminator: Option<&'static str>,
    /// Whether the part, which is an `Option`, may be left out.
    pub omit_none: bool,
    /// Whether the part has no separator, so that decoding finds its end from the end of the key.
    pub unseparated: bool,
    /// Its maximum length in bytes.
    pub max: Option<usize>,
}

/// The encoding of a part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Encoding {
    /// The type's default encoding.
    Native,
    /// This many digits or bytes.
    Fixed(usize),
    /// Text that is padded on the left.
    PadLeft(usize, char),
    /// Text that is padded on the right.
    PadRight(usize, char),
    /// Decimal digits.
    Text,
    /// The encoding of `HBase`'s Java class `Bytes`.
    Java,
    /// `OrderedBytes`.
    Ordered,
    /// A time.
    Time {
        /// Its form.
        form: TimeForm,
        /// Whether newer times sort first, by `reverse_ts`.
        newest_first: bool,
        /// The offset from UTC of digits and of periods, as source and in milliseconds.
        offset: Option<(&'static str, i64)>,
        /// The period of which every time is a multiple, as source and in milliseconds.
        align: Option<(&'static str, i64)>,
    },
    /// Milliseconds since midnight.
    MsOfDay,
    /// Minutes since midnight.
    MinuteOfDay,
    /// Text with its labels in reverse order, with a dot between them.
    Labels,
    /// Text or bytes after their length: `u8`, `u16` or `varint`.
    Length(&'static str),
    /// A list of bytes, which ascend if it is sorted.
    List {
        /// Whether they ascend.
        sorted: bool,
    },
    /// Text in which these characters are replaced, one after another.
    Escape(Replacements),
    /// Four hex digits.
    Own,
}

/// Characters, and the texts that replace them.
pub type Replacements = &'static [(char, &'static str)];

/// Replaces all separators and terminators.
pub const ESCAPE: Replacements = &[
    ('%', "%9$"),
    ('_', "%0$"),
    ('-', "%1$"),
    ('|', "%2$"),
    ('\0', "%3$"),
    (':', "%4$"),
    ('~', "%5$"),
];

/// Replaces the NUL byte, so that texts before it keep their order.
pub const ESCAPE_IN_ORDER: Replacements = &[('\u{1}', "\u{1}\u{2}"), ('\0', "\u{1}\u{1}")];

/// The form in which a time is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum TimeForm {
    /// Milliseconds since 1970 in 8 bytes.
    Millis,
    /// Milliseconds since 1970, negated, in 8 bytes.
    Negated,
    /// Seconds since 1970 in 4 bytes.
    Seconds,
    /// Seconds since 1970 in ten digits.
    SecondDigits,
    /// `fixed`: this many digits.
    Fixed(usize),
    /// `format`: the first digits of `yyyyMMddHHmmssSSS`, this many.
    Format(usize),
}

/// The bytes or characters of a part that feed the salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaltText {
    /// All bytes.
    Whole,
    /// The first characters, this many.
    First(usize),
    /// The last characters, this many.
    Last(usize),
    /// A time, formatted with this pattern.
    Format(&'static str),
}

/// A family.
#[derive(Clone, Debug)]
pub struct Family {
    /// Its name.
    pub name: &'static str,
    /// Its options.
    pub options: Vec<String>,
    /// The maximum number of versions that it keeps.
    pub versions: usize,
    /// Its time to live in milliseconds.
    pub ttl_ms: Option<i64>,
}

/// The shape of a scan: which arguments it has, without their values.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Whether the scan sets the parts that feed the salt, with `salted_by`.
    pub salted_by: bool,
    /// Whether the scan reads all salts as a skip scan, with `any_salt`.
    pub any_salt: bool,
    /// The arguments for the first key parts; an empty list selects all rows.
    pub arguments: Vec<Argument>,
    /// The condition of `matching`: the index of its part, and its form.
    pub condition: Option<(usize, Tested)>,
}

/// A condition on a key part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Tested {
    /// What an argument of the part selects: `eq`, `is_in`, `between` and other comparisons, `starts_with`.
    By(Argument),
    /// `ne`.
    Other,
}

/// The scan's argument for a key part.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Argument {
    /// A value.
    Value,
    /// A range.
    Range,
    /// A prefix.
    Prefix,
    /// A domain with all below it: `under`.
    Under,
    /// Several values: `is_in`.
    IsIn,
    /// Several ranges: `ranges`.
    Ranges,
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
    /// By the stored key with `any_salt`, otherwise by the key without the salt. Skip scans cannot be reversed.
    Skip,
}

impl Table {
    /// The field that contains the timestamp of the row's cells, and its type.
    pub fn stamp(&self) -> Option<(usize, Stamp)> {
        self.fields
            .iter()
            .enumerate()
            .find_map(|(at, field)| match field.role {
                FieldRole::Timestamp(stamp) => Some((at, stamp)),
                _ => None,
            })
    }

    /// The field that counts the writes of its row, and its column.
    pub fn version(&self) -> Option<(usize, &Column)> {
        let mut fields = self.fields.iter().enumerate();
        fields.find_map(|(at, field)| match &field.role {
            FieldRole::Column(column) if column.is_version() => Some((at, column)),
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

    /// The number of values in a row.
    pub fn width(&self) -> usize {
        self.key.parts.len() + self.fields.len()
    }
}

impl TimeForm {
    /// The number of bytes.
    pub fn width(self) -> usize {
        match self {
            Self::Millis | Self::Negated => 8,
            Self::Seconds => 4,
            Self::SecondDigits => 10,
            Self::Fixed(digits) | Self::Format(digits) => digits,
        }
    }

    /// Whether the bytes are decimal digits.
    pub fn is_digits(self) -> bool {
        !matches!(self, Self::Millis | Self::Negated | Self::Seconds)
    }

    /// The digits of a date; `None` for a number since 1970.
    pub fn date(self) -> Option<&'static str> {
        match self {
            Self::Fixed(13 | 19) => None,
            Self::Fixed(digits) | Self::Format(digits) => Some(&"yyyyMMddHHmmssSSS"[..digits]),
            _ => None,
        }
    }
}

impl Part {
    /// Whether its times are starts of periods.
    pub fn is_aligned(&self) -> bool {
        matches!(self.encoding, Encoding::Time { align: Some(_), .. })
    }

    /// Whether each key has the part, and its times are starts of periods.
    pub fn has_periods(&self) -> bool {
        self.is_aligned() && !self.omit_none && !self.optional
    }

    /// The bytes after it, if another part follows: its terminator or a separator.
    pub fn end(&self, key: &Key) -> Option<Vec<u8>> {
        if let Some(terminator) = self.terminator {
            let mask = if self.desc { u8::MAX } else { 0 };
            return Some(terminator.bytes().map(|byte| byte ^ mask).collect());
        }
        let separator = self.separator.or(key.separator);
        let separator = separator.filter(|_| !self.unseparated && !self.direct);
        separator.map(|text| text.as_bytes().to_vec())
    }

    /// The number of bytes, if all values have the same number.
    pub fn width(&self) -> Option<usize> {
        let width = self.value_width().filter(|_| !self.omit_none);
        width.map(|width| width + usize::from(self.optional))
    }

    /// The number of bytes of a value, without the byte that marks whether there is one.
    pub fn value_width(&self) -> Option<usize> {
        match (self.encoding, self.of.kind) {
            (Encoding::Native | Encoding::Java, Kind::Int { bits, .. }) => Some(bits as usize / 8),
            (Encoding::Native | Encoding::Java, Kind::Bool) => Some(1),
            (Encoding::Native | Encoding::Java, Kind::F32) => Some(4),
            (Encoding::Native | Encoding::Java, Kind::F64) => Some(8),
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
            (Encoding::Time { form, .. }, _) => Some(form.width()),
            (Encoding::MsOfDay, _) => Some(4),
            (Encoding::MinuteOfDay, _) => Some(2),
            (Encoding::Own, _) => Some(4),
            _ => None,
        }
    }

    /// Whether it is a list, which ends where the key does.
    pub fn is_list(&self) -> bool {
        matches!(self.encoding, Encoding::List { .. })
    }

    /// Whether its encoding marks its own end.
    pub fn marks_its_end(&self) -> bool {
        self.value_width().is_some()
            || matches!(self.encoding, Encoding::Ordered | Encoding::Length(_))
    }
}
