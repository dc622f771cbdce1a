//! `splits = …` of `#[table]`.

use hbase_model::splits::MAX_REGIONS;
use syn::parse::ParseBuffer;
use syn::{Lit, Token, bracketed, token};

use super::arguments::{self, Kind, Leading, NONE, OF_BUCKETS, OF_FORMAT, OF_NUMBER};
use super::split_format;
use crate::ast::Spanned;
use crate::read::{Entry, Opt, OptionSet, Value, list};

/// The splits as in the source; the salt may complete them.
pub(crate) enum SplitsSpec {
    HexString(u32),
    Uniform(u32),
    DecimalString(u32),
    NumberPipe {
        regions: Option<u32>,
        width: Option<u8>,
    },
    PerBucket(PerBucket),
    Keys(Vec<Spanned<Vec<u8>>>),
}

/// Split points at the values of a salt.
#[derive(Clone, Copy, Debug, Default)]
pub(crate) struct PerBucket {
    /// The number of values, if it is set.
    pub(crate) buckets: Option<u32>,
    /// The values between two split points, if it is set.
    pub(crate) step: Option<u32>,
    /// The width to which NUL bytes pad a split point, if it is set.
    pub(crate) width: Option<u8>,
}

#[allow(clippy::cast_possible_truncation, reason = "it fits 32 bits")]
const REGIONS: std::ops::RangeInclusive<u32> = 2..=MAX_REGIONS as u32;

const KINDS: &[Kind<SplitsSpec>] = &[
    Kind {
        name: "hex_string",
        set: OptionSet::list("`hex_string(…)`", NONE),
        example: "splits = hex_string(16)",
        doc: "`HBase`'s `HexStringSplit`, for keys that start with hex digits.",
        leading: Leading::Number(REGIONS),
        make: |arguments| arguments.count().map(SplitsSpec::HexString),
    },
    Kind {
        name: "uniform",
        set: OptionSet::list("`uniform(…)`", NONE),
        example: "splits = uniform(16)",
        doc: "`HBase`'s `UniformSplit`, for keys that start with any bytes.",
        leading: Leading::Number(REGIONS),
        make: |arguments| arguments.count().map(SplitsSpec::Uniform),
    },
    Kind {
        name: "decimal_string",
        set: OptionSet::list("`decimal_string(…)`", NONE),
        example: "splits = decimal_string(10)",
        doc: "`HBase`'s `DecimalStringSplit`, for keys that start with decimal digits.",
        leading: Leading::Number(REGIONS),
        make: |arguments| arguments.count().map(SplitsSpec::DecimalString),
    },
    Kind {
        name: "number_pipe",
        set: OptionSet::list("`number_pipe(…)`", OF_NUMBER),
        example: "splits = number_pipe(6, width = 1)",
        doc: "The keys `0|`, `1|`, …, for a salt of numbers.",
        leading: Leading::Number(REGIONS),
        make: |arguments| {
            Ok(SplitsSpec::NumberPipe {
                regions: arguments.optional_count(),
                width: arguments.width(10)?,
            })
        },
    },
    Kind {
        name: "per_bucket",
        set: OptionSet::list("`per_bucket(…)`", OF_BUCKETS),
        example: "splits = per_bucket(16)",
        doc: "One region for each value of the salt; `step = 2`: for each second value; `width = 16`: split points of 16 \
              bytes, padded with NUL bytes.",
        leading: Leading::Number(REGIONS),
        make: |arguments| {
            Ok(SplitsSpec::PerBucket(PerBucket {
                buckets: arguments.optional_count(),
                step: arguments.options.step.cloned(),
                width: arguments.width(255)?,
            }))
        },
    },
    Kind {
        name: "format",
        set: OptionSet::list("`format(…)`", OF_FORMAT),
        example: "splits = format(\"user{}\", 1000..=9999, count = 300)",
        doc: "300 split points, at equal distances after `user1000`, up to `user9999`; `{:04}`: at least four digits, \
              `{:04x}`: hex digits; `step = 29`, instead of `count`: `user1000`, `user1029`, ….",
        leading: Leading::Format,
        make: |arguments| split_format::keys(arguments).map(SplitsSpec::Keys),
    },
];

/// The splits, for `OPTIONS.md`.
pub(super) fn described() -> Vec<Value> {
    let mut values = arguments::described(KINDS);
    values.push(Value {
        written: String::from("splits = [\"a\", b\"\\x80\"]"),
        doc: "These keys.",
    });
    values
}

// splits = hex_string(16) | … | ["a", b"\x80"]
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SplitsSpec>> {
    if opt.input.peek(Token![=]) && opt.input.peek2(token::Bracket) {
        opt.value()?;
        return keys(opt);
    }
    arguments::read(opt, KINDS, ", or a list of keys", |_| None)
}

// ["a", b"\x80"]
fn keys(opt: &Opt<'_>) -> syn::Result<Spanned<SplitsSpec>> {
    let content;
    let bracket = bracketed!(content in opt.input);
    let keys = keys_in(&content, opt.others)?;
    Ok(Spanned::new(SplitsSpec::Keys(keys), bracket.span.open()))
}

fn keys_in(
    content: &ParseBuffer<'_>,
    others: &'static [OptionSet],
) -> syn::Result<Vec<Spanned<Vec<u8>>>> {
    let mut keys = Vec::new();
    let set = OptionSet::list("a list of split keys", NONE);
    list(content, set, others, &mut |entry| match entry {
        Entry::Literal(literal) => key(&literal).map(|key| keys.push(key)),
        Entry::Option(o) => Err(o.error(KEYS)),
    })?;
    Ok(keys)
}

const KEYS: &str = "a split is a key in quotes: write `\"a\"` or `b\"\\x80\"`";

fn key(literal: &Lit) -> syn::Result<Spanned<Vec<u8>>> {
    let value = match literal {
        Lit::Str(text) => text.value().into_bytes(),
        Lit::ByteStr(bytes) => bytes.value(),
        _ => return Err(syn::Error::new(literal.span(), KEYS)),
    };
    Ok(Spanned::new(value, literal.span()))
}
