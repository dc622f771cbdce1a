//! Credential caches in files, as `kinit` writes them. Format: `ccache_file_format` of MIT's documentation, versions 3 and 4.

mod format;
mod name;

pub(crate) use format::{Cache, parse};
pub(crate) use name::{default_cache, default_keytab};

use std::path::Path;

use crate::error::{FileError, LoginError};

/// Maximum size of a cache, bytes: tickets for some 1,000 services.
const MAX_BYTES: u64 = 4 << 20;

/// Reads a cache.
pub(crate) fn read(file: &Path) -> Result<Cache, LoginError> {
    let bytes = crate::file::read(file, MAX_BYTES).map_err(|error| match error.kind() {
        std::io::ErrorKind::NotFound => LoginError::NoCredentials {
            cache: file.to_owned(),
        },
        _ => FileError::unreadable(file)(error).into(),
    })?;
    let cache = parse(&bytes).map_err(FileError::format(file))?;
    Ok(cache)
}

#[cfg(test)]
pub(crate) mod tests;
