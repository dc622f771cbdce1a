//! Files: compression, encodings and identities.

use std::fs::File;
use std::io::{self, BufRead, BufReader, Read};
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::UNIX_EPOCH;

use encoding_rs::Encoding;
use xxhash_rust::xxh3::xxh3_64;

use super::SourceIdentity;
use super::foreign::check_format;
use super::transcode::{BUFFER, decoded};
use crate::error::{ImportError, Result};

/// The bytes of a file's head that its fingerprint covers.
const HEAD: u64 = 64 << 10;

/// A file or the standard input. A file that is not regular, such as a pipe, can be read only once, like the
/// standard input.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Input {
    /// A file.
    File(PathBuf),
    /// The standard input.
    Stdin,
}

/// An opened file.
pub(crate) struct Opened {
    /// UTF-8, decompressed, without a byte order mark.
    pub(crate) reader: Box<dyn Read + Send>,
    /// The bytes read from the file so far, before decompression.
    pub(crate) consumed: Arc<AtomicU64>,
    /// The size of the file.
    pub(crate) size: Option<u64>,
}

impl Input {
    /// `-` is the standard input.
    pub fn parse(text: &str) -> Self {
        match text {
            "-" => Self::Stdin,
            path => Self::File(PathBuf::from(path)),
        }
    }

    /// The input in messages.
    pub fn name(&self) -> String {
        match self {
            Self::File(path) => path.display().to_string(),
            Self::Stdin => "standard input".to_owned(),
        }
    }

    /// Whether it cannot be read a second time: the standard input, and files that are not regular, whose bytes
    /// are gone once they are read.
    pub fn is_read_once(&self) -> bool {
        match self {
            Self::Stdin => true,
            // If the file does not exist, opening it is an error.
            Self::File(path) => path.metadata().is_ok_and(|found| !found.is_file()),
        }
    }

    /// Opens it, and decompresses gzip and zstd, which are recognized by their first bytes.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub(crate) fn open(&self, encoding: &'static Encoding) -> Result<Opened> {
        let fail = |cause| ImportError::file("cannot read", self.name(), cause);
        let (raw, size): (Box<dyn Read + Send>, _) = match self {
            Self::Stdin => (Box::new(io::stdin()), None),
            Self::File(path) => {
                let file = File::open(path).map_err(fail)?;
                let found = file.metadata().map_err(fail)?;
                let size = found.is_file().then_some(found.len());
                (Box::new(file), size)
            }
        };
        let consumed = Arc::new(AtomicU64::new(0));
        let counted = Counted {
            inner: raw,
            consumed: Arc::clone(&consumed),
        };
        let plain = decompressed(counted).map_err(fail)?;
        let reader = decoded(plain, encoding).map_err(fail)?;
        Ok(Opened {
            reader,
            consumed,
            size,
        })
    }

    /// The identity of the file: its size, time of change, and a hash of its first 64 KiB.
    ///
    /// # Errors
    /// The reason why it cannot be identified.
    pub fn identity(&self) -> Result<SourceIdentity, String> {
        let Self::File(path) = self else {
            return Err("the standard input cannot be read a second time".to_owned());
        };
        if self.is_read_once() {
            return Err(format!(
                "{} is not a regular file, and cannot be read a second time",
                self.name()
            ));
        }
        let head = FileHead::of(path).map_err(|error| error.to_string())?;
        Ok(SourceIdentity {
            name: self.name(),
            fingerprint: head.fingerprint(),
        })
    }
}

/// The identity of a file, without reading all of it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FileHead {
    size: u64,
    changed_ns: u128,
    hash: u64,
}

impl FileHead {
    /// Reads the head of a file.
    ///
    /// # Errors
    /// I/O errors.
    pub fn of(path: &Path) -> io::Result<Self> {
        let file = File::open(path)?;
        let metadata = file.metadata()?;
        let changed = metadata.modified()?.duration_since(UNIX_EPOCH);
        let mut head = Vec::new();
        file.take(HEAD).read_to_end(&mut head)?;
        Ok(Self {
            size: metadata.len(),
            changed_ns: changed.map_or(0, |since| since.as_nanos()),
            hash: xxh3_64(&head),
        })
    }

    fn fingerprint(self) -> String {
        let Self {
            size,
            changed_ns,
            hash,
        } = self;
        format!("{size} bytes, changed {changed_ns} ns after 1970, head {hash:016x}")
    }
}

/// Counts the bytes that pass.
struct Counted {
    inner: Box<dyn Read + Send>,
    consumed: Arc<AtomicU64>,
}

impl Read for Counted {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        let count = self.inner.read(buffer)?;
        self.consumed.fetch_add(count as u64, Ordering::Relaxed);
        Ok(count)
    }
}

fn decompressed(counted: Counted) -> io::Result<Box<dyn Read + Send>> {
    let mut buffered = BufReader::with_capacity(BUFFER, counted);
    check_format(buffered.fill_buf()?)?;
    Ok(match *buffered.fill_buf()? {
        // Several members in one file are one stream, as for `gzip -d`.
        [0x1f, 0x8b, ..] => Box::new(flate2::bufread::MultiGzDecoder::new(buffered)),
        [0x28, 0xb5, 0x2f, 0xfd, ..] => {
            Box::new(zstd::stream::read::Decoder::with_buffer(buffered)?)
        }
        _ => Box::new(buffered),
    })
}
