//! Stamps: each identifies a row's last write.

use byteorder::{BigEndian, ByteOrder};

/// Bytes of a stamp cell's value.
pub const STAMP_BYTES: usize = 24;

/// The value of a row's stamp cell: the timestamp of the row's last write, and that write's
/// identifier. Its cell has the same timestamp, but no condition depends on it: a condition by time
/// range also matches a superseded version.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Stamp<I> {
    /// The timestamp of the write's cells, in milliseconds since 1970 unless the row had a later one.
    pub at: i64,
    /// The identifier of the write, which no other write has.
    pub id: I,
}

impl Stamp<u128> {
    /// The stamp cell's value: timestamp and identifier, big-endian.
    ///
    /// ```
    /// use hbase_index::protocol::Stamp;
    /// let stamp = Stamp { at: 5, id: 7 };
    /// assert_eq!(Stamp::decode(&stamp.encode()), Some(stamp));
    /// assert_eq!(Stamp::decode(b"other"), None);
    /// ```
    pub fn encode(self) -> [u8; STAMP_BYTES] {
        let mut bytes = [0; STAMP_BYTES];
        BigEndian::write_i64(&mut bytes[..8], self.at);
        BigEndian::write_u128(&mut bytes[8..], self.id);
        bytes
    }

    /// The stamp in a cell's value; `None` for bytes of another length.
    pub fn decode(value: &[u8]) -> Option<Self> {
        let (at, id) = value.split_first_chunk::<8>()?;
        Some(Self {
            at: i64::from_be_bytes(*at),
            id: u128::from_be_bytes(id.try_into().ok()?),
        })
    }
}

/// The condition of a row's write.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Check<I> {
    /// The row has no stamp cell.
    Absent,
    /// The stamp cell has this value.
    Equals(Stamp<I>),
    /// A version of the stamp cell has this timestamp: a weakened rule.
    #[doc(hidden)]
    AnyAt(i64),
    /// No condition: a weakened rule.
    #[doc(hidden)]
    Always,
}
