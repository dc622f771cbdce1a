//! Reads small files completely, with a limit on their size.

use std::fs::File;
use std::io::{self, Read as _};
use std::path::Path;

use crate::crypto::Secret;

/// Reads a file of at most `limit` bytes.
pub(crate) fn read(path: &Path, limit: u64) -> io::Result<Secret> {
    let file = File::open(path)?;
    let length = file.metadata()?.len();
    // A special file has no length. A buffer of the right size does not grow, which would leave copies of keys in memory.
    let expected = usize::try_from(length.min(limit)).unwrap_or(0);
    let mut bytes = Secret::new(Vec::with_capacity(expected + 1));
    file.take(limit + 1).read_to_end(&mut bytes)?;
    if u64::try_from(bytes.len()).is_ok_and(|length| length <= limit) {
        return Ok(bytes);
    }
    let cause = format!("more than {limit} bytes, the limit for such files");
    Err(io::Error::new(io::ErrorKind::InvalidData, cause))
}

/// Without the prefix `FILE:`, which names of keytabs and caches may have. The error is another prefix, such as `KEYRING`.
pub(crate) fn path_of(name: &str) -> Result<&str, &str> {
    match name.split_once(':') {
        Some(("FILE" | "WRFILE", path)) => Ok(path),
        // `C:\…` of Windows.
        Some((kind, _))
            if kind.len() > 1 && kind.bytes().all(|byte| byte.is_ascii_alphanumeric()) =>
        {
            Err(kind)
        }
        _ => Ok(name),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn files_over_the_limit_are_rejected() {
        let file = tempfile::NamedTempFile::new().unwrap();
        std::fs::write(&file, [7; 10]).unwrap();
        assert_eq!(**read(file.path(), 10).unwrap(), [7; 10]);
        let error = read(file.path(), 9).unwrap_err().to_string();
        assert_eq!(error, "more than 9 bytes, the limit for such files");
        let error = read(Path::new("/dev/zero"), 100).unwrap_err().to_string();
        assert_eq!(error, "more than 100 bytes, the limit for such files");
    }

    #[test]
    fn names_may_have_a_type() {
        assert_eq!(path_of("FILE:/tmp/a:b"), Ok("/tmp/a:b"));
        assert_eq!(path_of("/tmp/a:b"), Ok("/tmp/a:b"));
        assert_eq!(path_of("KEYRING:persistent:0"), Err("KEYRING"));
        assert_eq!(path_of(r"C:\keytab"), Ok(r"C:\keytab"));
    }
}
