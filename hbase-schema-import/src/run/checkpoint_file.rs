//! The file of a checkpoint, and the file of keys next to it.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, BufRead, BufReader, BufWriter, Read, Write};
use std::path::{Path, PathBuf};

use xxhash_rust::xxh3::Xxh3;

use super::checkpoint::{Checkpoint, START_OVER, failed, keys_checksum};
use super::seen::HASH;
use crate::error::{ImportError, Result};

/// The file of a checkpoint, and the file with the hashes of the keys.
pub(crate) struct CheckpointFile {
    path: PathBuf,
    /// Locked until the run ends.
    hashes: BufWriter<File>,
    /// The checksum of the hashes so far.
    checksum: Xxh3,
    sync: bool,
}

impl CheckpointFile {
    /// Checks that no run can be resumed from a checkpoint.
    ///
    /// # Errors
    /// A file that exists: its run did not end.
    pub(crate) fn check_new(path: &Path) -> Result<()> {
        if !path.exists() {
            return Ok(());
        }
        if path.is_dir() {
            let what = "it is a directory, expected a file that does not exist yet";
            return Err(failed(path, what.to_owned()));
        }
        // The lock shows whether the run is still going. Its checkpoint must then not be removed.
        if let Ok(hashes) = File::open(hashes_path(path)) {
            lock(path, &hashes)?;
        }
        let what = "it belongs to a run that did not end: resume it, or remove this file and the rejects file to start over";
        Err(failed(path, what.to_owned()))
    }

    /// The file of a new import.
    ///
    /// # Errors
    /// A file that exists: its run did not end.
    pub(crate) fn create(path: &Path, sync: bool) -> Result<Self> {
        Self::check_new(path)?;
        let hashes = hashes_path(path);
        // Truncated before it is locked, which loses nothing: without a checkpoint, its keys do not count.
        let file = File::create(&hashes);
        let file =
            file.map_err(|error| ImportError::file("cannot create", hashes.display(), error))?;
        lock(path, &file)?;
        Ok(Self::of(path, file, Xxh3::new(), sync))
    }

    fn of(path: &Path, hashes: File, checksum: Xxh3, sync: bool) -> Self {
        Self {
            path: path.to_owned(),
            hashes: BufWriter::new(hashes),
            checksum,
            sync,
        }
    }

    /// The file of a resumed run: hashes after the checkpoint are cut off.
    ///
    /// # Errors
    /// A run that has not ended; a file that is missing, or has other hashes than at the checkpoint.
    pub(crate) fn resume(path: &Path, sync: bool, checkpoint: &Checkpoint) -> Result<Self> {
        let beside = hashes_path(path);
        let damaged = |what: String| {
            let file = beside.display();
            failed(
                path,
                format!("`{file}`, the keys so far, {what}; {START_OVER}"),
            )
        };
        let fail = |error| ImportError::file("cannot write", beside.display(), error);
        let opened = OpenOptions::new().read(true).append(true).open(&beside);
        let file = opened.map_err(|error| damaged(format!("cannot be opened: {error}")))?;
        lock(path, &file)?;
        let length = checkpoint.key_hashes * HASH as u64;
        let found = file.metadata().map_err(fail)?.len();
        if found < length {
            let what = format!("has {found} bytes, expected at least {length}");
            return Err(damaged(what));
        }
        let checksum = checksum_of(&file, length).map_err(fail)?;
        let expected = checkpoint.keys_checksum.as_ref();
        if expected.is_some_and(|expected| *expected != keys_checksum(&checksum)) {
            return Err(damaged("are damaged".to_owned()));
        }
        file.set_len(length).map_err(fail)?;
        Ok(Self::of(path, file, checksum, sync))
    }

    /// Appends the hashes of keys; they count with the next checkpoint.
    pub(crate) fn append(&mut self, hashes: &[u64]) -> Result<()> {
        for hash in hashes {
            let bytes = hash.to_le_bytes();
            self.checksum.update(&bytes);
            let written = self.hashes.write_all(&bytes);
            written.map_err(|error| self.error(error))?;
        }
        Ok(())
    }

    /// Replaces the checkpoint as one step.
    pub(crate) fn write(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        let written = self.replace(checkpoint);
        written.map_err(|error| self.error(error))
    }

    fn replace(&mut self, checkpoint: &Checkpoint) -> io::Result<()> {
        // The keys before the checkpoint that counts them: `resume` cuts off keys that are not counted, and
        // rejects a file with fewer.
        self.hashes.flush()?;
        let text = checkpoint.text(&self.checksum)?;
        let new = self.path.with_added_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(&text)?;
        if self.sync {
            // Both before the rename. Otherwise, a crash of the machine could leave the new name with no
            // content, or with keys that are not on the disk.
            self.hashes.get_ref().sync_data()?;
            file.sync_data()?;
        }
        fs::rename(&new, &self.path)?;
        if self.sync {
            let folder = self
                .path
                .parent()
                .filter(|folder| !folder.as_os_str().is_empty());
            File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
        }
        Ok(())
    }

    /// Removes the files: the import is complete.
    pub(crate) fn remove(self) -> Result<()> {
        let beside = hashes_path(&self.path);
        // The checkpoint first: keys without a checkpoint do not look like a run to resume.
        fs::remove_file(&self.path)
            .and_then(|()| fs::remove_file(beside))
            .map_err(|error| ImportError::file("cannot remove", self.path.display(), error))
    }

    fn error(&self, cause: io::Error) -> ImportError {
        ImportError::file("cannot write", self.path.display(), cause)
    }
}

/// The file of hashes next to a checkpoint.
pub(crate) fn hashes_path(checkpoint: &Path) -> PathBuf {
    checkpoint.with_added_extension("keys")
}

/// Locks the file of hashes for one run; if the file system has no locks, it stays unlocked.
fn lock(path: &Path, hashes: &File) -> Result<()> {
    match hashes.try_lock() {
        Err(TryLockError::WouldBlock) => {
            let what = "its run has not ended: wait until it has, or name another file";
            Err(failed(path, what.to_owned()))
        }
        _ => Ok(()),
    }
}

/// The checksum of the first bytes of a file.
fn checksum_of(file: &File, length: u64) -> io::Result<Xxh3> {
    let mut checksum = Xxh3::new();
    let mut reader = BufReader::with_capacity(1 << 16, file.take(length));
    loop {
        let bytes = reader.fill_buf()?;
        if bytes.is_empty() {
            return Ok(checksum);
        }
        checksum.update(bytes);
        let read = bytes.len();
        reader.consume(read);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::run::identity::ImportIdentity;
    use crate::source::SourceIdentity;

    fn checkpoint(hashes: u64) -> Checkpoint {
        let import = ImportIdentity {
            store: "memory:".to_owned(),
            table: "T".to_owned(),
            source: SourceIdentity {
                name: "calls.csv".to_owned(),
                fingerprint: "1 bytes".to_owned(),
            },
            plan: "1".to_owned(),
            on_duplicate: "error".to_owned(),
            check_table: Some(false),
        };
        let mut checkpoint = Checkpoint::new(import, 7);
        checkpoint.key_hashes = hashes;
        checkpoint
    }

    #[test]
    fn lost_hashes_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.json");
        let resume = |hashes| CheckpointFile::resume(&path, false, &checkpoint(hashes));
        let error = resume(4).err().unwrap().to_string();
        assert!(error.contains("to start over"), "{error}");
        fs::write(hashes_path(&path), [0; 24]).unwrap();
        let error = resume(4).err().unwrap().to_string();
        assert!(error.contains("has 24 bytes"), "{error}");
        resume(2).unwrap();
        assert_eq!(fs::read(hashes_path(&path)).unwrap(), [0; 16]);
    }

    #[test]
    fn a_changed_checkpoint_and_changed_hashes_are_errors() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.json");
        let mut file = CheckpointFile::create(&path, false).unwrap();
        file.append(&[1, 2]).unwrap();
        file.write(&checkpoint(2)).unwrap();
        // Not yet in the checkpoint.
        file.append(&[3]).unwrap();
        drop(file);
        let import = checkpoint(2).import;
        let found = Checkpoint::read(&path, &import).unwrap();
        let mut file = CheckpointFile::resume(&path, false, &found).unwrap();
        file.append(&[4]).unwrap();
        file.write(&checkpoint(3)).unwrap();
        drop(file);
        let found = Checkpoint::read(&path, &import).unwrap();
        CheckpointFile::resume(&path, false, &found).unwrap();

        fs::write(hashes_path(&path), [9; 24]).unwrap();
        let error = CheckpointFile::resume(&path, false, &found).err().unwrap();
        assert!(error.to_string().contains("are damaged"), "{error}");

        let text = fs::read_to_string(&path).unwrap();
        fs::write(&path, text.replace("\"offset\":0", "\"offset\":1")).unwrap();
        let error = Checkpoint::read(&path, &import).unwrap_err().to_string();
        assert!(error.contains("checksum"), "{error}");
        assert!(error.contains("to start over"), "{error}");
    }

    #[test]
    fn a_run_that_has_not_ended_is_left_alone() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.json");
        let mut file = CheckpointFile::create(&path, false).unwrap();
        file.write(&checkpoint(0)).unwrap();
        let new = CheckpointFile::check_new(&path).unwrap_err();
        let resumed = CheckpointFile::resume(&path, false, &checkpoint(0));
        for error in [new, resumed.err().unwrap()] {
            assert!(error.to_string().contains("has not ended"), "{error}");
        }
        drop(file);
        let error = CheckpointFile::check_new(&path).unwrap_err();
        assert!(error.to_string().contains("did not end"), "{error}");
    }
}
