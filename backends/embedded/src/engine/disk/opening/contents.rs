//! Checks the tables of contents of a keyspace's files before the engine reads them.
//!
//! A file ends with the table of its sections, and a trailer with the table's offset and checksum (crate `sfa`
//! 1.0). The engine allocates memory for the number of sections before it compares the checksum: one wrong bit
//! in the number could end the process.
//!
//! ```text
//! table    TOC!, the number of sections (4 bytes), the sections
//! trailer  SFA!, version (1), kind of checksum (1), the table's checksum (16), its place (8), its length (8)
//! ```

use std::fs::{self, File};
use std::io::{ErrorKind, Read, Result as IoResult, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::xxh3_128;

/// The folder of a keyspace's files.
const TABLES: &str = "tables";

const MAGIC: &[u8] = b"SFA!";

/// Bytes of the trailer, and its parts.
const TRAILER: usize = 38;
const SUM: std::ops::Range<usize> = 6..22;
const PLACE: std::ops::Range<usize> = 22..30;

/// More bytes than a table ever has: a file has some ten sections.
const MOST: u64 = 64 << 10;

/// The first file of the keyspace in `folder` whose table of contents is damaged.
///
/// A file without a trailer is left to the engine: an interrupted write leaves such a file, which is not
/// listed.
pub(super) fn damaged(folder: &Path) -> IoResult<Option<PathBuf>> {
    let entries = match fs::read_dir(folder.join(TABLES)) {
        Ok(entries) => entries,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(None),
        Err(error) => return Err(error),
    };
    for entry in entries {
        let path = entry?.path();
        if is_damaged(&path)? {
            return Ok(Some(path));
        }
    }
    Ok(None)
}

fn is_damaged(path: &Path) -> IoResult<bool> {
    let mut file = match File::open(path) {
        Ok(file) => file,
        // Another process has removed the file meanwhile.
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(false),
        Err(error) => return Err(error),
    };
    let Some(end) = file.metadata()?.len().checked_sub(TRAILER as u64) else {
        return Ok(false);
    };
    let mut trailer = [0; TRAILER];
    file.seek(SeekFrom::Start(end))?;
    file.read_exact(&mut trailer)?;
    if !trailer.starts_with(MAGIC) {
        return Ok(false);
    }
    let (place, sum) = (number(&trailer[PLACE]), number(&trailer[SUM]));
    let place = u64::try_from(place).unwrap_or(u64::MAX);
    let len = end.checked_sub(place).filter(|len| *len <= MOST);
    let Some(len) = len else {
        return Ok(true);
    };
    let mut table = Vec::new();
    file.seek(SeekFrom::Start(place))?;
    file.take(len).read_to_end(&mut table)?;
    Ok(xxh3_128(&table) != sum)
}

/// A little-endian number of up to 16 bytes.
fn number(bytes: &[u8]) -> u128 {
    let shifted = |number, byte: &u8| number << 8 | u128::from(*byte);
    bytes.iter().rev().fold(0, shifted)
}
