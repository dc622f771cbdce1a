//! Rows that cannot be imported, and their file.

use std::fmt;
use std::fs::File;
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use serde::Serialize;

use crate::error::{ImportError, Result};

/// A row that is not imported.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Reject {
    /// The row's number in the source, from 1, without the header.
    pub row: u64,
    /// The line at which it starts, from 1, in files of text.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<u64>,
    /// The row's values of the unique order, such as `id = 17`, for databases that are read in such an order.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub order_key: Option<String>,
    /// The source column; `None` if it is the whole row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<String>,
    /// The value, cut to 200 bytes; `None` for the whole row.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub value: Option<String>,
    /// What was expected, and what was found; cut in the middle to 1,000 bytes if it contains a long value.
    pub reason: String,
}

/// Maximum bytes of a reason, and of the start that is kept; the end says what was expected.
const LONGEST_REASON: usize = 1000;
const REASON_START: usize = 600;

/// A reason without the middle of a long value.
pub(crate) fn cut_reason(reason: String) -> String {
    if reason.len() <= LONGEST_REASON {
        return reason;
    }
    let start = reason.floor_char_boundary(REASON_START);
    let end = reason.ceil_char_boundary(reason.len() - (LONGEST_REASON - REASON_START - "…".len()));
    format!("{}…{}", &reason[..start], &reason[end..])
}

impl fmt::Display for Reject {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (self.line, &self.order_key) {
            (Some(line), _) => write!(f, "in line {line}")?,
            (None, Some(key)) => write!(f, "row {} ({key})", self.row)?,
            (None, None) => write!(f, "row {}", self.row)?,
        }
        if let Some(column) = &self.column {
            write!(f, ", column `{column}`")?;
        }
        if let Some(value) = &self.value {
            write!(f, ", value {value:?}")?;
        }
        write!(f, ": {}", self.reason)
    }
}

/// The file of rejected rows: CSV with a header. The first rejected row creates it.
#[derive(Debug)]
pub(crate) struct RejectFile {
    path: PathBuf,
    file: Option<File>,
    length: u64,
}

const HEADER: [&str; 6] = ["row", "line", "column", "value", "reason", "order_key"];

/// Whether a file starts with the header, or with a part of it that a killed run has written.
fn is_of_rejects(file: &mut File) -> io::Result<bool> {
    let header = HEADER.join(",");
    let mut start = Vec::new();
    file.take(header.len() as u64).read_to_end(&mut start)?;
    Ok(header.as_bytes().starts_with(&start))
}

impl RejectFile {
    /// A file that does not exist yet.
    ///
    /// # Errors
    /// A file that exists: it belongs to another run.
    pub(crate) fn new(path: &Path) -> Result<Self> {
        let fail = |kind, what: &str| {
            let cause = io::Error::new(kind, what);
            Err(ImportError::file("cannot create", path.display(), cause))
        };
        if path.exists() {
            let what =
                "it already exists and belongs to another run: remove it, or name another file";
            return fail(io::ErrorKind::AlreadyExists, what);
        }
        // Checked here, not at the first reject, when rows have already been written.
        let folder = path
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        if folder.is_some_and(|folder| !folder.is_dir()) {
            return fail(io::ErrorKind::NotFound, "its directory does not exist");
        }
        Ok(Self {
            path: path.to_owned(),
            file: None,
            length: 0,
        })
    }

    /// The file of a resumed run: rows that were written after its checkpoint are cut off.
    pub(crate) fn resume(path: &Path, length: u64) -> Result<Self> {
        let file = reopened(path, length).map_err(|error| cannot_write(path, error))?;
        Ok(Self {
            path: path.to_owned(),
            file,
            length,
        })
    }

    /// The bytes written so far.
    pub(crate) const fn len(&self) -> u64 {
        self.length
    }

    pub(crate) fn path(&self) -> &Path {
        &self.path
    }

    /// Appends rows.
    pub(crate) fn append(&mut self, rejects: &[Reject]) -> Result<()> {
        if rejects.is_empty() {
            return Ok(());
        }
        let written = self.write(rejects);
        self.length += written.map_err(|error| cannot_write(&self.path, error))?;
        Ok(())
    }

    /// Returns the number of bytes.
    fn write(&mut self, rejects: &[Reject]) -> io::Result<u64> {
        let bytes = self.encoded(rejects)?;
        let file = match &mut self.file {
            Some(file) => file,
            none => none.insert(File::create_new(&self.path)?),
        };
        file.write_all(&bytes)?;
        Ok(bytes.len() as u64)
    }

    /// Forces the file to the disk.
    pub(crate) fn sync(&self) -> Result<()> {
        let synced = self.file.as_ref().map_or(Ok(()), File::sync_data);
        synced.map_err(|error| cannot_write(&self.path, error))
    }

    fn encoded(&self, rejects: &[Reject]) -> io::Result<Vec<u8>> {
        let mut out = csv::Writer::from_writer(Vec::new());
        if self.length == 0 {
            out.write_record(HEADER)?;
        }
        for reject in rejects {
            let line = reject.line.map(|line| line.to_string());
            let fields = [
                &reject.row.to_string(),
                line.as_deref().unwrap_or_default(),
                reject.column.as_deref().unwrap_or_default(),
                reject.value.as_deref().unwrap_or_default(),
                &reject.reason,
                reject.order_key.as_deref().unwrap_or_default(),
            ];
            out.write_record(fields)?;
        }
        out.into_inner().map_err(csv::IntoInnerError::into_error)
    }
}

/// The file of an earlier run, up to the length that its checkpoint has; `None` if it has not rejected any row.
fn reopened(path: &Path, length: u64) -> io::Result<Option<File>> {
    let found = File::options().read(true).write(true).open(path);
    let mut file = match found {
        Err(error) if error.kind() == io::ErrorKind::NotFound && length == 0 => return Ok(None),
        Err(error) if error.kind() == io::ErrorKind::NotFound => {
            let what = format!(
                "found no file, expected one of {length} bytes, since the checkpoint counts its rows: restore it, or remove the \
                 checkpoint to start over"
            );
            return Err(io::Error::new(error.kind(), what));
        }
        found => found?,
    };
    let found = file.metadata()?.len();
    if found < length {
        return Err(io::Error::other(format!(
            "found {found} bytes, expected at least {length}: it was changed since the checkpoint; restore it, or remove it and the \
             checkpoint to start over"
        )));
    }
    if !is_of_rejects(&mut file)? {
        let what = "it does not start like a file of rejects: name the file of the resumed run";
        return Err(io::Error::new(io::ErrorKind::AlreadyExists, what));
    }
    file.set_len(length)?;
    file.seek(SeekFrom::End(0))?;
    Ok(Some(file))
}

fn cannot_write(path: &Path, cause: io::Error) -> ImportError {
    ImportError::file("cannot write", path.display(), cause)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_with_a_long_value_is_cut_in_its_middle() {
        let reason = |digits: usize| format!("value {}: expected less", "ü".repeat(digits));
        assert_eq!(cut_reason(reason(9)), reason(9));
        let cut = cut_reason(reason(1_000_000));
        assert!(cut.len() <= LONGEST_REASON, "{}", cut.len());
        assert!(
            cut.starts_with("value ü") && cut.ends_with("ü: expected less"),
            "{cut}"
        );
    }

    #[test]
    fn a_resumed_run_does_not_cut_a_file_of_somebody_else() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("rejects.csv");
        std::fs::write(&path, "id,total\n1,2\n").unwrap();
        for length in [0, 5] {
            let error = RejectFile::resume(&path, length).unwrap_err().to_string();
            assert!(
                error.contains("does not start like a file of rejects"),
                "{error}"
            );
        }
        assert_eq!(std::fs::read(&path).unwrap(), b"id,total\n1,2\n");
        // A killed run has written a part of the header.
        std::fs::write(&path, "row,li").unwrap();
        RejectFile::resume(&path, 0).unwrap();
        assert_eq!(std::fs::read(&path).unwrap(), b"");
    }
}
