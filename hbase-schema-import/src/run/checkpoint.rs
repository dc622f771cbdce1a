//! Checkpoints: the state from which a run continues, written once its rows are acknowledged.
//!
//! A batch is counted once all batches before it are acknowledged. The hashes of the keys are in a file next to
//! the checkpoint, which has checksums of both.

use std::fs;
use std::io;
use std::path::Path;

use serde::{Deserialize, Serialize};
use xxhash_rust::xxh3::{Xxh3, xxh3_64};

use super::identity::ImportIdentity;
use super::numbers::NumberBlock;
use super::report::Counts;
use crate::error::{ImportError, Result};
use crate::source::Position;

/// The format's version.
const FORMAT: &str = "hbase-schema-import/1";

/// The member that every version has.
#[derive(Deserialize)]
struct Format {
    format: String,
}

/// The state from which a run continues.
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
    /// The blocks of running numbers that are not yet used up.
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    pub(crate) numbers: Vec<NumberBlock>,
    /// The rows of the next batch whose keys earlier batches had.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) replaced: Option<ReplacedKeys>,
    pub(crate) counts: Counts,
    /// The key of the last row that was written, as `HBase`'s shell prints it: a resumed run finds it in the table.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(crate) last_key: Option<String>,
    /// The bytes of the rejects file.
    pub(crate) rejects_bytes: u64,
    /// The number of keys in the file next to the checkpoint.
    pub(crate) key_hashes: u64,
    /// The checksum of these keys; like the next one, absent in a checkpoint of an earlier version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) keys_checksum: Option<String>,
    /// The checksum of the other members.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    checksum: Option<String>,
}

/// The keys of a batch that replace rows of earlier batches, recorded before the batch is sent: once it is
/// written, its deletes and newer cells hide the replaced cells. A read that included the batch's own timestamp
/// would also find new rows of the batch if the filter takes them for seen.
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
            keys_checksum: None,
            checksum: None,
        }
    }

    /// Reads the checkpoint of a run that did not end.
    ///
    /// # Errors
    /// A missing or damaged file, and another import's file, with the difference.
    pub(crate) fn read(path: &Path, import: &ImportIdentity) -> Result<Self> {
        let fail = |what: String| failed(path, what);
        let text = match fs::read_to_string(path) {
            Ok(text) => text,
            Err(error) if error.kind() == io::ErrorKind::NotFound => {
                return Err(fail(NONE.to_owned()));
            }
            Err(error) => return Err(ImportError::file("cannot read", path.display(), error)),
        };
        let found = Self::parse(&text).map_err(fail)?;
        if found.checksum.is_some() && found.checksum != found.own_checksum().ok() {
            return Err(fail(format!(
                "its content does not match its checksum: it is damaged or was edited; {START_OVER}"
            )));
        }
        match found.import.difference(import) {
            Some(what) => Err(fail(what)),
            None => Ok(found),
        }
    }

    /// Rejects another format by its name, whatever its other members are.
    fn parse(text: &str) -> std::result::Result<Self, String> {
        let unread = |error| format!("it is damaged, or of a newer version: {error}; {START_OVER}");
        let Format { format } = serde_json::from_str(text).map_err(unread)?;
        if format == FORMAT {
            return serde_json::from_str(text).map_err(unread);
        }
        Err(format!(
            "found the format `{format}`, expected `{FORMAT}`: use the version of hbase-schema that wrote it, or remove \
             this file and the rejects file to start over"
        ))
    }

    /// The checksum of all members except itself.
    fn own_checksum(&self) -> serde_json::Result<String> {
        let without = Self {
            checksum: None,
            ..self.clone()
        };
        let text = serde_json::to_vec(&without)?;
        Ok(format!("{:016x}", xxh3_64(&text)))
    }

    /// The text of the checkpoint, with its checksums.
    pub(super) fn text(&self, keys: &Xxh3) -> serde_json::Result<Vec<u8>> {
        let mut written = self.clone();
        written.keys_checksum = Some(keys_checksum(keys));
        written.checksum = Some(written.own_checksum()?);
        serde_json::to_vec(&written)
    }
}

pub(super) fn keys_checksum(keys: &Xxh3) -> String {
    format!("{:016x}", keys.digest())
}

const NONE: &str = "the file does not exist: the import has ended, or was interrupted before its first row; start it without \
    resuming, with the rejects file moved away if there is one, by which rows that are written already are written with \
    the same keys and cells";

pub(super) const START_OVER: &str =
    "restore it, or remove this file and the rejects file to start over";

pub(super) fn failed(path: &Path, what: String) -> ImportError {
    ImportError::Checkpoint {
        path: path.display().to_string(),
        what,
    }
}
