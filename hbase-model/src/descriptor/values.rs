//! The types of the attributes' values.

// Export a new type from `mod.rs` and `lib.rs` of this crate, and from `model.rs` and `private.rs` of `hbase-schema`.

use super::AttributeKind;
use crate::cow::Text;

/// A field's type, as the value of an attribute.
pub(super) trait AttributeValue: Sized {
    /// The value as `HBase` stores it.
    fn print(&self) -> String;

    /// Parses a value; `None` if the type has no such value.
    fn parse(text: &str) -> Option<Self>;
}

macro_rules! plain_values {
    ($($type:ty)*) => {$(
        impl AttributeValue for $type {
            fn print(&self) -> String {
                self.to_string()
            }

            fn parse(text: &str) -> Option<Self> {
                text.parse().ok()
            }
        }
    )*};
}

plain_values!(u32 u64 bool);

impl AttributeValue for Text {
    fn print(&self) -> String {
        self.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        Some(text.to_owned().into())
    }
}

/// A family's time to live, in seconds. `HBase` writes "forever" as 2147483647.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Ttl(u32);

impl Ttl {
    /// `FOREVER`.
    pub const FOREVER: Self = Self(i32::MAX.cast_unsigned());

    /// A number of seconds, 1 to 2147483647; `None` for others.
    pub const fn from_secs(seconds: u32) -> Option<Self> {
        if seconds == 0 || seconds > Self::FOREVER.0 {
            return None;
        }
        Some(Self(seconds))
    }

    /// The seconds.
    pub const fn as_secs(self) -> u32 {
        self.0
    }
}

impl AttributeValue for Ttl {
    fn print(&self) -> String {
        self.0.to_string()
    }

    fn parse(text: &str) -> Option<Self> {
        Self::from_secs(text.parse().ok()?)
    }
}

/// The words of an attribute, each with the variant of its enum.
macro_rules! word_list {
    ($($variant:ident = $name:literal),*) => {
        &[$($crate::descriptor::Word { name: $name, variant: stringify!($variant) }),*]
    };
}
pub(super) use word_list;

/// Declares an attribute's enum with the words of its values.
macro_rules! words {
    ($(#[$doc:meta])* $type:ident { $($(#[$variant_doc:meta])* $variant:ident = $name:literal,)* }) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[non_exhaustive]
        pub enum $type {
            $($(#[$variant_doc])* $variant,)*
        }

        impl $type {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

            pub(super) const KIND: AttributeKind = AttributeKind::Word {
                words: word_list!($($variant = $name),*),
                rust_type: Some(stringify!($type)),
            };

            /// The value as `HBase` writes it.
            pub const fn name(self) -> &'static str {
                match self {
                    $(Self::$variant => $name),*
                }
            }

            /// The value of this name, in upper or lower case.
            pub fn from_name(name: &str) -> Option<Self> {
                Self::ALL.iter().copied().find(|known| known.name().eq_ignore_ascii_case(name))
            }
        }

        impl AttributeValue for $type {
            fn print(&self) -> String {
                self.name().to_owned()
            }

            fn parse(text: &str) -> Option<Self> {
                Self::from_name(text)
            }
        }
    };
}

words! {
    /// `COMPRESSION`: the codec of a family's files.
    #[allow(missing_docs, reason = "the names are the codecs' own")]
    Compression {
        None = "NONE",
        Snappy = "SNAPPY",
        Lzo = "LZO",
        Gz = "GZ",
        Lz4 = "LZ4",
        Zstd = "ZSTD",
        Bzip2 = "BZIP2",
        Lzma = "LZMA",
        Brotli = "BROTLI",
    }
}

words! {
    /// `BLOOMFILTER`: what a family's bloom filters index.
    BloomFilter {
        /// No bloom filter.
        None = "NONE",
        /// Row keys.
        Row = "ROW",
        /// Row keys with qualifiers.
        RowCol = "ROWCOL",
    }
}

words! {
    /// `DATA_BLOCK_ENCODING`: how the keys in a block are compressed.
    #[allow(missing_docs, reason = "the names are HBase's own")]
    DataBlockEncoding {
        None = "NONE",
        Prefix = "PREFIX",
        Diff = "DIFF",
        FastDiff = "FAST_DIFF",
        RowIndexV1 = "ROW_INDEX_V1",
    }
}

words! {
    /// `KEEP_DELETED_CELLS`: how long deleted cells are kept.
    KeepDeletedCells {
        /// Until the next major compaction.
        False = "FALSE",
        /// Until they expire or exceed VERSIONS.
        True = "TRUE",
        /// Like `True`; delete markers are kept as long as the TTL.
        Ttl = "TTL",
    }
}

/// `DURABILITY` of a table: a field of text, since a live table may hold any.
pub(super) const DURABILITY: AttributeKind = AttributeKind::Word {
    words: word_list!(
        UseDefault = "USE_DEFAULT",
        SkipWal = "SKIP_WAL",
        AsyncWal = "ASYNC_WAL",
        SyncWal = "SYNC_WAL",
        FsyncWal = "FSYNC_WAL"
    ),
    rust_type: None,
};
