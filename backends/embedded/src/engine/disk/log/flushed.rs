//! The sequence number up to which all writes are in files.
//!
//! The engine drops a log only when it is full, and replays the whole log when it opens a store that was not
//! closed. `DIR/FLUSHED` contains a number: all batches with smaller numbers are in files, and need not be
//! replayed. An unreadable file is ignored, which costs only time.

use std::fs::{self, File};
use std::io::Write;
use std::path::Path;

use parking_lot::Mutex;

use xxhash_rust::xxh3::xxh3_64;

pub(in super::super) const FILE: &str = "FLUSHED";

/// The file's name until it is complete.
const NEW: &str = "FLUSHED.new";

/// Locked while the file is written: flushes of several tables may end at the same time.
static TURN: Mutex<()> = Mutex::new(());

/// Reads the number from a store's directory; 0 without a file.
pub(in super::super) fn read(dir: &Path) -> u64 {
    let text = fs::read_to_string(dir.join(FILE)).unwrap_or_default();
    let noted = text.trim_end().split_once(' ');
    let number = noted.filter(|(number, sum)| *sum == sum_of(number));
    number.map_or(0, |(number, _)| number.parse().unwrap_or(0))
}

/// Writes a number.
pub(in super::super) fn write(dir: &Path, number: u64) -> std::io::Result<()> {
    let number = number.to_string();
    let _turn = TURN.lock();
    let mut file = File::create(dir.join(NEW))?;
    writeln!(file, "{number} {}", sum_of(&number))?;
    file.sync_all()?;
    // Without a sync of the directory: if a crash brings the older number back, opening replays more.
    fs::rename(dir.join(NEW), dir.join(FILE))
}

fn sum_of(number: &str) -> String {
    format!("{:016x}", xxh3_64(number.as_bytes()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_noted_from_several_threads() {
        let dir = tempfile::tempdir().unwrap();
        std::thread::scope(|scope| {
            for thread in 0..4 {
                let path = dir.path();
                scope.spawn(move || {
                    for number in 1..50 {
                        write(path, thread * 100 + number).unwrap();
                    }
                });
            }
        });
        assert_eq!(read(dir.path()) % 100, 49);
    }

    #[test]
    fn a_number_is_read_only_where_it_is_whole() {
        let dir = tempfile::tempdir().unwrap();
        assert_eq!(read(dir.path()), 0);
        write(dir.path(), 4711).unwrap();
        assert_eq!(read(dir.path()), 4711);
        let path = dir.path().join(FILE);
        let text = fs::read_to_string(&path).unwrap();
        for damaged in [&text[..10], &text.replace('7', "9"), ""] {
            fs::write(&path, damaged).unwrap();
            assert_eq!(read(dir.path()), 0, "{damaged}");
        }
    }
}
