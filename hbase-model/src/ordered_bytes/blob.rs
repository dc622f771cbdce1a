//! Blobs: bytes in groups of seven bits; the eighth bit marks whether more follow.
//!
//! As in `HBase`, encoded blobs do not sort like their bytes if one ends within a byte of another: `[0xff]` (37
//! ff 40) sorts before `[0xfe, 0x00]` (37 ff 80 00).

use super::{Order, after, header, in_order, upright};
use crate::primitive::ValueError;
use crate::sink::{Inverted, KeySink};

const MORE: u8 = 0x80;

/// `encodeBlobVar`.
///
/// ```
/// use hbase_model::ordered_bytes::{Order, put_blob_var};
/// let mut key = Vec::new();
/// put_blob_var(b"zz", Order::Ascending, &mut key);
/// assert_eq!(key, [0x37, 0xbd, 0x9e, 0x40]);
/// ```
pub fn put_blob_var<S: KeySink + ?Sized>(bytes: &[u8], order: Order, out: &mut S) {
    in_order!(order, out, |sink| put_ascending(bytes, sink));
}

fn put_ascending<S: KeySink + ?Sized>(bytes: &[u8], out: &mut S) {
    out.put_byte(header::BLOB_VAR);
    let groups = (8 * bytes.len()).div_ceil(7).max(1);
    for group in 0..groups {
        let more = if group + 1 < groups { MORE } else { 0 };
        out.put_byte(more | seven_bits(bytes, 7 * group));
    }
}

/// Seven bits from offset `bit`; zeros past the end.
fn seven_bits(bytes: &[u8], bit: usize) -> u8 {
    let byte = |at: usize| u16::from(bytes.get(at).copied().unwrap_or(0));
    let [_, low] = (((byte(bit / 8) << 8) | byte(bit / 8 + 1)) >> (9 - bit % 8)).to_be_bytes();
    low & !MORE
}

/// `decodeBlobVar`.
pub fn get_blob_var(bytes: &[u8], order: Order) -> Result<Vec<u8>, ValueError> {
    let bytes = upright(bytes, order);
    let groups = after(header::BLOB_VAR, &bytes)?;
    check_marks(groups)?;
    let mut out = Vec::with_capacity(7 * groups.len() / 8);
    let mut bits = 0_u16;
    let mut count = 0;
    for group in groups {
        bits = (bits << 7) | u16::from(group & !MORE);
        count += 7;
        if count >= 8 {
            count -= 8;
            let [_, byte] = (bits >> count).to_be_bytes();
            out.push(byte);
            bits &= (1 << count) - 1;
        }
    }
    // One empty group encodes no bytes; otherwise every group contains a bit of a byte.
    let surplus = count == 7 && groups.len() > 1;
    if bits != 0 || surplus {
        return Err(ValueError::NotCanonical {
            expected: "no bits after the last byte",
        });
    }
    Ok(out)
}

fn check_marks(groups: &[u8]) -> Result<(), ValueError> {
    let last = groups.iter().position(|group| group & MORE == 0);
    match last {
        Some(at) if at + 1 == groups.len() => Ok(()),
        Some(at) => Err(ValueError::WrongLength {
            expected: at + 2,
            found: groups.len() + 1,
        }),
        None => Err(ValueError::Truncated {
            found: groups.len() + 1,
            expected: "a last byte below 0x80",
        }),
    }
}
