//! The sequence numbers up to which merges have dropped entries.
//!
//! When the engine opens a store that was not closed, it replays the log's entries that are newer than all
//! entries in a keyspace's files. If merges dropped the newest entries, that is too much: an entry that a merge
//! dropped because a marker hid it would come back without its marker. So the file `DIR/DROPPED` has a number
//! for each such keyspace. All its log entries up to that number were in files when a merge dropped some of
//! them, and are not replayed.
//!
//! ```text
//! keyspace number        one line per keyspace, by the engine's id
//! sum checksum           xxh3 of the lines before
//! ```

use std::collections::BTreeMap;
use std::fs::{self, File};
use std::io::{ErrorKind, Write};
use std::path::Path;
use std::sync::Arc;

use fjall::{AbstractTree, Keyspace};
use hbase_backend::{Error, Result};
use parking_lot::Mutex;
use xxhash_rust::xxh3::xxh3_64;

use super::super::opening::format;

pub(in super::super) const FILE: &str = "DROPPED";

/// The file's name until it is complete.
const NEW: &str = "DROPPED.new";

/// The numbers, by the engine's ids of keyspaces.
pub(in super::super) type Numbers = BTreeMap<u64, u64>;

/// The numbers of a store.
pub(in super::super) struct DroppedNumbers {
    dir: Arc<Path>,
    numbers: Mutex<Numbers>,
}

impl DroppedNumbers {
    pub(in super::super) fn new(dir: &Arc<Path>, numbers: Numbers) -> Self {
        Self {
            dir: Arc::clone(dir),
            numbers: Mutex::new(numbers),
        }
    }

    /// Records, durably, that entries of the keyspace's files are dropped.
    pub(in super::super) fn note(&self, keyspace: &Keyspace) -> std::io::Result<()> {
        let newest = keyspace.tree.get_highest_persisted_seqno();
        let (Some(id), Some(newest)) = (engine_id(keyspace), newest) else {
            return Ok(());
        };
        let mut numbers = self.numbers.lock();
        if numbers.get(&id).is_some_and(|number| *number >= newest) {
            return Ok(());
        }
        let mut changed = numbers.clone();
        changed.insert(id, newest);
        write(&self.dir, &changed)?;
        // After the file: if it cannot be written, the next drop has to try again.
        *numbers = changed;
        Ok(())
    }

    /// Forgets a keyspace that was dropped; the file is updated with the next number.
    pub(in super::super) fn forget(&self, keyspace: &Keyspace) {
        if let Some(id) = engine_id(keyspace) {
            self.numbers.lock().remove(&id);
        }
    }
}

/// The keyspace's id in the engine's log, which is also the name of its directory.
fn engine_id(keyspace: &Keyspace) -> Option<u64> {
    keyspace.path().file_name()?.to_str()?.parse().ok()
}

/// Reads the numbers from a store's directory.
///
/// # Errors
/// [`Error::Corrupt`] if the file is damaged.
pub(in super::super) fn read(dir: &Path) -> Result<Numbers> {
    let path = dir.join(FILE);
    let text = match fs::read_to_string(&path) {
        Ok(text) => text,
        Err(error) if error.kind() == ErrorKind::NotFound => return Ok(Numbers::new()),
        Err(error) if error.kind() == ErrorKind::InvalidData => String::new(),
        Err(error) => return Err(Error::io(format!("reading {}", path.display()), error)),
    };
    parse(&text).ok_or_else(|| Error::Corrupt {
        what: format!(
            "{}: its checksum is wrong: restore it, or delete it, after which cells that were \
             deleted just before a crash may be back",
            path.display()
        ),
    })
}

fn parse(text: &str) -> Option<Numbers> {
    let (lines, sum) = text.split_at_checked(text.rfind(SUM)?)?;
    if sum != sum_of(lines) {
        return None;
    }
    let line = |line: &str| {
        let (id, number) = line.split_once(' ')?;
        Some((id.parse().ok()?, number.parse().ok()?))
    };
    lines.lines().map(line).collect()
}

fn write(dir: &Path, numbers: &Numbers) -> std::io::Result<()> {
    let line = |(id, number)| format!("{id} {number}\n");
    let lines: String = numbers.iter().map(line).collect();
    let mut file = File::create(dir.join(NEW))?;
    write!(file, "{lines}{}", sum_of(&lines))?;
    file.sync_all()?;
    fs::rename(dir.join(NEW), dir.join(FILE))?;
    // The caller drops entries next. If the rename were lost in a crash, the log would bring them back.
    format::sync_dir(dir)
}

const SUM: &str = "sum ";

fn sum_of(lines: &str) -> String {
    format!("{SUM}{:016x}\n", xxh3_64(lines.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_as_they_were_written() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()).unwrap(), Numbers::new());
        for numbers in [Numbers::new(), Numbers::from([(1, 4711), (12, 0)])] {
            write(dir.path(), &numbers).unwrap();
            assert_eq!(read(dir.path()).unwrap(), numbers);
        }
    }

    #[test]
    fn a_damaged_file_is_an_error() {
        let dir = tempfile::tempdir().unwrap();
        write(dir.path(), &Numbers::from([(1, 4711)])).unwrap();
        let path = dir.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        for damaged in ["", &text[..8], &text.replace('7', "9"), &text[7..]] {
            fs::write(&path, damaged).unwrap();
            let error = read(dir.path()).unwrap_err();
            assert!(matches!(error, Error::Corrupt { .. }), "{error}");
        }
    }
}
