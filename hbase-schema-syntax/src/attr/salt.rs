//! `salt = …` of `#[rowkey]` on the struct.
//!
//! The key's separator determines whether a salt is text or binary: here it is binary.

use std::borrow::Cow;

use hbase_model::layout::{Salt, SaltFunction};
use syn::Path;

use super::arguments::{
    self, Arguments, Kind, Leading, NONE, OF_BYTES, OF_FUNCTION, OF_HASH, OF_JAVA_BYTES, OF_NUMBER,
};
use crate::ast::Spanned;
use crate::read::{Opt, OptionSet, Value};

/// The bounds of a number of buckets: a scan can fan out over as many values as a byte has.
const BUCKETS: std::ops::RangeInclusive<u32> = 2..=256;

/// A salt, and the function that computes it, if it is `with(…)`.
#[derive(Clone)]
pub(crate) struct SaltSpec {
    pub(crate) salt: Salt,
    pub(crate) function: Option<Path>,
}

impl From<Salt> for SaltSpec {
    fn from(salt: Salt) -> Self {
        Self {
            salt,
            function: None,
        }
    }
}

const KINDS: &[Kind<SaltSpec>] = &[
    Kind {
        name: "buckets",
        set: OptionSet::list("`buckets(…)`", NONE),
        example: "salt = buckets(16)",
        doc: "2 to 256 buckets, by a hash: a byte, or digits if the key has a separator.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            let count = arguments.count_as()?;
            Ok(Salt::Buckets { count, text: false }.into())
        },
    },
    Kind {
        name: "md5_hex",
        set: OptionSet::list("`md5_hex(…)`", OF_HASH),
        example: "salt = md5_hex(4)",
        doc: "This many hex digits of an MD5; `from = 8`: from offset 8; `upper`: in upper case; `joined = \"\"`: of the \
              parts without what separates them in the key.",
        leading: Leading::Number(1..=32),
        make: md5_hex,
    },
    Kind {
        name: "md5",
        set: OptionSet::list("`md5(…)`", OF_BYTES),
        example: "salt = md5(2)",
        doc: "This many bytes of an MD5, in a key without a separator; `joined = \"\"` as for `md5_hex`.",
        leading: Leading::Number(1..=16),
        make: |arguments| {
            let (bytes, joined) = (arguments.count_as()?, joined(arguments));
            Ok(Salt::Md5 { bytes, joined }.into())
        },
    },
    Kind {
        name: "java_bytes",
        set: OptionSet::list("`java_bytes(…)`", OF_JAVA_BYTES),
        example: "salt = java_bytes(32)",
        doc: "2 to 256 values, by `HBase`'s `Bytes.hashCode`: a byte, or digits if the key has a separator. As Java's \
              `(hash & Integer.MAX_VALUE) % 32`; `abs`: as `Math.abs(hash % 32)`, the salt of Phoenix and `OpenTSDB`; \
              `joined = \"\"` as for `md5_hex`.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            Ok(Salt::JavaBytes {
                count: arguments.count_as()?,
                abs: arguments.options.abs.is_set(),
                text: false,
                joined: joined(arguments),
            }
            .into())
        },
    },
    Kind {
        name: "crc32",
        set: OptionSet::list("`crc32(…)`", OF_BYTES),
        example: "salt = crc32(16)",
        doc: "2 to 256 values, by `java.util.zip.CRC32`: a byte, or digits if the key has a separator; `joined = \"\"` as for \
              `md5_hex`.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            Ok(Salt::Crc32 {
                count: arguments.count_as()?,
                text: false,
                joined: joined(arguments),
            }
            .into())
        },
    },
    Kind {
        name: "modulo",
        set: OptionSet::list("`modulo(…)`", NONE),
        example: "salt = modulo(16)",
        doc: "The value of one integer part modulo 2 to 256, never negative (Java's `Math.floorMod`): a byte, or digits \
              if the key has a separator.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            let count = arguments.count_as()?;
            Ok(Salt::Modulo { count, text: false }.into())
        },
    },
    Kind {
        name: "region_number",
        set: OptionSet::list("`region_number(…)`", OF_NUMBER),
        example: "salt = region_number(6)",
        doc: "A number below 6 by `String.hashCode` of each part, which must be text; `width = 2`: \
              padded to 2 digits. A number with more digits is written in full, and the key then \
              needs a separator: some tables were padded for one region less.",
        leading: Leading::Number(2..=u32::MAX),
        make: |arguments| {
            let (regions, width) = numbered(arguments)?;
            Ok(Salt::RegionNumber { regions, width }.into())
        },
    },
    Kind {
        name: "java_hash",
        set: OptionSet::list("`java_hash(…)`", OF_NUMBER),
        example: "salt = java_hash(100)",
        doc: "The same by `String.hashCode` of the parts joined by the separator.",
        leading: Leading::Number(2..=u32::MAX),
        make: |arguments| {
            let (buckets, width) = numbered(arguments)?;
            Ok(Salt::JavaHash { buckets, width }.into())
        },
    },
    Kind {
        name: "with",
        set: OptionSet::list("`with(…)`", OF_FUNCTION),
        example: "salt = with(my::salt, values = 4)",
        doc: "A number below 4 that `my::salt`, a `fn(&[u8]) -> u32`, computes from the bytes of the marked parts: as few \
              bytes, big-endian, as it needs, or digits if the key has a separator; `width = 2`: two bytes or digits; \
              `joined = \"\"` as for `md5_hex`.",
        leading: Leading::Function,
        make: with,
    },
    Kind {
        name: "random",
        set: OptionSet::list("`random(…)`", NONE),
        example: "salt = random(16)",
        doc: "A random one of 2 to 256 values, not computed from the key: a get reads each of them.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            let count = arguments.count_as()?;
            Ok(Salt::Random { count, text: false }.into())
        },
    },
    Kind {
        name: "round_robin",
        set: OptionSet::list("`round_robin(…)`", NONE),
        example: "salt = round_robin(16)",
        doc: "The next of 2 to 256 values in turn: a get reads each of them.",
        leading: Leading::Number(BUCKETS),
        make: |arguments| {
            let count = arguments.count_as()?;
            Ok(Salt::RoundRobin { count, text: false }.into())
        },
    },
];

// salt | salt = buckets(16) | …
pub(super) fn read(opt: &Opt<'_>) -> syn::Result<Spanned<SaltSpec>> {
    if opt.has_value() {
        return arguments::read(opt, KINDS, "", of_part);
    }
    opt.flag()?;
    Ok(Spanned::new(DEFAULT.into(), opt.span()))
}

/// The default salt: `salt` without a value.
pub(crate) const DEFAULT: Salt = Salt::Buckets {
    count: 16,
    text: false,
};

/// Whether a word is a kind of salt.
pub(super) fn is_kind(name: &str) -> bool {
    KINDS.iter().any(|kind| kind.name == name)
}

/// The kinds, for `OPTIONS.md`.
pub(super) fn described() -> Vec<Value> {
    arguments::described(KINDS)
}

fn of_part(name: &str) -> Option<String> {
    let is_of_part = matches!(name, "last" | "first" | "format");
    is_of_part.then(|| {
        format!(
            "`{name}(…)` selects the characters of a part that feed the salt: it belongs in `#[rowkey]` on that \
             field"
        )
    })
}

// md5_hex(4, from = 8, upper)
fn md5_hex(arguments: &Arguments<'_>) -> syn::Result<SaltSpec> {
    let digits: u8 = arguments.count_as()?;
    let options = &arguments.options;
    if let Some(from) = options.from.spanned().filter(|f| f.value + digits > 32) {
        let message = format!(
            "`md5_hex({digits}, from = {})` ends after the 32 digits of an MD5: `from` is at most {}",
            from.value,
            32 - digits
        );
        return Err(syn::Error::new(from.span, message));
    }
    Ok(Salt::Md5Hex {
        digits,
        from: options.from.cloned().unwrap_or(0),
        upper: options.upper.is_set(),
        joined: joined(arguments),
    }
    .into())
}

// joined = ""
fn joined(arguments: &Arguments<'_>) -> Option<Cow<'static, str>> {
    arguments.options.joined.cloned().map(Cow::Owned)
}

// with(my::salt, width = 1, values = 4)
fn with(arguments: &Arguments<'_>) -> syn::Result<SaltSpec> {
    let (function, options) = (arguments.function()?, &arguments.options);
    let Some(values) = options.values.cloned() else {
        return Err(arguments.error("`with` needs the number of values that the function returns"));
    };
    let salt = Salt::With {
        function: SaltFunction::of_path(written(function)),
        // The struct's separator determines the default: see `Draft::salt`.
        width: arguments.width(10)?.unwrap_or(0),
        values,
        text: false,
        joined: joined(arguments),
    };
    Ok(SaltSpec {
        salt,
        function: Some(function.clone()),
    })
}

/// A path as in the source.
fn written(path: &Path) -> String {
    let names = path
        .segments
        .iter()
        .map(|segment| segment.ident.to_string());
    let names = names.collect::<Vec<_>>().join("::");
    let start = path.leading_colon.map_or("", |_| "::");
    format!("{start}{names}")
}

// region_number(6) | region_number(6, width = 2)
fn numbered(arguments: &Arguments<'_>) -> syn::Result<(u32, u8)> {
    let count = arguments.count()?;
    let width = arguments.width(10)?;
    Ok((count, width.unwrap_or_else(|| digits(count))))
}

/// The digits of the largest of `count` numbers from 0.
pub(crate) fn digits(count: u32) -> u8 {
    let salt = Salt::RegionNumber {
        regions: count,
        width: 1,
    };
    u8::try_from(salt.max_width()).unwrap_or(u8::MAX)
}
