//! The engine's log, looked at before the engine reads it.
//!
//! The engine cuts its log at the first bytes that it cannot read, as a process that was killed
//! leaves a batch half written. Were those bytes damaged instead, it would throw away every write
//! behind them without a word. A batch that is half written is the last one, and ends nowhere; so
//! a batch that is unreadable while an end of a batch follows is damage.

use std::fs::{self, File};
use std::io::{BufReader, ErrorKind, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hbase_model::{Error, Result};
use memchr::memmem;
use xxhash_rust::xxh3::Xxh3;

/// What ends a batch: a tag, a checksum of 8 bytes, and this.
const TRAILER: &[u8] = b"FJL\x03";
const END_LEN: usize = 1 + 8 + TRAILER.len();

const START: u8 = 1;
const ITEM: u8 = 2;
const END: u8 = 3;
const CLEAR: u8 = 4;

/// Bytes that are searched at once.
const CHUNK: usize = 1 << 20;

/// Refuses the logs in `data` where one is damaged.
///
/// # Errors
/// [`Error::Corrupt`] with the file and the place, [`Error::Io`].
pub(super) fn check(data: &Path) -> Result<()> {
    for path in logs(data) {
        check_log(&path).map_err(|error| match error.kind() {
            ErrorKind::InvalidData => Error::Corrupt {
                what: format!(
                    "{}: {error}: restore it, or open the store with accept_damaged_log, which \
                     gives up what was written from there on",
                    path.display()
                ),
            },
            _ => Error::io(format!("reading {}", path.display()), error),
        })?;
    }
    Ok(())
}

fn logs(data: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(data) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    paths
        .filter(|path| path.extension().is_some_and(|e| e == "jnl"))
        .collect()
}

fn check_log(path: &Path) -> std::io::Result<()> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut good = 0;
    let mut last = None;
    while let Some(batch) = read_batch(&mut reader)? {
        if last.is_some_and(|last| !follows(last, batch.number)) {
            return Err(damaged("a batch out of order"));
        }
        last = Some(batch.number);
        good += batch.len;
    }
    if has_end_behind(reader.into_inner(), good)? {
        return Err(damaged("a batch that is not whole, with others behind it"));
    }
    Ok(())
}

fn damaged(what: &str) -> std::io::Error {
    std::io::Error::new(ErrorKind::InvalidData, what)
}

/// Whether a batch may be the next one. The engine's sum does not cover its number, which goes up
/// by one with each write.
fn follows(last: u64, number: u64) -> bool {
    number > last && number - last < 1 << 32
}

/// A whole batch.
struct Batch {
    number: u64,
    len: u64,
}

/// The next batch; `None` where there is no whole one.
fn read_batch(reader: &mut impl Read) -> std::io::Result<Option<Batch>> {
    match try_read_batch(reader) {
        Ok(batch) => Ok(batch),
        Err(error) if error.kind() == ErrorKind::UnexpectedEof => Ok(None),
        Err(error) => Err(error),
    }
}

fn try_read_batch(reader: &mut impl Read) -> std::io::Result<Option<Batch>> {
    let mut log = Log {
        reader,
        len: 0,
        hash: Xxh3::new(),
    };
    let [tag] = log.take::<1>()?;
    if tag != START {
        return Ok(None);
    }
    let mut items = u32::from_le_bytes(log.take()?);
    let number = u64::from_le_bytes(log.take()?);
    log.hash.reset();
    loop {
        let hash = log.hash.digest();
        let [tag] = log.take::<1>()?;
        match tag {
            ITEM | CLEAR if items > 0 => items -= 1,
            END if items == 0 => {
                let sum = u64::from_le_bytes(log.take()?);
                let trailer = log.take::<4>()?;
                if !is_trailer_or_cut(&trailer) {
                    return Err(damaged("a batch that ends in other bytes than all do"));
                }
                let is_whole = sum == hash && trailer == TRAILER;
                let len = log.len;
                return Ok(is_whole.then_some(Batch { number, len }));
            }
            _ => return Ok(None),
        }
        if tag == CLEAR {
            log.take::<8>()?;
        } else {
            log.pass_item()?;
        }
    }
}

/// Whether these bytes may be what a kill has left of a trailer: its beginning, and zeros.
fn is_trailer_or_cut(found: &[u8]) -> bool {
    let same = found
        .iter()
        .zip(TRAILER)
        .take_while(|(a, b)| a == b)
        .count();
    found[same..].iter().all(|byte| *byte == 0)
}

/// A log while it is read.
struct Log<'a, R> {
    reader: &'a mut R,
    len: u64,
    hash: Xxh3,
}

impl<R: Read> Log<'_, R> {
    fn take<const N: usize>(&mut self) -> std::io::Result<[u8; N]> {
        let mut bytes = [0; N];
        self.reader.read_exact(&mut bytes)?;
        self.hash.update(&bytes);
        self.len += N as u64;
        Ok(bytes)
    }

    /// Kind, compression, keyspace, three lengths, key and value.
    fn pass_item(&mut self) -> std::io::Result<()> {
        self.take::<10>()?;
        let key = u16::from_le_bytes(self.take()?);
        self.take::<4>()?;
        let value = u32::from_le_bytes(self.take()?);
        let mut left = u64::from(key) + u64::from(value);
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

/// Whether a batch ends anywhere behind `from`.
fn has_end_behind(mut file: File, from: u64) -> std::io::Result<bool> {
    file.seek(SeekFrom::Start(from))?;
    let mut buffer = vec![0; CHUNK];
    let zeros = vec![0; CHUNK];
    let mut kept = 0;
    loop {
        let read = file.read(&mut buffer[kept..])?;
        if read == 0 {
            return Ok(false);
        }
        let filled = kept + read;
        // A log is made long in advance, so that most of what follows is zeros.
        if buffer[..filled] != zeros[..filled] && has_end(&buffer[..filled]) {
            return Ok(true);
        }
        kept = filled.min(END_LEN);
        buffer.copy_within(filled - kept..filled, 0);
    }
}

fn has_end(bytes: &[u8]) -> bool {
    let mut trailers = memmem::find_iter(bytes, TRAILER);
    trailers.any(|at| at >= 9 && bytes[at - 9] == END)
}
