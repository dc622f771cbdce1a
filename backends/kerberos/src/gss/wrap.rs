//! The header of per-message tokens: RFC 4121 section 4.2.6.2.

use super::GssError;

/// The identifier of a token with a message.
const ID: [u8; 2] = [5, 4];

/// The byte after the flags.
const FILLER: u8 = 0xff;

/// Flags.
pub(super) const SENT_BY_ACCEPTOR: u8 = 1;
pub(super) const SEALED: u8 = 2;
pub(super) const ACCEPTOR_SUBKEY: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Header {
    pub(super) flags: u8,
    /// EC: the length of the checksum, or of the filler in front of the encrypted header.
    pub(super) extra: u16,
    /// RRC: by how many bytes the rest was rotated to the right.
    pub(super) rotation: u16,
    pub(super) sequence: u64,
}

impl Header {
    pub(super) const LENGTH: usize = 16;

    pub(super) fn new(flags: u8, sequence: u64) -> Self {
        Self {
            flags,
            extra: 0,
            rotation: 0,
            sequence,
        }
    }

    pub(super) fn has(&self, flag: u8) -> bool {
        self.flags & flag != 0
    }

    pub(super) fn encode(&self) -> [u8; Self::LENGTH] {
        let mut bytes = [0; Self::LENGTH];
        bytes[..2].copy_from_slice(&ID);
        bytes[2] = self.flags;
        bytes[3] = FILLER;
        bytes[4..6].copy_from_slice(&self.extra.to_be_bytes());
        bytes[6..8].copy_from_slice(&self.rotation.to_be_bytes());
        bytes[8..].copy_from_slice(&self.sequence.to_be_bytes());
        bytes
    }

    /// The header of a token, and the rest.
    pub(super) fn parse(token: &[u8]) -> Result<(Self, &[u8]), GssError> {
        let Some((header, rest)) = token.split_first_chunk::<{ Self::LENGTH }>() else {
            let cause = format!("{} bytes, expected at least {}", token.len(), Self::LENGTH);
            return Err(GssError::malformed(cause));
        };
        let [a, b, flags, filler, e0, e1, r0, r1, sequence @ ..] = *header;
        if [a, b] != ID || filler != FILLER || flags > 7 {
            let cause = format!(
                "it starts with {:02x?}, expected [05, 04, flags up to 07, ff]",
                &header[..4]
            );
            return Err(GssError::malformed(cause));
        }
        let header = Self {
            flags,
            extra: u16::from_be_bytes([e0, e1]),
            rotation: u16::from_be_bytes([r0, r1]),
            sequence: u64::from_be_bytes(sequence),
        };
        Ok((header, rest))
    }

    /// A copy of the rest as it was before the rotation.
    pub(super) fn unrotated(&self, rest: &[u8]) -> Vec<u8> {
        let rotation = usize::from(self.rotation)
            .checked_rem(rest.len())
            .unwrap_or(0);
        let (end, start) = rest.split_at(rotation);
        [start, end].concat()
    }
}
