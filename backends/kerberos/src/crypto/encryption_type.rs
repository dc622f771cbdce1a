//! The encryption types that are supported, with their numbers, names and sizes.

use std::fmt;

/// An encryption type with AES.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum EncryptionType {
    /// RFC 3962, 128 bits.
    Aes128Sha1,
    /// RFC 3962, 256 bits.
    Aes256Sha1,
    /// RFC 8009, 128 bits.
    Aes128Sha256,
    /// RFC 8009, 256 bits.
    Aes256Sha384,
}

impl EncryptionType {
    /// All of them, in the order in which MIT's and Java's clients prefer them.
    pub(crate) const ALL: [Self; 4] = [
        Self::Aes256Sha1,
        Self::Aes128Sha1,
        Self::Aes256Sha384,
        Self::Aes128Sha256,
    ];

    /// The number of the IANA registry of encryption types.
    pub(crate) fn number(self) -> i32 {
        match self {
            Self::Aes128Sha1 => 17,
            Self::Aes256Sha1 => 18,
            Self::Aes128Sha256 => 19,
            Self::Aes256Sha384 => 20,
        }
    }

    /// `None` for a type that is not supported.
    pub(crate) fn from_number(number: i32) -> Option<Self> {
        Self::ALL.into_iter().find(|it| it.number() == number)
    }

    /// The number of the type's checksum (RFC 3962 section 7, RFC 8009 section 7).
    pub(crate) fn checksum_number(self) -> i32 {
        match self {
            Self::Aes128Sha1 => 15,
            Self::Aes256Sha1 => 16,
            Self::Aes128Sha256 => 19,
            Self::Aes256Sha384 => 20,
        }
    }

    /// Length of a key, bytes.
    pub(crate) fn key_length(self) -> usize {
        match self {
            Self::Aes128Sha1 | Self::Aes128Sha256 => 16,
            Self::Aes256Sha1 | Self::Aes256Sha384 => 32,
        }
    }

    /// Length of a checksum, bytes: a truncated HMAC.
    pub(crate) fn checksum_length(self) -> usize {
        match self {
            Self::Aes128Sha1 | Self::Aes256Sha1 => 12,
            Self::Aes128Sha256 => 16,
            Self::Aes256Sha384 => 24,
        }
    }

    /// Whether the key for checksums and the HMAC follow RFC 8009.
    pub(super) fn is_rfc_8009(self) -> bool {
        matches!(self, Self::Aes128Sha256 | Self::Aes256Sha384)
    }

    /// The name in `krb5.conf`.
    pub(crate) fn name(self) -> &'static str {
        self.names()[0]
    }

    /// The names that `krb5.conf` may have, in lower case.
    pub(crate) fn names(self) -> &'static [&'static str] {
        match self {
            Self::Aes128Sha1 => &["aes128-cts-hmac-sha1-96", "aes128-cts", "aes128-sha1"],
            Self::Aes256Sha1 => &["aes256-cts-hmac-sha1-96", "aes256-cts", "aes256-sha1"],
            Self::Aes128Sha256 => &["aes128-cts-hmac-sha256-128", "aes128-sha2"],
            Self::Aes256Sha384 => &["aes256-cts-hmac-sha384-192", "aes256-sha2"],
        }
    }
}

impl fmt::Display for EncryptionType {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The name of any encryption type, for errors: its number if it is not well known.
pub(crate) fn name_of(number: i32) -> String {
    let known = match number {
        1 => "des-cbc-crc",
        3 => "des-cbc-md5",
        16 => "des3-cbc-sha1",
        23 => "arcfour-hmac",
        25 => "camellia128-cts-cmac",
        26 => "camellia256-cts-cmac",
        _ => match EncryptionType::from_number(number) {
            Some(supported) => supported.name(),
            None => return format!("type {number}"),
        },
    };
    known.to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_those_of_the_registry() {
        for kind in EncryptionType::ALL {
            assert_eq!(EncryptionType::from_number(kind.number()), Some(kind));
            assert_eq!(name_of(kind.number()), kind.to_string());
        }
        assert_eq!(EncryptionType::from_number(23), None);
        assert_eq!(name_of(23), "arcfour-hmac");
        assert_eq!(name_of(-7), "type -7");
    }
}
