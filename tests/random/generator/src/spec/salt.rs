//! Salts.

/// A salt.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Salt {
    /// No salt.
    None,
    /// A hash modulo this number.
    Buckets(u32),
    /// Digits of an MD5.
    Md5Hex {
        /// The number of digits.
        digits: usize,
        /// The index of the first digit.
        from: usize,
        /// Whether the digits are in upper case.
        upper: bool,
        /// The text between the parts, instead of their separators.
        joined: Option<&'static str>,
    },
    /// Bytes of an MD5.
    Md5 {
        /// The number of bytes.
        bytes: usize,
        /// As for `Md5Hex`.
        joined: Option<&'static str>,
    },
    /// Java's hash of bytes.
    JavaBytes {
        /// The number of values.
        count: u32,
        /// The absolute value of the remainder.
        abs: bool,
        /// As for `Md5Hex`.
        joined: Option<&'static str>,
    },
    /// CRC-32.
    Crc32 {
        /// The number of values.
        count: u32,
        /// As for `Md5Hex`.
        joined: Option<&'static str>,
    },
    /// The remainder of one integer.
    Modulo(u32),
    /// A function of the tests, [`key::below`](crate::key::below).
    With {
        /// The number of values.
        values: u32,
        /// As for `Md5Hex`.
        joined: Option<&'static str>,
    },
    /// Java's hashes of the parts.
    Region {
        /// The number of values.
        count: u32,
        /// The digits to which numbers are padded.
        width: usize,
    },
    /// Java's hash of the joined parts.
    Java {
        /// The number of values.
        count: u32,
        /// The digits to which numbers are padded.
        width: usize,
    },
    /// A random value below this number.
    Random(u32),
    /// The values below this number in turn.
    RoundRobin(u32),
}

impl Salt {
    /// Whether the key determines the salt.
    pub fn is_computed(self) -> bool {
        !matches!(self, Self::Random(_) | Self::RoundRobin(_))
    }

    /// Whether the command, which reads the source, can compute the salt.
    pub fn is_known_from_source(self) -> bool {
        self.is_computed() && !matches!(self, Self::With { .. })
    }

    /// The text between the parts that feed it; `None` for their separators.
    pub fn joined(self) -> Option<&'static str> {
        match self {
            Self::Md5Hex { joined, .. }
            | Self::Md5 { joined, .. }
            | Self::JavaBytes { joined, .. }
            | Self::Crc32 { joined, .. }
            | Self::With { joined, .. } => joined,
            _ => None,
        }
    }

    /// The number of values.
    pub fn values(self) -> u64 {
        match self {
            Self::None => 1,
            Self::Buckets(count) | Self::Random(count) | Self::RoundRobin(count) => count.into(),
            Self::Md5Hex { digits, .. } => 1 << (4 * digits),
            Self::Md5 { bytes, .. } => 1 << (8 * bytes),
            Self::JavaBytes { count, .. } | Self::Crc32 { count, .. } | Self::Modulo(count) => {
                count.into()
            }
            Self::Region { count, .. } | Self::Java { count, .. } => count.into(),
            Self::With { values, .. } => values.into(),
        }
    }
}
