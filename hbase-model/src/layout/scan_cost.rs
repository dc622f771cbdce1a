//! The cost of scans by key parts, and which parts take ranges and prefixes.

use std::fmt;

use super::{Encoding, KeyLayout, ListEncoding, OrderedKind, Pad, PartLayout, Salt, SaltText};

/// Maximum salt values of a fan-out.
pub const MAX_FAN_OUT: u32 = 256;

/// The end of a scan's arguments, after the parts with a single value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScanEnd {
    /// The last part that has a value.
    Value,
    /// A range of the next part.
    Range,
    /// A prefix of the next part.
    Prefix,
    /// A domain with all below it, of the next part.
    Domain,
}

/// The salt values that the rows of a scan can have.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SaltReach {
    /// The key has no salt.
    Unsalted,
    /// One: every part that feeds the salt has a value.
    Known,
    /// Up to `n`: a range of times reaches the salts of the months (or days, …) in it.
    UpTo(u32),
    /// Each of `n`, at most [`MAX_FAN_OUT`].
    Each(u32),
    /// More than [`MAX_FAN_OUT`].
    TooMany,
}

/// The cost of a scan: the number of key ranges that it reads.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ScanCost {
    /// One row.
    Point,
    /// One range.
    One,
    /// Up to `n` ranges.
    UpTo(u32),
    /// `n` ranges, one for each value of the salt.
    FanOut(u32),
    /// One skip scan of up to `n` ranges, one for each value of the salt.
    Skip(u32),
    /// `n` ranges, each a skip scan: it leaves parts open and jumps to the values of a later part.
    SkipParts(u32),
    /// The whole table.
    Full,
    /// Unsupported: the salt has too many values.
    Unsupported,
}

/// The reason why a part takes no ranges: its bytes do not sort as its values do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NoRange {
    /// Its bytes are reversed.
    Reversed,
    /// It is text or bytes, and the next part follows directly.
    Unseparated,
    /// It is padded text.
    Padded,
    /// It is text or bytes before a separator.
    Closed,
    /// Its labels are in reverse order.
    Labels,
    /// Its length comes first.
    LengthPrefixed,
    /// It is text in which replacements change the order.
    Escaped,
    /// It is decimal text.
    DecimalText,
    /// It is a signed integer or a floating-point number in Java's encoding.
    JavaNumber,
    /// It is `OrderedBytes` of bytes.
    OrderedBlob,
    /// It is descending and may be left out.
    OmittedDescending,
    /// It has a user's encoding.
    Custom,
}

impl ScanCost {
    /// Maximum ranges that are read; `None` for the whole table.
    pub const fn ranges(self) -> Option<u32> {
        match self {
            Self::Point | Self::One => Some(1),
            Self::UpTo(count)
            | Self::FanOut(count)
            | Self::Skip(count)
            | Self::SkipParts(count) => Some(count),
            Self::Full | Self::Unsupported => None,
        }
    }
}

impl Salt {
    /// The number of values, if a fan-out over them is supported.
    pub const fn fan_out(&self) -> Option<u32> {
        match self.values() {
            Some(count) if count <= MAX_FAN_OUT => Some(count),
            _ => None,
        }
    }

    /// Maximum salt values of a range of a part that feeds the salt as `text`; `None` if a range
    /// does not bound the salt.
    pub const fn reached_by_range(&self, text: &SaltText) -> Option<u32> {
        match (self, text) {
            (Self::RegionNumber { regions, .. }, SaltText::Format(_)) => Some(*regions),
            _ => None,
        }
    }
}

impl KeyLayout {
    /// The salt values that a scan reaches if the first `given` parts have values.
    ///
    /// ```
    /// use hbase_model::layout::{KeyLayout, SaltReach, ScanCost, ScanEnd};
    /// use hbase_model::{Encoding, PartLayout, Salt, SaltLayout, SaltText};
    /// let id = PartLayout::plain("id".into(), Encoding::Integer { width: 8, signed: false });
    /// let layout = KeyLayout {
    ///     salt: Some(SaltLayout { salt: Salt::Buckets { count: 16, text: false }, separator: None }),
    ///     parts: vec![PartLayout { salt: Some(SaltText::Whole), ..id }].into(),
    /// };
    /// let ranged = layout.salt_reach(0, ScanEnd::Range);
    /// assert_eq!(ranged, SaltReach::Each(16));
    /// assert_eq!(layout.scan_cost(0, ScanEnd::Range, ranged), ScanCost::FanOut(16));
    /// let known = layout.salt_reach(1, ScanEnd::Value);
    /// assert_eq!(layout.scan_cost(1, ScanEnd::Value, known), ScanCost::Point);
    /// ```
    pub fn salt_reach(&self, given: usize, end: ScanEnd) -> SaltReach {
        let Some(salt) = self.salt.as_ref().map(|layout| &layout.salt) else {
            return SaltReach::Unsalted;
        };
        let open = salt.fan_out().map_or(SaltReach::TooMany, SaltReach::Each);
        let mut parts = self.parts.iter().enumerate().rev();
        match parts.find_map(|(at, part)| Some((at, part.salt.as_ref()?))) {
            Some((last, _)) if last < given => SaltReach::Known,
            Some((last, text)) if last == given && end != ScanEnd::Value => {
                salt.reached_by_range(text).map_or(open, SaltReach::UpTo)
            }
            _ => open,
        }
    }

    /// Checks that a range of values of the part at `index` is a range of bytes.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn check_range(&self, index: usize) -> Result<(), NoRange> {
        let is_last = index + 1 == self.parts.len();
        self.parts[index].check_range()?;
        if self.parts[index].is_open() && !is_last {
            return Err(NoRange::Unseparated);
        }
        Ok(())
    }

    /// The cost of a scan whose first `given` parts have a value.
    pub fn scan_cost(&self, given: usize, end: ScanEnd, reach: SaltReach) -> ScanCost {
        let whole = given == self.parts.len() && end == ScanEnd::Value;
        match reach {
            SaltReach::Unsalted | SaltReach::Known if whole => ScanCost::Point,
            SaltReach::Unsalted | SaltReach::Known => ScanCost::One,
            SaltReach::Each(count) => ScanCost::FanOut(count),
            SaltReach::UpTo(count) => ScanCost::UpTo(count),
            SaltReach::TooMany => ScanCost::Unsupported,
        }
    }
}

impl PartLayout {
    /// Checks that a range of values is a range of bytes.
    ///
    /// # Errors
    /// The reason why it is not.
    pub fn check_range(&self) -> Result<(), NoRange> {
        // No byte is smaller than a NUL byte, so it keeps the order of the texts before it.
        let keeps_order = |bytes: &[u8]| bytes == [0] || self.is_desc_terminated();
        let closed = self
            .separator
            .as_deref()
            .is_some_and(|bytes| !keeps_order(bytes));
        Err(match &self.encoding {
            _ if self.reverse => NoRange::Reversed,
            _ if self.omit_none && (self.desc || self.is_descending()) => {
                NoRange::OmittedDescending
            }
            Encoding::Text { pad: Some(_), .. } => NoRange::Padded,
            Encoding::Text { width: None, .. } | Encoding::Bytes { width: None } if closed => {
                NoRange::Closed
            }
            Encoding::List(list) => return self.check_members(list),
            Encoding::Labels { .. } => NoRange::Labels,
            Encoding::LengthPrefixed { .. } => NoRange::LengthPrefixed,
            Encoding::Escaped(_) if closed => NoRange::Closed,
            Encoding::Escaped(escape) if !escape.keeps_order() => NoRange::Escaped,
            Encoding::DecimalText { .. } => NoRange::DecimalText,
            Encoding::JavaInteger { signed: true, .. } | Encoding::JavaFloat { .. } => {
                NoRange::JavaNumber
            }
            Encoding::Ordered(OrderedKind::BlobVar) => NoRange::OrderedBlob,
            Encoding::Custom(_) => NoRange::Custom,
            Encoding::Integer { .. }
            | Encoding::JavaInteger { signed: false, .. }
            | Encoding::Digits { .. }
            | Encoding::Text { .. }
            | Encoding::Escaped(_)
            | Encoding::Bytes { .. }
            | Encoding::Bool
            | Encoding::JavaBool
            | Encoding::Float { .. }
            | Encoding::Time(_)
            | Encoding::TimeOfDay { .. }
            | Encoding::Ordered(_) => return Ok(()),
        })
    }

    /// A list sorts by its elements if each member sorts as its values do: all elements have one width.
    fn check_members(&self, list: &ListEncoding) -> Result<(), NoRange> {
        list.members.iter().try_for_each(|member| {
            let encoding = member.clone();
            let part = Self {
                encoding,
                ..self.clone()
            };
            if part.is_descending() {
                return Err(NoRange::Custom);
            }
            part.check_range()
        })
    }

    /// Whether a domain and all below it are adjacent.
    pub const fn takes_domain(&self) -> bool {
        matches!(self.encoding, Encoding::Labels { .. })
            && !self.desc
            && !self.reverse
            && !self.omit_none
    }

    /// Whether a prefix of a value is a prefix of its bytes.
    pub fn takes_prefix(&self) -> bool {
        let has_prefixes = match &self.encoding {
            Encoding::Text { pad, .. } => !matches!(pad, Some(Pad::Left(_))),
            Encoding::Escaped(escape) => escape.keeps_prefixes(),
            Encoding::Bytes { .. } | Encoding::List(_) => true,
            _ => false,
        };
        has_prefixes && !self.desc && !self.reverse && !self.omit_none
    }
}

impl fmt::Display for NoRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Reversed => "it stands backwards",
            Self::Unseparated => {
                "without a separator, the part after it changes the sort order (`Parish2` sorts before `Paris`, followed by `x`)"
            }
            Self::Padded => "padded text has a range of texts, not of bytes",
            Self::Closed => {
                "the separator after it changes the sort order (`user10_` sorts before `user1_`)"
            }
            Self::Labels => {
                "its labels are in reverse order: `under(…)` selects a domain with all below it"
            }
            Self::LengthPrefixed => {
                "the length before it decides first, so `z` sorts before `aa`"
            }
            Self::Escaped => "the escaped texts sort differently",
            Self::DecimalText => "as decimal text 10 sorts before 9",
            Self::JavaNumber => "as Java writes them, negative numbers sort after positive ones",
            Self::OrderedBlob => {
                "`OrderedBytes` splits bytes into groups of seven bits, which sort differently: ff before fe 00"
            }
            Self::OmittedDescending => {
                "a key without it sorts first, though its values descend: no value is the largest"
            }
            Self::Custom => "only its type knows whether it implements `RangePart`",
        })
    }
}
