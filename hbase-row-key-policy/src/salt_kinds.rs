//! The salts that a policy can have, and their members.

use hbase_model::Salt;

/// A salt that is computed from parts. A random or round-robin one would give a row another key whenever
/// an import is resumed or repeated.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum SaltKind {
    Buckets,
    Md5Hex,
    Md5,
    JavaBytes,
    Crc32,
    RegionNumber,
    JavaHash,
}

const KINDS: [SaltKind; 7] = [
    SaltKind::Buckets,
    SaltKind::Md5Hex,
    SaltKind::Md5,
    SaltKind::JavaBytes,
    SaltKind::Crc32,
    SaltKind::RegionNumber,
    SaltKind::JavaHash,
];

impl SaltKind {
    /// `None` for a salt that is not computed from text.
    pub(crate) const fn of(salt: &Salt) -> Option<Self> {
        match salt {
            Salt::Buckets { .. } => Some(Self::Buckets),
            Salt::Md5Hex { .. } => Some(Self::Md5Hex),
            Salt::Md5 { .. } => Some(Self::Md5),
            Salt::JavaBytes { .. } => Some(Self::JavaBytes),
            Salt::Crc32 { .. } => Some(Self::Crc32),
            Salt::RegionNumber { .. } => Some(Self::RegionNumber),
            Salt::JavaHash { .. } => Some(Self::JavaHash),
            _ => None,
        }
    }

    /// Whether it can be computed from a part's first or last characters, as in the derive.
    pub(crate) const fn takes_characters(self) -> bool {
        matches!(self, Self::RegionNumber | Self::JavaHash)
    }

    pub(crate) fn named(name: &str) -> Option<Self> {
        KINDS.into_iter().find(|kind| kind.name() == name)
    }

    pub(crate) const fn name(self) -> &'static str {
        match self {
            Self::Buckets => "buckets",
            Self::Md5Hex => "md5_hex",
            Self::Md5 => "md5",
            Self::JavaBytes => "java_bytes",
            Self::Crc32 => "crc32",
            Self::RegionNumber => "region_number",
            Self::JavaHash => "java_hash",
        }
    }

    /// The members of `salt`.
    pub(crate) const fn members(self) -> &'static [&'static str] {
        match self {
            Self::Buckets => &["kind", "count", "text", "of"],
            Self::Md5Hex => &["kind", "digits", "from", "upper", "joined", "of"],
            Self::Md5 => &["kind", "bytes", "joined", "of"],
            Self::JavaBytes => &["kind", "count", "abs", "text", "joined", "of"],
            Self::Crc32 => &["kind", "count", "text", "joined", "of"],
            Self::RegionNumber => &["kind", "regions", "width", "of"],
            Self::JavaHash => &["kind", "buckets", "width", "of"],
        }
    }
}

/// All names, quoted.
pub(crate) fn names() -> String {
    KINDS.map(|kind| format!("{:?}", kind.name())).join(", ")
}

/// The digits of the largest of `count` numbers from 0.
pub(crate) fn digits_of(count: u32) -> u8 {
    let salt = Salt::RegionNumber {
        regions: count,
        width: 1,
    };
    u8::try_from(salt.max_width()).unwrap_or(u8::MAX)
}
