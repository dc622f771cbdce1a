//! Finds damaged files: the engine reports a wrong checksum without the file.

use std::fs::File;
use std::io::{ErrorKind, Read};
use std::path::{Path, PathBuf};

use fjall::{AbstractTree, Keyspace};
use xxhash_rust::xxh3::Xxh3;

/// The first damaged file of a keyspace.
pub(super) fn locate(keyspace: &Keyspace) -> Option<PathBuf> {
    let version = keyspace.tree.current_version();
    let mut tables = version.iter_tables();
    let damaged = tables.find(|table| {
        let expected = table.checksum().into_u128();
        sum(&table.path).is_ok_and(|found| found != expected)
    });
    damaged.map(|table| table.path.to_path_buf())
}

fn sum(path: &Path) -> std::io::Result<u128> {
    let mut file = File::open(path)?;
    let mut hash = Xxh3::new();
    let mut buffer = vec![0; 1 << 16];
    loop {
        let read = file.read(&mut buffer)?;
        if read == 0 {
            return Ok(hash.digest128());
        }
        hash.update(&buffer[..read]);
    }
}

/// Whether the error is a full disk.
pub(super) fn is_full_error(kind: ErrorKind) -> bool {
    matches!(
        kind,
        ErrorKind::StorageFull | ErrorKind::QuotaExceeded | ErrorKind::FileTooLarge
    )
}
