//! Checkpoints: what a run continues from, written once its rows are acknowledged.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufWriter, Write};
use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};

use super::numbers::NumberBlock;
use super::report::Counts;
use super::seen::HASH;
use crate::error::{ImportError, Result};
use crate::source::{Position, SourceIdentity};

/// The format's version.
const FORMAT: &str = "hbase-schema-import/1";

/// The identity of an import, by which a run recognizes its checkpoint.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ImportIdentity {
    pub(crate) store: String,
    pub(crate) table: String,
    pub(crate) source: SourceIdentity,
    /// The mapping and the key's layout or policy.
    pub(crate) plan: String,
    pub(crate) on_duplicate: String,
    /// Whether rows of the table are duplicates too; absent in a checkpoint of an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) check_table: Option<bool>,
}

/// What a run continues from.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Checkpoint {
    format: String,
    pub(crate) import: ImportIdentity,
    /// The timestamp of the first batch's cells.
    pub(crate) timestamp: i64,
    /// The batches written.
    pub(crate) batches: u64,
    pub(crate) position: Position,
    pub(crate) keys_made: u64,
    /// The blocks of running numbers that are not used up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) numbers: Vec<NumberBlock>,
    /// The rows of the batch behind these whose keys earlier batches had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replaced: Option<ReplacedKeys>,
    pub(crate) counts: Counts,
    /// The key of the last row that was written, as `HBase`'s shell prints it: a resumed run finds it in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_key: Option<String>,
    /// The bytes of the rejects file.
    pub(crate) rejects_bytes: u64,
    /// The keys in the file beside.
    pub(crate) key_hashes: u64,
}

/// The keys of a batch that replace rows of earlier batches, recorded before the batch is sent: once it is written, its
/// deletes and newer cells hide what showed that. A read that included the batch's own timestamp would find its new rows
/// too, wherever the filter takes one for seen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct ReplacedKeys {
    pub(crate) batch: u64,
    /// The keys' hashes.
    pub(crate) keys: Vec<u64>,
}

impl Checkpoint {
    /// The checkpoint of a new import.
    pub(crate) fn new(import: ImportIdentity, timestamp: i64) -> Self {
        Self {
            format: FORMAT.to_owned(),
            import,
            timestamp,
            batches: 0,
            position: Position::default(),
            keys_made: 0,
            numbers: Vec::new(),
            replaced: None,
            counts: Counts::default(),
            last_key: None,
            rejects_bytes: 0,
            key_hashes: 0,
        }
    }

    /// Reads the checkpoint of a run that did not end.
    ///
    /// # Errors
    /// A missing or damaged file, and one of another import, with what differs.
    pub(crate) fn read(path: &Path, import: &ImportIdentity) -> Result<Self> {
        let fail = |what: String| ImportError::Checkpoint {
            path: path.display().to_string(),
            what,
        };
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                let what = "there is none: the import has ended, or has not started; start it without resuming";
                return Err(fail(what.to_owned()));
            }
            Err(error) => return Err(ImportError::file("cannot read", path.display(), error)),
        };
        let found: Self = serde_json::from_str(&text)
            .map_err(|error| fail(format!("it is damaged, or of another version: {error}")))?;
        if found.format != FORMAT {
            return Err(fail(format!(
                "found the format `{}`, expected `{FORMAT}`",
                found.format
            )));
        }
        match found.import.difference(import) {
            Some(what) => Err(fail(what)),
            None => Ok(found),
        }
    }
}

impl ImportIdentity {
    /// What differs between a checkpoint's import and this run's.
    fn difference(&self, run: &Self) -> Option<String> {
        let of = |what: &str, found: &str, expected: &str| {
            (found != expected).then(|| {
                format!(
                    "it is of another import: {what} was {found}, and is {expected}; restore it, or remove this \
                     file and the rejects file to start anew"
                )
            })
        };
        of("the store", &self.store, &run.store)
            .or_else(|| of("the table", &self.table, &run.table))
            .or_else(|| of("the source", &self.source.name, &run.source.name))
            .or_else(|| {
                of(
                    "the source's content",
                    &self.source.fingerprint,
                    &run.source.fingerprint,
                )
            })
            .or_else(|| {
                of(
                    "the rule for duplicates",
                    &self.on_duplicate,
                    &run.on_duplicate,
                )
            })
            .or_else(|| {
                let found = self.check_table.or(run.check_table);
                of(
                    "the check of the rows of the table",
                    on_or_off(found),
                    on_or_off(run.check_table),
                )
            })
            .or_else(|| of("the hash of mapping and key", &self.plan, &run.plan))
    }
}

const fn on_or_off(check: Option<bool>) -> &'static str {
    match check {
        Some(true) => "on",
        _ => "off",
    }
}

/// The file of a checkpoint, and beside it the hashes of the keys.
#[derive(Debug)]
pub(crate) struct CheckpointFile {
    path: PathBuf,
    hashes: BufWriter<File>,
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
        let what = if path.is_dir() {
            "it is a directory, expected a file that does not exist yet"
        } else {
            "it is of a run that did not end: resume it, or remove this file and the rejects file to start anew"
        };
        Err(ImportError::Checkpoint {
            path: path.display().to_string(),
            what: what.to_owned(),
        })
    }

    /// The file of a new import.
    ///
    /// # Errors
    /// A file that exists: its run did not end.
    pub(crate) fn create(path: &Path, sync: bool) -> Result<Self> {
        Self::check_new(path)?;
        let hashes = hashes_path(path);
        let file = File::create(&hashes);
        let file =
            file.map_err(|error| ImportError::file("cannot create", hashes.display(), error))?;
        Ok(Self {
            path: path.to_owned(),
            hashes: BufWriter::new(file),
            sync,
        })
    }

    /// The file of a run that is resumed: hashes after the checkpoint are cut off.
    pub(crate) fn resume(path: &Path, sync: bool, hashes: u64) -> Result<Self> {
        let beside = hashes_path(path);
        let fail = |error| ImportError::file("cannot write", beside.display(), error);
        let mut options = OpenOptions::new();
        let file = options.append(true).open(&beside);
        let file =
            file.map_err(|error| ImportError::file("cannot open", beside.display(), error))?;
        let length = hashes * HASH as u64;
        let found = file.metadata().map_err(fail)?.len();
        if found < length {
            return Err(fail(io::Error::other(format!(
                "found {found} bytes, expected at least {length}: it was changed since the checkpoint"
            ))));
        }
        file.set_len(length).map_err(fail)?;
        Ok(Self {
            path: path.to_owned(),
            hashes: BufWriter::new(file),
            sync,
        })
    }

    /// Appends the hashes of keys; they count with the next checkpoint.
    pub(crate) fn append(&mut self, hashes: &[u64]) -> Result<()> {
        for hash in hashes {
            let written = self.hashes.write_all(&hash.to_le_bytes());
            written.map_err(|error| self.error(error))?;
        }
        Ok(())
    }

    /// Replaces the checkpoint as one step.
    pub(crate) fn write(&mut self, checkpoint: &Checkpoint) -> Result<()> {
        self.hashes.flush().map_err(|error| self.error(error))?;
        let text = serde_json::to_string(checkpoint)
            .map_err(|error| self.error(io::Error::other(error)))?;
        self.replace(text.as_bytes())
            .map_err(|error| self.error(error))
    }

    fn replace(&self, text: &[u8]) -> io::Result<()> {
        let new = self.path.with_added_extension("new");
        let mut file = File::create(&new)?;
        file.write_all(text)?;
        if self.sync {
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
        fs::remove_file(&self.path)
            .and_then(|()| fs::remove_file(beside))
            .map_err(|error| ImportError::file("cannot remove", self.path.display(), error))
    }

    fn error(&self, cause: io::Error) -> ImportError {
        ImportError::file("cannot write", self.path.display(), cause)
    }
}

/// The file of hashes beside a checkpoint.
pub(crate) fn hashes_path(checkpoint: &Path) -> PathBuf {
    checkpoint.with_added_extension("keys")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lost_hashes_are_an_error() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("checkpoint.json");
        fs::write(hashes_path(&path), [0; 24]).unwrap();
        let error = CheckpointFile::resume(&path, false, 4).err().unwrap();
        assert!(error.to_string().contains("found 24 bytes"), "{error}");
        CheckpointFile::resume(&path, false, 2).unwrap();
        assert_eq!(fs::read(hashes_path(&path)).unwrap(), [0; 16]);
    }
}
