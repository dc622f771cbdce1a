//! The rest of a log, from the first batch that seems to be incomplete.

use std::io::Read;

use byteorder::{ByteOrder, LittleEndian};
use memchr::memchr_iter;
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::batch::{
    CLEAR, CLEAR_LEN, END, END_LEN, ITEM, ITEM_LEN, START, START_LEN, TRAILER, follows,
};

/// Bytes of one read.
const CHUNK: usize = 1 << 20;

/// Reads the rest of a log, without the zeros at its end: logs are preallocated.
pub(super) fn read(reader: &mut impl Read) -> std::io::Result<Vec<u8>> {
    let (mut rest, mut zeros) = (Vec::new(), 0);
    let mut chunk = Vec::with_capacity(CHUNK);
    let nothing = vec![0; CHUNK];
    loop {
        chunk.clear();
        if reader.by_ref().take(CHUNK as u64).read_to_end(&mut chunk)? == 0 {
            break;
        }
        if chunk == nothing[..chunk.len()] {
            zeros += chunk.len();
        } else {
            rest.resize(rest.len() + zeros, 0);
            rest.extend_from_slice(&chunk);
            zeros = 0;
        }
    }
    let len = rest.iter().rposition(|byte| *byte != 0);
    rest.truncate(len.map_or(0, |at| at + 1));
    Ok(rest)
}

/// Describes the damage in the rest of a log whose last whole batch has the number `last`; `None`
/// if a kill explains it.
pub(super) fn damage(rest: &[u8], last: Option<u64>) -> Option<&'static str> {
    let stop = walk(rest);
    let stops_early = match stop.end {
        // After an interrupted write, only zeros follow.
        End::ZeroTag(offset) => offset < rest.len(),
        End::Whole(offset) => offset + END_LEN < rest.len(),
        End::OtherTag => true,
        End::Beyond => false,
    };
    if stops_early || is_whole_but_for_one_byte(rest, &stop) {
        return Some("a batch that is not well formed");
    }
    has_whole_batch(rest, last).then_some("a batch that is not whole, with others after it")
}

/// The end of a batch, according to the lengths in it.
struct BatchEnd {
    end: End,
    /// The offset of the last item.
    item: Option<usize>,
}

enum End {
    /// A tag of 0, perhaps after the last byte.
    ZeroTag(usize),
    /// The batch's end.
    Whole(usize),
    OtherTag,
    /// An item that extends beyond the last byte.
    Beyond,
}

fn walk(bytes: &[u8]) -> BatchEnd {
    let mut stop = BatchEnd {
        end: End::Beyond,
        item: None,
    };
    let mut offset = match bytes.first() {
        None | Some(0) => {
            stop.end = End::ZeroTag(0);
            return stop;
        }
        Some(&START) => START_LEN,
        Some(_) => {
            stop.end = End::OtherTag;
            return stop;
        }
    };
    loop {
        match bytes.get(offset) {
            None | Some(0) => stop.end = End::ZeroTag(offset),
            Some(&END) => stop.end = End::Whole(offset),
            Some(&CLEAR) => {
                offset += CLEAR_LEN;
                continue;
            }
            Some(&ITEM) => {
                stop.item = Some(offset);
                if let Some(next) = item_end(bytes, offset) {
                    offset = next;
                    continue;
                }
                stop.end = End::Beyond;
            }
            Some(_) => stop.end = End::OtherTag,
        }
        return stop;
    }
}

/// The offset after an item; `None` if the item is incomplete.
fn item_end(bytes: &[u8], offset: usize) -> Option<usize> {
    let head = bytes.get(offset..offset + ITEM_LEN)?;
    let key = LittleEndian::read_u16(&head[11..13]);
    let value = LittleEndian::read_u32(&head[17..]);
    let end = (offset + ITEM_LEN + usize::from(key)).checked_add(usize::try_from(value).ok()?)?;
    (end <= bytes.len()).then_some(end)
}

/// The checksum at the end of the bytes, if a batch ends there.
fn sum_at_end(bytes: &[u8]) -> Option<u64> {
    let (_, end) = bytes.split_last_chunk::<END_LEN>()?;
    let [END, sum @ .., b'F', b'J', b'L', 3] = end else {
        return None;
    };
    Some(u64::from_le_bytes(*sum))
}

/// Whether the bytes are one whole batch in which one byte of the last item's lengths, or of the number of
/// items, was changed. The lengths then do not lead to the batch's end, but some value of that byte yields the
/// right checksum.
fn is_whole_but_for_one_byte(bytes: &[u8], stop: &BatchEnd) -> bool {
    let Some(sum) = sum_at_end(bytes) else {
        return false;
    };
    let Some(items) = bytes.get(START_LEN..bytes.len() - END_LEN) else {
        return false;
    };
    if xxh3_64(items) == sum {
        return true;
    }
    let Some(item) = stop.item else {
        return false;
    };
    let Some((before, rest)) = items.split_at_checked(item - START_LEN) else {
        return false;
    };
    let Some((head, behind)) = rest.split_first_chunk::<ITEM_LEN>() else {
        return false;
    };
    let mut hash = Xxh3::new();
    hash.update(before);
    let changed = |(at, value): (usize, u8)| {
        let (mut hash, mut head) = (hash.clone(), *head);
        head[at] = value;
        hash.update(&head);
        hash.update(behind);
        hash.digest() == sum
    };
    let values = |at| (0..=u8::MAX).map(move |value| (at, value));
    (0..ITEM_LEN).flat_map(values).any(changed)
}

/// Whether a whole batch that may follow the batch `last` starts anywhere after the first byte.
fn has_whole_batch(bytes: &[u8], last: Option<u64>) -> bool {
    let behind = bytes.get(1..).unwrap_or_default();
    memchr_iter(START, behind).any(|at| is_whole_batch(&behind[at..], last))
}

fn is_whole_batch(bytes: &[u8], last: Option<u64>) -> bool {
    let Some((start, _)) = bytes.split_first_chunk::<START_LEN>() else {
        return false;
    };
    let [_, _, _, _, _, number @ ..] = start;
    if !follows(last, u64::from_le_bytes(*number)) {
        return false;
    }
    let End::Whole(end) = walk(bytes).end else {
        return false;
    };
    let Some(batch) = bytes.get(..end + END_LEN) else {
        return false;
    };
    batch.ends_with(&TRAILER) && sum_at_end(batch) == Some(xxh3_64(&batch[START_LEN..end]))
}
