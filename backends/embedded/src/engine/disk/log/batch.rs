//! One batch of a log.
//!
//! ```text
//! 1 | items, 4 | number, 8 || items … || 3 | xxh3 of the items, 8 | "FJL" 3
//! item:  2 | kind | compression | keyspace, 8 | key's length, 2 | value's length, 4
//!          | its length in the file, 4 | key | value
//! clear: 4 | keyspace, 8
//! ```
//!
//! Numbers are little-endian.

use std::collections::BTreeSet;
use std::io::{ErrorKind, Read};

use byteorder::{ByteOrder, LittleEndian};
use xxhash_rust::xxh3::Xxh3;

/// The end of a batch.
pub(super) const TRAILER: [u8; 4] = *b"FJL\x03";

pub(super) const START: u8 = 1;
pub(super) const ITEM: u8 = 2;
pub(super) const END: u8 = 3;
pub(super) const CLEAR: u8 = 4;

/// Bytes of a batch before its items.
pub(super) const START_LEN: usize = 13;
/// Bytes of a batch after its items.
pub(super) const END_LEN: usize = 13;
/// Bytes of an item before its key.
pub(super) const ITEM_LEN: usize = 21;
/// Bytes of a clear.
pub(super) const CLEAR_LEN: usize = 9;

/// The result of reading a batch.
pub(super) enum Outcome {
    /// A batch with a matching checksum.
    Whole {
        number: u64,
        len: u64,
    },
    Broken(Broken),
}

/// The reason why bytes are not a batch.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Broken {
    /// No bytes.
    Empty,
    /// The batch ends in zeros, or with the file.
    Cut,
    /// It has a tag that is invalid at that offset.
    Structure,
    /// It is well-formed, but its checksum or its end is wrong.
    Sum,
}

/// Whether a batch with this number may follow the last one. The checksum does not cover the
/// number, which increases with each write.
pub(super) fn follows(last: Option<u64>, number: u64) -> bool {
    // Openings skip far fewer numbers (`SPARE_NUMBERS`). A wrong bit in one of the upper four bytes gives a
    // larger step, or one back.
    last.is_none_or(|last| number > last && number - last < 1 << 32)
}

/// Reads the next batch; adds the keyspaces of its items.
pub(super) fn read(
    reader: &mut impl Read,
    keyspaces: &mut BTreeSet<u64>,
) -> std::io::Result<Outcome> {
    let mut log = Log {
        reader,
        keyspaces,
        len: 0,
        hash: Xxh3::new(),
    };
    match log.batch() {
        Ok(outcome) => Ok(outcome),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => {
            let is_empty = log.len == 0;
            Ok(Outcome::Broken(if is_empty {
                Broken::Empty
            } else {
                Broken::Cut
            }))
        }
        Err(error) => Err(error),
    }
}

/// A reader of a log.
struct Log<'a, R> {
    reader: &'a mut R,
    keyspaces: &'a mut BTreeSet<u64>,
    len: u64,
    hash: Xxh3,
}

impl<R: Read> Log<'_, R> {
    fn batch(&mut self) -> std::io::Result<Outcome> {
        let [tag] = self.take::<1>()?;
        if tag != START {
            return Ok(Outcome::Broken(wrong_tag(tag)));
        }
        let mut items = u32::from_le_bytes(self.take()?);
        let number = u64::from_le_bytes(self.take()?);
        self.hash.reset();
        loop {
            let hash = self.hash.digest();
            let [tag] = self.take::<1>()?;
            match tag {
                ITEM if items > 0 => self.pass_item()?,
                CLEAR if items > 0 => {
                    let keyspace = u64::from_le_bytes(self.take()?);
                    self.keyspaces.insert(keyspace);
                }
                END if items == 0 => return self.end(number, hash),
                _ => return Ok(Outcome::Broken(wrong_tag(tag))),
            }
            items -= 1;
        }
    }

    fn end(&mut self, number: u64, hash: u64) -> std::io::Result<Outcome> {
        let sum = self.take::<8>()?;
        let trailer = self.take::<4>()?;
        if sum == hash.to_le_bytes() && trailer == TRAILER {
            return Ok(Outcome::Whole {
                number,
                len: self.len,
            });
        }
        let written = [sum.as_slice(), &trailer].concat();
        let right = [hash.to_le_bytes().as_slice(), &TRAILER].concat();
        let is_cut = is_prefix_and_zeros(&written, &right);
        Ok(Outcome::Broken(if is_cut {
            Broken::Cut
        } else {
            Broken::Sum
        }))
    }

    fn take<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.hash.update(&bytes);
        self.len += N as u64;
        Ok(bytes)
    }

    fn pass_item(&mut self) -> std::io::Result<()> {
        let mut head = [ITEM; ITEM_LEN];
        let [_, rest @ ..] = &mut head;
        *rest = self.take()?;
        let (keyspace, mut left) = lengths(&head);
        self.keyspaces.insert(keyspace);
        let mut buffer = [0; 4096];
        while left > 0 {
            let step = usize::try_from(left).map_or(buffer.len(), |left| left.min(buffer.len()));
            self.reader.read_exact(&mut buffer[..step])?;
            self.hash.update(&buffer[..step]);
            self.len += step as u64;
            left -= step as u64;
        }
        Ok(())
    }
}

/// An item's keyspace, and how many bytes its key and its value have in the file.
pub(super) fn lengths(head: &[u8; ITEM_LEN]) -> (u64, u64) {
    let keyspace = LittleEndian::read_u64(&head[3..11]);
    let key = LittleEndian::read_u16(&head[11..13]);
    let value = LittleEndian::read_u32(&head[17..]);
    (keyspace, u64::from(key) + u64::from(value))
}

/// A tag of 0 may be where an interrupted write ended.
fn wrong_tag(tag: u8) -> Broken {
    if tag == 0 {
        Broken::Cut
    } else {
        Broken::Structure
    }
}

/// Whether `found` may be what a kill left of `right`: a prefix of it, then zeros.
fn is_prefix_and_zeros(found: &[u8], right: &[u8]) -> bool {
    let same = found.iter().zip(right).take_while(|(a, b)| a == b).count();
    found[same..].iter().all(|byte| *byte == 0)
}
