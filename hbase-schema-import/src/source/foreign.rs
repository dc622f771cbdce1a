//! Recognizes files that are not text by their first bytes.

use std::io;

/// Formats of files by their first bytes, and what to do with them.
const FORMATS: &[(&[u8], &str, &str)] = &[
    (b"PK\x03\x04", "a zip archive, as .xlsx files are", UNPACK),
    (b"BZh", "a file compressed by bzip2", UNPACK),
    (b"\xfd7zXZ\0", "a file compressed by xz", UNPACK),
    (b"7z\xbc\xaf\x27\x1c", "a 7z archive", UNPACK),
    (b"\x04\x22\x4d\x18", "a file compressed by LZ4", UNPACK),
    (b"PAR1", "a Parquet file", "set `--format parquet`"),
    (
        b"SQLite format 3\0",
        "a database of SQLite",
        "import from `sqlite:PATH`",
    ),
    (b"Obj\x01", "an Avro file", CONVERT),
    (b"ORC\x01", "an ORC file", CONVERT),
    (b"ARROW1\0\0", "an Arrow file", CONVERT),
    (
        b"\xd0\xcf\x11\xe0",
        "a document of an old Office, as .xls files are",
        CONVERT,
    ),
];

const UNPACK: &str = "unpack it first";
const CONVERT: &str = "convert it to CSV, JSON lines or Parquet";

/// Checks that a file has no known format other than text.
pub(super) fn check_format(head: &[u8]) -> io::Result<()> {
    let mut known = FORMATS.iter();
    match known.find(|(magic, ..)| head.starts_with(magic)) {
        None => Ok(()),
        Some((_, found, help)) => Err(io::Error::other(format!(
            "found {found}, expected text, plain or compressed by gzip or zstd: {help}"
        ))),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn other_formats_are_named() {
        for (head, expected) in [
            (&b"PK\x03\x04\x14\0"[..], "a zip archive"),
            (b"BZh91AY&SY", "bzip2"),
            (b"\xfd7zXZ\0\0", "xz"),
            (b"PAR1\x15", "`--format parquet`"),
        ] {
            let error = check_format(head).unwrap_err().to_string();
            assert!(error.contains(expected), "{error}");
        }
        for head in [&b"id,name"[..], b"", b"PK", b"BZ,x", b"\x1f\x8b"] {
            assert!(check_format(head).is_ok());
        }
    }
}
