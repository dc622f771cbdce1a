//! `#[rowkey]` on a field.

use hbase_model::escape::Replacement;
use hbase_model::layout::SaltText;
use hbase_model::primitive::LengthPrefix;
use hbase_model::time::TimeKind;
use syn::Path;

use super::options::options;
use super::parsed::Attr;
use super::{SetOptions, escape, key, salt_text, ttl};
use crate::ast::Spanned;
use crate::read::value::{ascii, flag, number, path};
use crate::read::{Opt, OptionList, OptionSet, OptionSpec, TakesName, value};

options! {
    /// The options of `#[rowkey]` on a field.
    PartOptions, PartOption {
        /// Exactly this many bytes; for a time 8, 14, 17 (calendar digits), 13 or 19 (milliseconds since 1970), and 10 with
        /// `seconds`.
        Fixed fixed: u16 = "fixed = 14" by number(1..=LONGEST_KEY);
        /// The character that pads a shorter text on the left, up to `fixed`.
        PadLeft pad_left: u8 = "pad_left = '0'" by ascii;
        /// The same, on the right.
        PadRight pad_right: u8 = "pad_right = ' '" by ascii;
        /// A time, newest first; 8 bytes without `fixed`, `format` and `seconds`.
        ReverseTs reverse_ts: () = "reverse_ts" by flag;
        /// A time in seconds since 1970: 4 bytes, or 10 digits with `fixed = 10`.
        Seconds seconds: () = "seconds" by flag;
        /// A time as its negative number of milliseconds since 1970, in 8 bytes: newest first.
        NegatedTs negated_ts: () = "negated_ts" by flag;
        /// A time as the first digits of `yyyyMMddHHmmssSSS`.
        Format format: TimeKind = "format = \"yyyyMMddHH\"" by format;
        /// Only times that are multiples of this period (`s`, `m`, `h`, `d`, `w`; at most 49 days), such as whole hours. A
        /// scan's range includes each period that it overlaps. With `truncate`, other times are rounded down.
        Align align: u32 = "align = \"1h\"" by align;
        /// Text or a time's digits, reversed.
        Reverse reverse: () = "reverse" by flag;
        /// Descending; also for a time of day or a time in digits.
        Desc desc: () = "desc" by flag;
        /// A time of day in 4 bytes: milliseconds since midnight.
        MsOfDay ms_of_day: () = "ms_of_day" by flag;
        /// A time of day in 2 bytes: minutes since midnight.
        MinuteOfDay minute_of_day: () = "minute_of_day" by flag;
        /// A number as decimal digits, without padding.
        Text text: () = "text" by flag;
        /// A number, boolean or time, encoded like Java's `Bytes.toBytes`.
        Java java: () = "java" by flag;
        /// A number or text, encoded like `HBase`'s `OrderedBytes`; text may contain any character but NUL, even a
        /// separator.
        Ordered ordered: () = "ordered" by flag;
        /// The offset from UTC of a time's calendar digits, and of the periods of `align` (default UTC).
        Offset offset: i32 = "offset = \"+08:00\"" by offset;
        /// Truncates times that are finer than the digits or than `align`; by default they are errors.
        Truncate truncate: () = "truncate" by flag;
        /// Text or bytes after their length: one byte, two bytes (big-endian), or a `varint` as Hadoop's
        /// `WritableUtils.writeVInt`. Such keys sort by the length first, so they have no ranges and no prefixes.
        Length length: LengthPrefix = "length = u16" by length;
        /// Text with its labels in reverse order, such as a host: `www.foo.com` is written as `com.foo.www`. Scans select a domain
        /// and all below it by `under("foo.com")`.
        ReverseLabels reverse_labels: u8 = "reverse_labels = \".\"" by labels;
        /// Text in which characters are replaced, so that it cannot contain a separator: one after another in this order,
        /// undone in the reverse order. It must be possible to restore every text, and no escaped text may contain the
        /// separator that follows.
        Escape escape: Vec<Spanned<Replacement>> = "escape(\"%\" = \"%9$\", \"!\" = \"%0$\")" by escape::read;
        /// Your own encoding.
        Encoding encoding: Path = "encoding = my::Encoding" by path;
        /// A list at the end of the key: a `Vec` of key parts of a fixed width, or of tuples of them, one after another. Scans
        /// select lists by `prefix([…])` and by their elements: `matching(Load::TAGS.contains((1, 7)))`.
        Repeat repeat: () = "repeat" by flag;
        /// The elements of the list ascend by their bytes, without duplicates: other lists are errors.
        Sorted sorted: () = "sorted" by flag;
        /// Maximum bytes, for text and bytes of varying length, and for lists; checked when a key is encoded.
        Max max: u16 = "max = 12" by number(1..=LONGEST_KEY);
        /// No separator after this part of varying length: its end is determined from the end of the key, so
        /// every part after it must have a fixed width (`Paris20140512`). A scan by one value also reads rows
        /// of longer values (`Parish…`) and skips them: its cost is `Wider<…>`.
        Unseparated unseparated: () = "unseparated" by flag;
        /// Feeds the salt with the part's bytes in the key. Without a salt on the struct it means
        /// `buckets(16)`. For the salts `region_number` and `java_hash` it may select characters.
        Salt salt: SaltText = "salt = last(4)" by salt_text::read, values salt_text::described;
        /// The separator after this part, instead of the key's. With `separator = none`, the next part follows directly.
        Separator separator: Option<Vec<u8>> = "separator = \"-\"" by own_separator;
        /// The bytes after this part of varying length, instead of a separator, even if it is the last. With `desc`, the
        /// text is inverted, and so is the terminator, which must be a NUL byte.
        Terminator terminator: Vec<u8> = "terminator = b\"\\0\"" by key::separator;
        /// An `Option` at the end of the key; `None` adds no bytes: the key then ends after the part before, without the
        /// separator between them. All later parts need `omit_none` too.
        OmitNone omit_none: () = "omit_none" by flag;
    }
}

/// `#[rowkey]` on a field.
pub(super) const SET: OptionSet = OptionSet {
    written: "`#[rowkey]` on a field",
    example: "#[rowkey(fixed = 14)]",
    takes_name: TakesName::No,
    options: &[OptionList::Own(PartOption::SPECS)],
};

/// The longest row key of `HBase`, in bytes.
pub(super) const LONGEST_KEY: u16 = i16::MAX.cast_unsigned();

/// `#[rowkey]`, on a field.
pub(crate) type PartAttr = Attr<PartOptions>;

impl PartOption {
    /// The descriptions of the options that a cell has too, before `escape`, which is declared last but one.
    pub(super) const OF_CELLS: &[OptionSpec] = Self::SPECS.split_at(Self::OF_ENCODING.len() - 2).0;

    /// The description of `encoding`.
    pub(super) const OWN: &[OptionSpec] = &[Self::Encoding.spec()];

    /// The options that choose or modify the encoding.
    pub(crate) const OF_ENCODING: [Self; 21] = [
        Self::Fixed,
        Self::PadLeft,
        Self::PadRight,
        Self::ReverseTs,
        Self::Seconds,
        Self::NegatedTs,
        Self::Format,
        Self::Align,
        Self::Reverse,
        Self::Desc,
        Self::MsOfDay,
        Self::MinuteOfDay,
        Self::Text,
        Self::Java,
        Self::Ordered,
        Self::Offset,
        Self::Truncate,
        Self::Length,
        Self::ReverseLabels,
        Self::Escape,
        Self::Encoding,
    ];
}

impl PartOption {
    /// The options of times; some of them also apply to a time of day.
    pub(crate) const OF_TIMES: [Self; 7] = [
        Self::ReverseTs,
        Self::Seconds,
        Self::NegatedTs,
        Self::Format,
        Self::Align,
        Self::Offset,
        Self::Truncate,
    ];
}

impl PartOptions {
    /// Whether the options imply a time, other than a time of day.
    pub(crate) fn is_time(&self) -> bool {
        use PartOption::{MinuteOfDay, MsOfDay};
        self.has_any(&PartOption::OF_TIMES) && !self.has_any(&[MsOfDay, MinuteOfDay])
    }

    /// Whether no separator follows the part: `separator = none`.
    pub(crate) fn has_no_separator(&self) -> bool {
        self.separator.get().is_some_and(Option::is_none)
    }

    /// The part's own separator.
    pub(crate) fn own_separator(&self) -> Option<Spanned<&[u8]>> {
        let separator = self.separator.spanned()?;
        Some(Spanned::new(separator.value.as_deref()?, separator.span))
    }

    /// The way to write the part if it is a time; `None` if its width is not one of a time.
    pub(crate) fn time_kind(&self) -> Option<TimeKind> {
        if self.negated_ts.is_set() {
            return Some(TimeKind::NegatedMillis);
        }
        if let Some(kind) = self.format.get() {
            return Some(*kind);
        }
        let width = self.fixed.get().copied();
        match (self.seconds.is_set(), width) {
            (true, None) => Some(TimeKind::Seconds),
            (true, Some(10)) => Some(TimeKind::Seconds10),
            (true, Some(_)) => None,
            (false, None) => Some(TimeKind::Millis),
            (false, Some(width)) => {
                let width = u8::try_from(width).ok().filter(|w| Self::TIMES.contains(w));
                width.and_then(TimeKind::of_digits)
            }
        }
    }

    /// The digits of a time that `fixed` sets without `seconds`.
    pub(crate) const TIMES: [u8; 5] = [8, 13, 14, 17, 19];
}

// separator = "-" | separator = b"\xff" | separator = none
fn own_separator(opt: &Opt<'_>) -> syn::Result<Spanned<Option<Vec<u8>>>> {
    if !opt.has_word() {
        return key::separator(opt).map(|bytes| bytes.map(Some));
    }
    let none = value::word(opt, &[("none".to_owned(), None)]);
    none.map_err(|error| {
        let message = format!("{error}, or bytes in quotes, as in `{}`", opt.example());
        syn::Error::new(error.span(), message)
    })
}

// reverse_labels = "."
fn labels(opt: &Opt<'_>) -> syn::Result<Spanned<u8>> {
    let text = value::text(opt)?;
    match text.value.as_bytes() {
        [byte] if byte.is_ascii() => Ok(Spanned::new(*byte, text.span)),
        _ => Err(syn::Error::new(
            text.span,
            format_args!(
                "`reverse_labels` takes the one ASCII character between labels, not {:?}: write `{}`",
                text.value,
                opt.example()
            ),
        )),
    }
}

// length = u16
fn length(opt: &Opt<'_>) -> syn::Result<Spanned<LengthPrefix>> {
    let words = LengthPrefix::ALL.map(|length| (length.name().to_owned(), length));
    if opt.has_value() && !opt.has_word() {
        let message = format!(
            "`length` takes `u8`, `u16` or `varint`, which states the length of each value: write `{}`, or `fixed = n` if all \
             values have one length",
            opt.example()
        );
        return Err(opt.error(message));
    }
    value::word(opt, &words)
}

// format = "yyyyMMddHH"
fn format(opt: &Opt<'_>) -> syn::Result<Spanned<TimeKind>> {
    let text = value::text(opt)?;
    match TimeKind::of_pattern(&text.value) {
        Some(kind) => Ok(Spanned::new(kind, text.span)),
        None => Err(syn::Error::new(
            text.span,
            format_args!(
                "`format = \"{}\"` is not a date in digits: expected the first fields of `yyyyMMddHHmmssSSS`, as in \
                 `{}`",
                text.value,
                opt.example()
            ),
        )),
    }
}

// align = "1h" | align = "1h 30m"
fn align(opt: &Opt<'_>) -> syn::Result<Spanned<u32>> {
    let text = value::text(opt)?;
    let wrong = |reason: &str| {
        let (found, example) = (&text.value, opt.example());
        let message = format!("`align = \"{found}\"`: {reason}: write `{example}`");
        syn::Error::new(text.span, message)
    };
    let seconds = match ttl::sum_of(&text.value) {
        Err(_) if text.value.contains("ms") => Err(wrong("it is finer than a second")),
        seconds => seconds.map_err(|reason| wrong(&reason)),
    }?;
    let ms = u32::try_from(seconds.saturating_mul(1000));
    match ms {
        Ok(0) => Err(wrong("it is not a period")),
        Ok(ms) => Ok(Spanned::new(ms, text.span)),
        Err(_) => Err(syn::Error::new(
            text.span,
            format_args!(
                "`align = \"{}\"` is over 49 days: write a shorter period",
                text.value
            ),
        )),
    }
}

// offset = "+08:00"
fn offset(opt: &Opt<'_>) -> syn::Result<Spanned<i32>> {
    let text = value::text(opt)?;
    match offset_seconds(&text.value) {
        Some(value) => Ok(Spanned::new(value, text.span)),
        None => Err(syn::Error::new(
            text.span,
            format_args!(
                "`offset = \"{}\"` is not an offset from UTC between -18:00 and +18:00: write `{}`",
                text.value,
                opt.example()
            ),
        )),
    }
}

/// `+08:00` or `-05:30`, as seconds.
fn offset_seconds(text: &str) -> Option<i32> {
    let (sign, rest) = match text.split_at_checked(1)? {
        ("+", rest) => (1, rest),
        ("-", rest) => (-1, rest),
        _ => return None,
    };
    let (hours, minutes) = rest.split_once(':')?;
    let two_digits = |s: &str| {
        let digits = s.len() == 2 && s.bytes().all(|b| b.is_ascii_digit());
        digits.then(|| s.parse::<i32>().ok()).flatten()
    };
    let (hours, minutes) = (two_digits(hours)?, two_digits(minutes)?);
    let seconds = hours * 3600 + minutes * 60;
    (minutes < 60 && seconds <= 18 * 3600).then_some(sign * seconds)
}
