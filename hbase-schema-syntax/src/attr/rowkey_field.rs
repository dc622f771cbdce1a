//! `#[rowkey]` on a field.

use hbase_model::layout::SaltText;
use hbase_model::time::Pattern;
use proc_macro2::Span;
use syn::{Attribute, Ident, Path, token};

use super::rowkey_struct::separator;
use crate::ast::Spanned;
use crate::errors::Sink;
use crate::read::{
    Entry, Opt, Place, Slot, among, did_you_mean, here, in_parens, read_attribute, value,
};

/// What `#[rowkey]` on a field says.
pub(crate) struct PartAttr {
    pub(crate) span: Span,
    pub(crate) salt: Slot<SaltText>,
    pub(crate) fixed: Slot<u16>,
    pub(crate) pad_left: Slot<u8>,
    pub(crate) pad_right: Slot<u8>,
    pub(crate) reverse_ts: Slot<()>,
    pub(crate) reverse: Slot<()>,
    pub(crate) desc: Slot<()>,
    pub(crate) ms_of_day: Slot<()>,
    pub(crate) minute_of_day: Slot<()>,
    pub(crate) separator: Slot<String>,
    pub(crate) text: Slot<()>,
    pub(crate) java: Slot<()>,
    pub(crate) ordered: Slot<()>,
    pub(crate) offset: Slot<i32>,
    pub(crate) truncate: Slot<()>,
    pub(crate) encoding: Slot<Path>,
    pub(crate) max: Slot<u16>,
    pub(crate) unseparated: Slot<()>,
}

/// The longest row key that `HBase` takes.
const LONGEST_KEY: u16 = i16::MAX.cast_unsigned();

impl PartAttr {
    pub(crate) fn read(attribute: &Attribute, sink: &Sink) -> Self {
        let mut attr = Self::empty(super::span_of(attribute));
        read_attribute(attribute, Place::Part, sink, |entry| match entry {
            Entry::Literal(literal) => Err(super::no_literal(&literal, Place::Part)),
            Entry::Option(opt) => attr.option(&opt),
        });
        attr
    }

    fn empty(span: Span) -> Self {
        Self {
            span,
            salt: Slot::default(),
            fixed: Slot::default(),
            pad_left: Slot::default(),
            pad_right: Slot::default(),
            reverse_ts: Slot::default(),
            reverse: Slot::default(),
            desc: Slot::default(),
            ms_of_day: Slot::default(),
            minute_of_day: Slot::default(),
            separator: Slot::default(),
            text: Slot::default(),
            java: Slot::default(),
            ordered: Slot::default(),
            offset: Slot::default(),
            truncate: Slot::default(),
            encoding: Slot::default(),
            max: Slot::default(),
            unseparated: Slot::default(),
        }
    }

    fn option(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        match opt.name().as_str() {
            "salt" => self.salt.fill(opt, salt_text),
            "fixed" => self.fixed.fill(opt, fixed),
            "max" => self.max.fill(opt, max),
            "pad_left" => self
                .pad_left
                .fill(opt, |opt| value::ascii(opt, "pad_left = '0'")),
            "pad_right" => self
                .pad_right
                .fill(opt, |opt| value::ascii(opt, "pad_right = ' '")),
            "separator" => self.separator.fill(opt, separator),
            "offset" => self.offset.fill(opt, offset),
            "encoding" => self
                .encoding
                .fill(opt, |opt| value::path(opt, "encoding = my::Encoding")),
            _ => self.flag(opt),
        }
    }

    fn flag(&mut self, opt: &Opt<'_>) -> syn::Result<()> {
        match opt.name().as_str() {
            "reverse_ts" => self.reverse_ts.set(opt),
            "reverse" => self.reverse.set(opt),
            "desc" => self.desc.set(opt),
            "ms_of_day" => self.ms_of_day.set(opt),
            "minute_of_day" => self.minute_of_day.set(opt),
            "text" => self.text.set(opt),
            "java" => self.java.set(opt),
            "ordered" => self.ordered.set(opt),
            "truncate" => self.truncate.set(opt),
            "unseparated" => self.unseparated.set(opt),
            _ => Err(opt.unknown()),
        }
    }

    /// Whether it is a time for certain, other than a time of day.
    pub(crate) fn is_time(&self) -> bool {
        let of_day = self.ms_of_day.said().or(self.minute_of_day.said());
        let time = self.reverse_ts.said().or(self.offset.said());
        of_day.is_none() && time.or(self.truncate.said()).is_some()
    }

    /// The options on how it is written, and where each was said.
    pub(crate) fn said(&self) -> [(&'static str, Option<Span>); 14] {
        [
            ("fixed", self.fixed.said()),
            ("pad_left", self.pad_left.said()),
            ("pad_right", self.pad_right.said()),
            ("reverse_ts", self.reverse_ts.said()),
            ("reverse", self.reverse.said()),
            ("desc", self.desc.said()),
            ("ms_of_day", self.ms_of_day.said()),
            ("minute_of_day", self.minute_of_day.said()),
            ("text", self.text.said()),
            ("java", self.java.said()),
            ("ordered", self.ordered.said()),
            ("offset", self.offset.said()),
            ("truncate", self.truncate.said()),
            ("encoding", self.encoding.said()),
        ]
    }
}

// fixed = 14
fn fixed(opt: &Opt<'_>) -> syn::Result<Spanned<u16>> {
    value::number(opt, "fixed = 14", 1..=LONGEST_KEY)
}

// max = 12
fn max(opt: &Opt<'_>) -> syn::Result<Spanned<u16>> {
    value::number(opt, "max = 12", 1..=LONGEST_KEY)
}

const SALT_TEXTS: [&str; 3] = ["first", "last", "format"];

// salt | salt = last(4) | salt = first(4) | salt = format("yyyyMM")
fn salt_text(opt: &Opt<'_>) -> syn::Result<Spanned<SaltText>> {
    if !opt.has_value() {
        opt.flag()?;
        return Ok(Spanned::new(SaltText::Whole, opt.span()));
    }
    opt.value("salt = last(4)")?;
    if !opt.input.peek(Ident) {
        let message = format!(
            "`salt` takes {}: write `salt = last(4)`",
            among(&SALT_TEXTS)
        );
        return Err(here(opt.input, message));
    }
    let kind: Ident = opt.input.parse()?;
    let value = chosen(opt, &kind)?;
    Ok(Spanned::new(value, kind.span()))
}

fn chosen(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltText> {
    match kind.to_string().as_str() {
        "first" => characters(opt, kind).map(SaltText::First),
        "last" => characters(opt, kind).map(SaltText::Last),
        "format" => pattern(opt, kind),
        other => Err(syn::Error::new(kind.span(), unknown_text(other))),
    }
}

fn unknown_text(name: &str) -> String {
    const SALTS: [&str; 7] = [
        "buckets",
        "md5_hex",
        "md5",
        "region_number",
        "java_hash",
        "random",
        "round_robin",
    ];
    if SALTS.contains(&name) {
        return format!(
            "`{name}(…)` salts the whole key: it belongs in `#[rowkey(salt = {name}(…))]` on the \
             struct; mark the field with `salt` alone"
        );
    }
    let meant = did_you_mean(name, &SALT_TEXTS);
    let all = among(&SALT_TEXTS);
    format!("unknown `salt` `{name}`{meant}: expected {all}, or `salt` alone for the whole part")
}

fn characters(opt: &Opt<'_>, kind: &Ident) -> syn::Result<u16> {
    let example = format!("salt = {kind}(4)");
    if !opt.input.peek(token::Paren) {
        let message = format!("`{kind}` needs a number of characters: write `{example}`");
        return Err(syn::Error::new(kind.span(), message));
    }
    let kind = kind.to_string();
    in_parens(opt.input, |content| {
        value::number_here(content, &kind, &example, 1..=LONGEST_KEY).map(|n| n.value)
    })
}

fn pattern(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltText> {
    let example = "salt = format(\"yyyyMM\")";
    if !opt.input.peek(token::Paren) {
        let message = format!("`format` needs a pattern: write `{example}`");
        return Err(syn::Error::new(kind.span(), message));
    }
    let text = in_parens(opt.input, |content| {
        value::text_here(content, "format", example)
    })?;
    match Pattern::new(&text.value) {
        Ok(_) => Ok(SaltText::Format(text.value.into())),
        Err(wrong) => Err(syn::Error::new(
            text.span,
            format_args!("`format`: {wrong}: write `{example}`"),
        )),
    }
}

// offset = "+08:00"
fn offset(opt: &Opt<'_>) -> syn::Result<Spanned<i32>> {
    let text = value::text(opt, "offset = \"+08:00\"")?;
    match offset_seconds(&text.value) {
        Some(value) => Ok(Spanned::new(value, text.span)),
        None => Err(syn::Error::new(
            text.span,
            format_args!(
                "`offset = \"{}\"` is no offset from UTC between -18:00 and +18:00: write `offset = \"+08:00\"`",
                text.value
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
