//! Reads files of settings.

use std::fs::File;
use std::io::Read;
use std::path::Path;

use super::error::SettingsError;

/// Maximum bytes of a file of settings.
const MOST_BYTES: u64 = 16 << 20;

/// A file's name, for errors, and its bytes.
pub(super) fn read(path: &Path) -> Result<(String, Vec<u8>), SettingsError> {
    let name = path.display().to_string();
    let mut bytes = Vec::new();
    let read = File::open(path).and_then(|file| file.take(MOST_BYTES + 1).read_to_end(&mut bytes));
    match read {
        Ok(found) if found as u64 > MOST_BYTES => Err(error(
            &name,
            format!("found over {MOST_BYTES} bytes, expected a file of settings"),
        )),
        Ok(_) => Ok((name, bytes)),
        Err(cause) => Err(error(&name, cause.to_string())),
    }
}

pub(super) fn error(path: &str, what: String) -> SettingsError {
    SettingsError::File {
        path: path.to_owned(),
        what,
    }
}
