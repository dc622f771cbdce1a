//! `salt = …` of `#[rowkey]` on the struct.

use std::fmt::Display;
use std::ops::RangeInclusive;

use hbase_model::layout::Salt;
use syn::{Ident, Lit, token};

use crate::ast::Spanned;
use crate::read::{Entry, Opt, Place, Slot, among, did_you_mean, here, in_parens, list, value};

/// A salt as written; whether it is text or binary depends on the key.
#[derive(Clone)]
pub(crate) enum SaltSpec {
    Buckets(u16),
    Md5Hex { digits: u8, from: u8, upper: bool },
    Md5(u8),
    RegionNumber { regions: u32, width: u8 },
    JavaHash { buckets: u32, width: u8 },
    Random(u16),
    RoundRobin(u16),
}

const KINDS: [&str; 7] = [
    "buckets",
    "md5_hex",
    "md5",
    "region_number",
    "java_hash",
    "random",
    "round_robin",
];

const EXAMPLE: &str = "salt = buckets(16)";

// salt | salt = buckets(16) | …
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SaltSpec>> {
    if !opt.has_value() {
        return bare(opt);
    }
    opt.value(EXAMPLE)?;
    if !opt.input.peek(Ident) {
        let kinds = among(&KINDS);
        let message = format!("`salt` takes {kinds}: write `{EXAMPLE}`");
        return Err(here(opt.input, message));
    }
    let kind: Ident = opt.input.parse()?;
    let value = named(opt, &kind)?;
    Ok(Spanned::new(value, kind.span()))
}

fn bare(opt: &Opt<'_>) -> syn::Result<Spanned<SaltSpec>> {
    opt.flag()?;
    Ok(Spanned::new(SaltSpec::Buckets(16), opt.span()))
}

fn named(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltSpec> {
    let name = kind.to_string();
    match name.as_str() {
        "buckets" => few(opt, kind, "`buckets(…)`").map(SaltSpec::Buckets),
        "random" => few(opt, kind, "`random(…)`").map(SaltSpec::Random),
        "round_robin" => few(opt, kind, "`round_robin(…)`").map(SaltSpec::RoundRobin),
        "md5" => md5(opt, kind),
        "md5_hex" => md5_hex(opt, kind),
        "region_number" => numbered(opt, kind, "`region_number(…)`")
            .map(|(regions, width)| SaltSpec::RegionNumber { regions, width }),
        "java_hash" => numbered(opt, kind, "`java_hash(…)`")
            .map(|(buckets, width)| SaltSpec::JavaHash { buckets, width }),
        _ => Err(unknown(kind, &name)),
    }
}

fn unknown(kind: &Ident, name: &str) -> syn::Error {
    let message = match name {
        "last" | "first" | "format" => format!(
            "`{name}(…)` says what of one part feeds the salt: it belongs in `#[rowkey]` on that field"
        ),
        _ => {
            let meant = did_you_mean(name, &KINDS);
            format!("unknown salt `{name}`{meant}: expected {}", among(&KINDS))
        }
    };
    syn::Error::new(kind.span(), message)
}

// buckets(16): at most as many as one byte holds, so that they can be fanned out
fn few(opt: &Opt<'_>, kind: &Ident, written: &'static str) -> syn::Result<u16> {
    let mut args = Args::new(kind, written, &[], 2..=256);
    args.read(opt, &mut |o| Err(misplaced(&o, kind)))?;
    args.count()
}

// md5(2)
fn md5(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltSpec> {
    let mut args = Args::new(kind, "`md5(…)`", &[], 1..=16);
    args.read(opt, &mut |o| Err(misplaced(&o, kind)))?;
    args.count().map(SaltSpec::Md5)
}

// md5_hex(4, from = 8, upper)
fn md5_hex(opt: &Opt<'_>, kind: &Ident) -> syn::Result<SaltSpec> {
    let (mut from, mut upper) = (Slot::<u8>::default(), Slot::default());
    let mut args = Args::new(kind, "`md5_hex(…)`", &["from", "upper"], 1..=32);
    args.read(opt, &mut |o| match o.name().as_str() {
        "from" => from.fill(&o, |o| value::number(o, "from = 8", 0..=31)),
        "upper" => upper.set(&o),
        _ => Err(misplaced(&o, kind)),
    })?;
    let digits: u8 = args.count()?;
    if let Some(from) = from.spanned().filter(|f| f.value + digits > 32) {
        let message = format!(
            "`md5_hex({digits}, from = {})` ends behind the 32 digits of an MD5: `from` is at most {}",
            from.value,
            32 - digits
        );
        return Err(syn::Error::new(from.span, message));
    }
    Ok(SaltSpec::Md5Hex {
        digits,
        from: from.cloned().unwrap_or(0),
        upper: upper.said().is_some(),
    })
}

// region_number(6) | region_number(6, width = 2)
fn numbered(opt: &Opt<'_>, kind: &Ident, written: &'static str) -> syn::Result<(u32, u8)> {
    let mut width = Slot::default();
    let mut args = Args::new(kind, written, &["width"], 2..=u32::MAX);
    args.read(opt, &mut |o| match o.name().as_str() {
        "width" => width.fill(&o, |o| value::number(o, "width = 2", 1..=10)),
        _ => Err(misplaced(&o, kind)),
    })?;
    let count = args.count()?;
    Ok((count, width.cloned().unwrap_or_else(|| digits(count))))
}

/// The digits of the largest of so many numbers from 0.
pub(crate) fn digits(count: u32) -> u8 {
    let salt = Salt::RegionNumber {
        regions: count,
        width: 1,
    };
    u8::try_from(salt.max_width()).unwrap_or(u8::MAX)
}

fn misplaced(opt: &Opt<'_>, kind: &Ident) -> syn::Error {
    let owner = match opt.name().as_str() {
        "from" | "upper" => "`md5_hex`",
        "width" => "`region_number` and `java_hash`",
        _ => return opt.unknown(),
    };
    opt.error(format_args!(
        "`{}` has no effect in `{kind}(…)`: it is an option of {owner}",
        opt.name()
    ))
}

/// The parenthesized part of a salt: a count, then options.
struct Args<'k, T> {
    kind: &'k Ident,
    place: Place,
    range: RangeInclusive<T>,
    count: Option<T>,
    broken: Option<syn::Error>,
}

impl<'k, T> Args<'k, T>
where
    T: Copy + Display + PartialOrd + TryFrom<u64>,
{
    fn new(
        kind: &'k Ident,
        written: &'static str,
        options: &'static [&'static str],
        range: RangeInclusive<T>,
    ) -> Self {
        Self {
            kind,
            place: Place::Within(written, options),
            range,
            count: None,
            broken: None,
        }
    }

    fn read(
        &mut self,
        opt: &Opt<'_>,
        option: &mut dyn FnMut(Opt<'_>) -> syn::Result<()>,
    ) -> syn::Result<()> {
        if !opt.input.peek(token::Paren) {
            return Ok(());
        }
        in_parens(opt.input, |content| {
            list(content, self.place, &mut |entry| match entry {
                Entry::Literal(literal) => self.literal(&literal),
                Entry::Option(o) => option(o),
            })
        })
    }

    /// The first mistake in the count is kept for [`count`](Self::count), which gives it.
    fn literal(&mut self, literal: &Lit) -> syn::Result<()> {
        let kind = self.kind.to_string();
        let Lit::Int(number) = literal else {
            let message = format!("`{kind}` takes a number: write `{kind}(16)`");
            return Err(syn::Error::new(literal.span(), message));
        };
        if self.count.is_some() || self.broken.is_some() {
            let message = format!("`{kind}` takes one number: this is a second one");
            return Err(syn::Error::new(number.span(), message));
        }
        match value::in_range(number, &kind, self.range.clone()) {
            Ok(count) => self.count = Some(count.value),
            Err(error) => self.broken = Some(error),
        }
        Ok(())
    }

    fn count(self) -> syn::Result<T> {
        if let Some(error) = self.broken {
            return Err(error);
        }
        self.count.ok_or_else(|| {
            let kind = self.kind;
            let (least, most) = (self.range.start(), self.range.end());
            let message =
                format!("`{kind}` needs a number of {least} to {most}: write `salt = {kind}(16)`");
            syn::Error::new(kind.span(), message)
        })
    }
}
