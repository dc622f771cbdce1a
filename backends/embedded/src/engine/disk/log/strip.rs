//! Removes from a log the items that must not be replayed because merges have dropped them since.

use std::fs::{self, File};
use std::io::{BufReader, BufWriter, Read, Seek, SeekFrom, Write};
use std::path::Path;

use byteorder::{ByteOrder, LittleEndian};
use xxhash_rust::xxh3::xxh3_64;

use super::super::opening::format;
use super::batch::{
    CLEAR, CLEAR_LEN, END, END_LEN, ITEM, ITEM_LEN, START, START_LEN, TRAILER, lengths,
};
use super::dropped::Numbers;

/// Rewrites a log's whole batches between two offsets, without the items of `dropped`. Returns how many bytes
/// are left.
pub(super) fn strip(path: &Path, from: u64, to: u64, dropped: &Numbers) -> std::io::Result<u64> {
    let mut log = File::open(path)?;
    log.seek(SeekFrom::Start(from))?;
    let mut log = BufReader::with_capacity(1 << 16, log.take(to - from));
    let whole = path.with_extension("new");
    let mut kept = BufWriter::with_capacity(1 << 16, File::create(&whole)?);
    let (mut left, mut batch) = (0, Vec::new());
    while read_batch(&mut log, dropped, &mut batch)? {
        kept.write_all(&batch)?;
        left += batch.len() as u64;
    }
    kept.into_inner()?.sync_all()?;
    fs::rename(&whole, path)?;
    path.parent().map_or(Ok(()), format::sync_dir)?;
    Ok(left)
}

/// Replaces `kept` with the next batch, or empties it if no item is kept; returns `false` at the end.
fn read_batch(log: &mut impl Read, dropped: &Numbers, kept: &mut Vec<u8>) -> std::io::Result<bool> {
    kept.clear();
    if log.take(START_LEN as u64).read_to_end(kept)? < START_LEN {
        return Ok(false);
    }
    if kept[0] != START {
        return Err(malformed());
    }
    let items = LittleEndian::read_u32(&kept[1..5]);
    let number = LittleEndian::read_u64(&kept[5..]);
    let mut left = 0u32;
    for _ in 0..items {
        let at = kept.len();
        let keyspace = read_item(log, kept)?;
        if dropped.get(&keyspace).is_some_and(|last| number <= *last) {
            kept.truncate(at);
        } else {
            left += 1;
        }
    }
    log.read_exact(&mut [0; END_LEN])?;
    if left == 0 {
        kept.clear();
        return Ok(true);
    }
    LittleEndian::write_u32(&mut kept[1..5], left);
    let sum = xxh3_64(&kept[START_LEN..]);
    kept.push(END);
    kept.extend_from_slice(&sum.to_le_bytes());
    kept.extend_from_slice(&TRAILER);
    Ok(true)
}

/// Appends the next item to `kept`; returns its keyspace.
fn read_item(log: &mut impl Read, kept: &mut Vec<u8>) -> std::io::Result<u64> {
    let mut head = [0; ITEM_LEN];
    log.read_exact(&mut head[..CLEAR_LEN])?;
    match head[0] {
        CLEAR => {
            kept.extend_from_slice(&head[..CLEAR_LEN]);
            Ok(LittleEndian::read_u64(&head[1..CLEAR_LEN]))
        }
        ITEM => {
            log.read_exact(&mut head[CLEAR_LEN..])?;
            kept.extend_from_slice(&head);
            let (keyspace, len) = lengths(&head);
            if log.take(len).read_to_end(kept)? as u64 != len {
                return Err(malformed());
            }
            Ok(keyspace)
        }
        _ => Err(malformed()),
    }
}

/// The batches were checked before, so the log must have changed meanwhile.
fn malformed() -> std::io::Error {
    std::io::ErrorKind::InvalidData.into()
}
