//! Checks that split points match the salt.

use std::borrow::Cow;

use super::{SplitError, Splits};
use crate::layout::{Encoding, KeyLayout, Salt, SaltLayout};
use crate::primitive::big_endian;
use crate::printable::Printable;

/// The first byte of the part after a salt without a separator.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FirstByte {
    /// Always below this byte.
    Below(u8),
    /// Any byte.
    Any,
}

impl FirstByte {
    /// The first byte of a part in this encoding.
    pub const fn of(encoding: &Encoding) -> Self {
        match encoding {
            // A minus sign, too, sorts below the digits.
            Encoding::Digits { .. } | Encoding::DecimalText { .. } => Self::Below(b':'),
            Encoding::Time(format) if format.kind.is_digits() => Self::Below(b':'),
            Encoding::Bool => Self::Below(2),
            Encoding::Ordered(_) => Self::Below(0x38),
            Encoding::Integer { .. }
            | Encoding::JavaInteger { .. }
            | Encoding::JavaBool
            | Encoding::JavaFloat { .. }
            | Encoding::Text { .. }
            | Encoding::Escaped(_)
            | Encoding::Labels { .. }
            | Encoding::LengthPrefixed { .. }
            | Encoding::List(_)
            | Encoding::Bytes { .. }
            | Encoding::Float { .. }
            | Encoding::Time(_)
            | Encoding::TimeOfDay { .. }
            | Encoding::Custom(_) => Self::Any,
        }
    }
}

impl Splits {
    /// Checks that the split points match the salt of this layout.
    pub fn check_layout(&self, layout: &KeyLayout) -> Result<(), SplitError> {
        let first = match layout.parts.first() {
            Some(part) if !part.desc || part.encoding.is_digits() => FirstByte::of(&part.encoding),
            _ => FirstByte::Any,
        };
        self.check_salt(layout.salt.as_ref(), first)
    }

    /// Checks that the split points match the salt. Without a salt, only splits by region number
    /// are errors, since the first part may have any value.
    ///
    /// ```
    /// use hbase_model::splits::FirstByte;
    /// use hbase_model::{Salt, SaltLayout, Splits};
    /// let salt = SaltLayout {
    ///     salt: Salt::Md5Hex { digits: 4, from: 0, upper: true, joined: None },
    ///     separator: None,
    /// };
    /// let splits = Splits::HexString { regions: 16 };
    /// let error = splits.check_salt(Some(&salt), FirstByte::Any).unwrap_err();
    /// assert!(error.to_string().contains("lower-case"));
    /// ```
    pub fn check_salt(
        &self,
        salt: Option<&SaltLayout>,
        first: FirstByte,
    ) -> Result<(), SplitError> {
        let numbered = matches!(self, Self::NumberPipe { .. } | Self::PerBucket { .. });
        let Some(layout) = salt else {
            if numbered {
                return Err(self.misaligned("a salt", "none", "add a salt with as many values"));
            }
            return Ok(());
        };
        let salt = &layout.salt;
        match self {
            Self::None => Ok(()),
            Self::HexString { .. } => self.check_hex(salt),
            Self::Uniform { .. } => self.check_uniform(salt),
            Self::DecimalString { .. } => self.check_decimal(salt),
            Self::NumberPipe { regions, width } => {
                self.check_number(salt, *regions, *width)?;
                self.check_behind(layout, first)
            }
            Self::PerBucket { buckets, digits } => self.check_bucket(salt, *buckets, *digits),
            Self::Keys(keys) => keys.iter().try_for_each(|key| self.check_key(salt, key)),
        }
    }

    fn check_hex(&self, salt: &Salt) -> Result<(), SplitError> {
        let fix = match salt {
            Salt::Md5Hex { upper: false, .. } => return self.check_values(salt),
            Salt::Md5Hex { .. } => "leave out `upper`".to_owned(),
            _ => format!("use `md5_hex(4)`, or {}", fitting(salt)),
        };
        Err(self.misaligned("a salt of lower-case hex digits", format!("`{salt}`"), fix))
    }

    fn check_uniform(&self, salt: &Salt) -> Result<(), SplitError> {
        if is_any_bytes(salt) {
            return self.check_values(salt);
        }
        let expected = "a binary salt that takes every value";
        Err(self.misaligned(
            expected,
            format!("`{salt}`"),
            format!("use {}", fitting(salt)),
        ))
    }

    fn check_decimal(&self, salt: &Salt) -> Result<(), SplitError> {
        let width = salt.width().and_then(|width| u32::try_from(width).ok());
        let every = width.and_then(|width| 10_u32.checked_pow(width));
        if is_decimal(salt) && every.is_some() && salt.values() == every {
            return self.check_values(salt);
        }
        let expected = "a salt of decimal digits that takes every value";
        Err(self.misaligned(
            expected,
            format!("`{salt}`"),
            format!("use {}", fitting(salt)),
        ))
    }

    /// Checks that there are no more regions than salt values: the others would stay empty.
    fn check_values(&self, salt: &Salt) -> Result<(), SplitError> {
        let values = salt.values().map_or(usize::MAX, |values| values as usize);
        if self.regions() <= values {
            return Ok(());
        }
        Err(self.misaligned(
            format!("a salt of at least {} values", self.regions()),
            format!("`{salt}` with {values}"),
            "use fewer regions, or a longer salt",
        ))
    }

    fn check_number(&self, salt: &Salt, count: u32, width: u8) -> Result<(), SplitError> {
        let same = salt.values() == Some(count) && salt.number_width() == Some(width.into());
        if is_decimal(salt) && same {
            return Ok(());
        }
        Err(self.misaligned(
            format!("a salt of {count} values in {width} decimal digits"),
            format!("`{salt}`"),
            format!("use {}", fitting(salt)),
        ))
    }

    /// A key whose number is followed by `|` or a greater byte sorts after its own split point.
    fn check_behind(&self, layout: &SaltLayout, first: FirstByte) -> Result<(), SplitError> {
        let separator = layout
            .separator
            .as_ref()
            .and_then(|bytes| bytes.first().copied());
        let (below, found) = match (separator, first) {
            (Some(byte), _) => (byte < b'|', format!("the separator {:?}", char::from(byte))),
            (None, FirstByte::Below(limit)) => (limit <= b'|', format!("a byte below {limit}")),
            (None, FirstByte::Any) => (false, "a byte that may be any".to_owned()),
        };
        if below {
            return Ok(());
        }
        Err(self.misaligned(
            "a byte below `|` after the salt",
            found,
            "set `separator = \"_\"`, or split per bucket: such a row lands one region late",
        ))
    }

    fn check_bucket(
        &self,
        salt: &Salt,
        buckets: u32,
        digits: Option<u8>,
    ) -> Result<(), SplitError> {
        let Some(width) = digits else {
            let one_byte = !salt.is_text() && salt.width() == Some(1);
            if one_byte && salt.values() == Some(buckets) {
                return Ok(());
            }
            return Err(self.misaligned(
                format!("a salt of one byte with {buckets} values"),
                format!("`{salt}`"),
                format!("use {}", fitting(salt)),
            ));
        };
        self.check_number(salt, buckets, width)
    }

    /// Checks that a split key starts with a value of the salt.
    fn check_key(&self, salt: &Salt, key: &[u8]) -> Result<(), SplitError> {
        let start = &key[..key.len().min(salt.max_width())];
        if starts_value(salt, start) {
            return Ok(());
        }
        Err(self.misaligned(
            format!("keys that start with a value of `{salt}`"),
            format!("\"{}\"", Printable(key)),
            format!("use {}", fitting(salt)),
        ))
    }

    fn misaligned(
        &self,
        expected: impl Into<String>,
        found: impl Into<String>,
        fix: impl Into<String>,
    ) -> SplitError {
        SplitError::Misaligned {
            splits: self.kind(),
            expected: expected.into(),
            found: found.into(),
            fix: fix.into(),
        }
    }

    const fn kind(&self) -> &'static str {
        match self {
            Self::None => "no splits",
            Self::HexString { .. } => "hex string splits",
            Self::Uniform { .. } => "uniform splits",
            Self::DecimalString { .. } => "decimal string splits",
            Self::NumberPipe { .. } => "`n|` splits",
            Self::PerBucket { .. } => "splits per bucket",
            Self::Keys(_) => "split keys",
        }
    }
}

/// Whether each sequence of bytes of its width is a value of the salt.
fn is_any_bytes(salt: &Salt) -> bool {
    let width = salt.width().and_then(|width| u32::try_from(width).ok());
    let every = width.and_then(|width| 256_u32.checked_pow(width));
    let has_every = every.is_some() && salt.values() == every;
    matches!(salt, Salt::Md5 { .. }) || (!salt.is_text() && has_every)
}

const fn is_decimal(salt: &Salt) -> bool {
    salt.is_text() && !matches!(salt, Salt::Md5Hex { .. })
}

/// The splits that match a salt, for the end of an error message.
fn fitting(salt: &Salt) -> Cow<'static, str> {
    match (salt, salt.values(), salt.number_width().or(salt.width())) {
        (Salt::Md5Hex { upper: true, .. }, ..) => "`md5_hex` without `upper`".into(),
        (Salt::Md5Hex { .. }, ..) => "hex string splits".into(),
        (Salt::Md5 { .. }, ..) => "uniform splits".into(),
        (_, Some(values), Some(width)) if salt.is_text() => {
            format!("splits for {values} values in {width} digits").into()
        }
        (Salt::With { .. }, _, Some(2..)) if is_any_bytes(salt) => "uniform splits".into(),
        (_, Some(values), _) => format!("splits per bucket for {values} values").into(),
        _ => "a salt of a fixed width".into(),
    }
}

fn starts_value(salt: &Salt, start: &[u8]) -> bool {
    let hex = |letter: u8| {
        start
            .iter()
            .all(|b| b.is_ascii_digit() || (letter..letter + 6).contains(b))
    };
    match salt {
        Salt::Md5 { .. } => true,
        Salt::Md5Hex { upper, .. } => hex(if *upper { b'A' } else { b'a' }),
        _ if salt.is_text() => starts_number(salt, start),
        _ => starts_bytes(salt, start),
    }
}

/// Whether the smallest value with these first bytes is one of the salt.
fn starts_bytes(salt: &Salt, start: &[u8]) -> bool {
    let missing = salt.max_width().saturating_sub(start.len());
    let padding = std::iter::repeat_n(&0, missing);
    let number = big_endian(start.iter().chain(padding));
    number.is_some_and(|number| Some(number) < salt.values())
}

/// Whether the smallest number with this prefix is a value of the salt.
fn starts_number(salt: &Salt, start: &[u8]) -> bool {
    let digits = start.iter().take_while(|byte| byte.is_ascii_digit());
    let given = digits.clone().count();
    let shorter = given < start.len() && salt.width().is_some();
    let missing = salt.max_width().saturating_sub(given);
    let padding = std::iter::repeat_n(&b'0', if salt.width().is_some() { missing } else { 0 });
    let number = digits.chain(padding).try_fold(0_u32, |sum, digit| {
        sum.checked_mul(10)?.checked_add((digit - b'0').into())
    });
    !shorter && given > 0 && number.is_some() && number < salt.values()
}
