//! The attributes' values as `HBase` writes them.

use super::{BloomFilter, Compression, DataBlockEncoding, KeepDeletedCells};

macro_rules! names {
    ($type:ident: $($variant:ident = $name:literal),*) => {
        impl $type {
            /// Every value.
            pub const ALL: &[Self] = &[$(Self::$variant),*];

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
    };
}

names!(Compression: None = "NONE", Snappy = "SNAPPY", Lzo = "LZO", Gz = "GZ", Lz4 = "LZ4",
    Zstd = "ZSTD", Bzip2 = "BZIP2", Lzma = "LZMA", Brotli = "BROTLI");
names!(BloomFilter: None = "NONE", Row = "ROW", RowCol = "ROWCOL");
names!(DataBlockEncoding: None = "NONE", Prefix = "PREFIX", Diff = "DIFF", FastDiff = "FAST_DIFF",
    RowIndexV1 = "ROW_INDEX_V1");
names!(KeepDeletedCells: False = "FALSE", True = "TRUE", Ttl = "TTL");
