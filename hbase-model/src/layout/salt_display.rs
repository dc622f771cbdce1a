//! Salts in the attribute's syntax.

use std::fmt;

use super::Salt;
use super::salt::digits_of;
use crate::cow::Text;

/// The salt in the attribute's syntax.
impl fmt::Display for Salt {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Buckets { count, .. } => write!(f, "buckets({count})"),
            Self::Md5Hex {
                digits,
                from,
                upper,
                joined,
            } => {
                write!(f, "md5_hex({digits}")?;
                if *from != 0 {
                    write!(f, ", from = {from}")?;
                }
                f.write_str(if *upper { ", upper" } else { "" })?;
                end(f, joined.as_ref())
            }
            Self::Md5 { bytes, joined } => hashed(f, format_args!("md5({bytes}"), joined.as_ref()),
            Self::JavaBytes {
                count, abs, joined, ..
            } => {
                write!(f, "java_bytes({count}")?;
                f.write_str(if *abs { ", abs" } else { "" })?;
                end(f, joined.as_ref())
            }
            Self::Crc32 { count, joined, .. } => {
                hashed(f, format_args!("crc32({count}"), joined.as_ref())
            }
            Self::Modulo { count, .. } => write!(f, "modulo({count})"),
            Self::RegionNumber { regions, width } => numbered(f, "region_number", *regions, *width),
            Self::JavaHash { buckets, width } => numbered(f, "java_hash", *buckets, *width),
            Self::With {
                function,
                width,
                values,
                joined,
                ..
            } => {
                let path = function.path();
                let start = format_args!("with({path}, width = {width}, values = {values}");
                hashed(f, start, joined.as_ref())
            }
            Self::Random { count, .. } => write!(f, "random({count})"),
            Self::RoundRobin { count, .. } => write!(f, "round_robin({count})"),
        }
    }
}

fn numbered(f: &mut fmt::Formatter<'_>, name: &str, count: u32, width: u8) -> fmt::Result {
    if usize::from(width) == digits_of(count) {
        return write!(f, "{name}({count})");
    }
    write!(f, "{name}({count}, width = {width})")
}

/// A salt that hashes the joined parts; `start` is all but `joined`.
fn hashed(
    f: &mut fmt::Formatter<'_>,
    start: fmt::Arguments<'_>,
    joined: Option<&Text>,
) -> fmt::Result {
    f.write_fmt(start)?;
    end(f, joined)
}

fn end(f: &mut fmt::Formatter<'_>, joined: Option<&Text>) -> fmt::Result {
    match joined {
        Some(joined) => write!(f, ", joined = {joined:?})"),
        None => f.write_str(")"),
    }
}
