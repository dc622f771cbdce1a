//! Checking the engine's logs before the engine replays them.
//!
//! The engine cuts a log at the first bytes that it cannot read, because a process that was killed
//! leaves its last batch half written. Damaged bytes would make it drop every later write silently,
//! or fail to open. The bytes distinguish the two cases:
//!
//! - A kill leaves an exact prefix of a batch, followed by zeros or by the file's end.
//! - Everything else is damage: [`Error::Corrupt`], or cut off with
//!   [`Options::accept_damaged_log`](crate::Options::accept_damaged_log).
//!
//! Only bytes with a matching checksum count as a batch, so that no value is mistaken for one.

mod batch;
pub(super) mod dropped;
pub(super) mod flushed;
mod rest;
mod strip;

use std::collections::BTreeSet;
use std::fs::{self, File, OpenOptions};
use std::io::{BufReader, Read, Seek, SeekFrom};
use std::path::{Path, PathBuf};

use hbase_backend::{Error, Result};

use self::batch::{Broken, Outcome};
use self::dropped::Numbers;
use super::opening::{format, lock};

/// The discarded end of a damaged log.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct GivenUp {
    /// The log file.
    pub path: PathBuf,
    /// The offset in bytes from which on everything was discarded.
    pub offset: u64,
    /// Number of discarded bytes, without the unused rest of the file.
    pub bytes: u64,
}

/// The rest of a log, after its last whole batch.
struct Rest {
    offset: u64,
    kind: RestKind,
    /// The offset of the first batch that is not in files.
    flushed: u64,
    /// Whether a batch has items that merges have dropped.
    has_dropped: bool,
}

enum RestKind {
    /// Only zeros.
    Empty,
    /// A batch that a kill has cut.
    Half,
    Damaged(&'static str),
}

/// Checks the logs in `data`. The caller must prevent other opens.
///
/// A damaged log is an error; with `accept_damaged`, it is cut at the first damage, and the logs after it are
/// dropped. Batches with numbers below `flushed` are in files and are removed, and so are the items of a
/// keyspace up to its number in `dropped`. Returns the parts that were cut off because of damage.
///
/// # Errors
/// [`Error::Locked`] if another process uses the store, [`Error::Corrupt`] with the file and the offset,
/// [`Error::Io`].
pub(super) fn recover(
    data: &Path,
    accept_damaged: bool,
    flushed: u64,
    dropped: &Numbers,
) -> Result<Vec<GivenUp>> {
    // No log changes while it is read.
    let Some(_lock) = lock::engine(data)? else {
        return Ok(Vec::new());
    };
    let mut given_up = Vec::new();
    let mut files = files(data).into_iter().peekable();
    while let Some(path) = files.next() {
        let failed = |error| Error::io(format!("reading {}", path.display()), error);
        let rest = if given_up.is_empty() {
            rest_of(&path, flushed, dropped).map_err(failed)?
        } else {
            Rest {
                offset: 0,
                kind: RestKind::Damaged("it follows a damaged log"),
                flushed: 0,
                has_dropped: false,
            }
        };
        match rest.kind {
            RestKind::Empty => {}
            // The engine would cut it too, but only after it has read incomplete lengths.
            RestKind::Half => drop(cut(&path, rest.offset).map_err(failed)?),
            RestKind::Damaged(_) if accept_damaged => {
                given_up.push(cut(&path, rest.offset).map_err(failed)?);
            }
            RestKind::Damaged(what) => return Err(corrupt(&path, what, rest.offset)),
        }
        trim(&path, &rest, dropped, files.peek().is_none()).map_err(failed)?;
    }
    given_up.retain(|cut| cut.bytes > 0);
    Ok(given_up)
}

fn corrupt(path: &Path, what: &str, offset: u64) -> Error {
    Error::Corrupt {
        what: format!(
            "{}: {what} at byte {offset}: restore it, or open the store with \
             `Options::accept_damaged_log` (the setting `hbase.schema.embedded.accept.damaged.log`: \
             `true`), which gives up what was written from there on",
            path.display(),
        ),
    }
}

/// Whether a log was never written to: it is preallocated with zeros.
pub(super) fn is_unused(path: &Path) -> std::io::Result<bool> {
    Ok(rest::read(&mut File::open(path)?)?.is_empty())
}

/// The log files, the oldest first.
pub(super) fn files(data: &Path) -> Vec<PathBuf> {
    let Ok(entries) = fs::read_dir(data) else {
        return Vec::new();
    };
    let paths = entries.flatten().map(|entry| entry.path());
    let is_log = |path: &PathBuf| path.extension().is_some_and(|e| e == "jnl");
    let mut paths: Vec<_> = paths.filter(is_log).collect();
    let number = |path: &PathBuf| path.file_stem()?.to_str()?.parse::<u64>().ok();
    paths.sort_by_key(number);
    paths
}

/// Reads a log up to its last whole batch, and checks the rest.
fn rest_of(path: &Path, flushed_number: u64, dropped: &Numbers) -> std::io::Result<Rest> {
    let mut reader = BufReader::with_capacity(1 << 16, File::open(path)?);
    let mut rest = Rest {
        offset: 0,
        kind: RestKind::Empty,
        flushed: 0,
        has_dropped: false,
    };
    let mut last = None;
    let mut keyspaces = BTreeSet::new();
    let broken = loop {
        keyspaces.clear();
        match batch::read(&mut reader, &mut keyspaces)? {
            Outcome::Whole { number, .. } if !batch::follows(last, number) => {
                rest.kind = RestKind::Damaged("a batch out of order");
                return Ok(rest);
            }
            Outcome::Whole { number, len } => {
                last = Some(number);
                rest.offset += len;
                if number < flushed_number {
                    rest.flushed = rest.offset;
                }
                let is_dropped = |id| dropped.get(id).is_some_and(|newest| number <= *newest);
                rest.has_dropped |= keyspaces.iter().any(is_dropped);
            }
            Outcome::Broken(broken) => break broken,
        }
    };
    rest.kind = match broken {
        Broken::Empty => RestKind::Empty,
        Broken::Sum => RestKind::Damaged("a batch whose checksum is wrong"),
        Broken::Structure => RestKind::Damaged("a batch that is not well formed"),
        Broken::Cut => {
            let mut file = reader.into_inner();
            file.seek(SeekFrom::Start(rest.offset))?;
            cut_batch(&rest::read(&mut file)?, last)
        }
    };
    Ok(rest)
}

/// Removes from a log the entries that are in files, if they are most of it, and those that merges have
/// dropped. The engine needs the last log, and all batches from the first one that is not in files.
fn trim(path: &Path, rest: &Rest, dropped: &Numbers, is_last: bool) -> std::io::Result<()> {
    let left = rest.offset - rest.flushed;
    if left > 0 && rest.has_dropped {
        return match strip::strip(path, rest.flushed, rest.offset, dropped)? {
            0 => empty(path, is_last),
            _ => Ok(()),
        };
    }
    if rest.flushed == 0 || left > rest.flushed {
        return Ok(());
    }
    if left > 0 {
        let mut log = File::open(path)?;
        log.seek(SeekFrom::Start(rest.flushed))?;
        let whole = path.with_extension("new");
        let mut kept = File::create(&whole)?;
        std::io::copy(&mut log.take(left), &mut kept)?;
        kept.sync_all()?;
        fs::rename(&whole, path)?;
        // The engine appends to the new file. If a crash brought the old one back, what was synced since would be
        // lost.
        return path.parent().map_or(Ok(()), format::sync_dir);
    }
    empty(path, is_last)
}

fn empty(path: &Path, is_last: bool) -> std::io::Result<()> {
    if is_last {
        let file = OpenOptions::new().write(true).open(path)?;
        file.set_len(0)?;
        return file.sync_all();
    }
    fs::remove_file(path)
}

fn cut_batch(rest: &[u8], last: Option<u64>) -> RestKind {
    match rest::damage(rest, last) {
        Some(what) => RestKind::Damaged(what),
        None if rest.is_empty() => RestKind::Empty,
        None => RestKind::Half,
    }
}

/// Cuts a log at `offset`.
fn cut(path: &Path, offset: u64) -> std::io::Result<GivenUp> {
    let mut file = OpenOptions::new().read(true).write(true).open(path)?;
    file.seek(SeekFrom::Start(offset))?;
    let bytes = rest::read(&mut file)?.len() as u64;
    file.set_len(offset)?;
    file.sync_all()?;
    Ok(GivenUp {
        path: path.to_path_buf(),
        offset,
        bytes,
    })
}
