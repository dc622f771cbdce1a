//! Reads the entries of a keytab.

use std::fmt;

use crate::crypto::Secret;
use crate::cursor::{Cursor, Result, secret};
use crate::principal::Principal;

/// The first byte of each keytab.
const MAGIC: u8 = 5;

/// The version of the format; version 1 has the byte order of the machine that wrote it.
const VERSION: u8 = 2;

/// A key of a principal.
pub(crate) struct Entry {
    pub(crate) principal: Principal,
    /// When the key was written, seconds since 1970.
    pub(crate) written: u32,
    /// The version of the key.
    pub(crate) version: u32,
    /// Whether only the lowest 8 bits of the version are in the file.
    pub(crate) is_short: bool,
    /// The number of the encryption type.
    pub(crate) kind: i32,
    pub(crate) key: Secret,
}

impl fmt::Debug for Entry {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self {
            principal,
            version,
            kind,
            ..
        } = self;
        write!(
            f,
            "Entry({principal}, version {version}, type {kind}, hidden)"
        )
    }
}

/// Reads all entries that are not deleted.
pub(crate) fn parse(bytes: &[u8]) -> Result<Vec<Entry>> {
    let mut file = Cursor::new(bytes);
    let magic = file.clone();
    let (first, second) = (
        file.u8("a keytab's first byte")?,
        file.u8("a keytab's version")?,
    );
    if (first, second) != (MAGIC, VERSION) {
        return Err(magic.error(
            format!("{first:02x} {second:02x}"),
            "05 02, the start of a keytab",
        ));
    }
    let mut entries = Vec::new();
    while !file.is_empty() {
        let start = file.clone();
        match file.i32("an entry's length")? {
            // The end, before unused space.
            0 => break,
            length if length > 0 => {
                let mut entry = file.part(positive(length), "an entry")?;
                entries.push(parse_entry(&mut entry)?);
            }
            // A deleted entry.
            i32::MIN => return Err(start.error("the length -2147483648", "a length of 31 bits")),
            length => {
                file.take(positive(length), "a deleted entry")?;
            }
        }
    }
    Ok(entries)
}

fn positive(length: i32) -> usize {
    usize::try_from(length.unsigned_abs()).unwrap_or(usize::MAX)
}

fn parse_entry(entry: &mut Cursor<'_>) -> Result<Entry> {
    let count = entry.u16("the number of names")?;
    let realm = text(entry, "a realm")?;
    let mut components = Vec::new();
    for _ in 0..count {
        components.push(text(entry, "a name")?);
    }
    entry.u32("a type of name")?;
    let written = entry.u32("a time")?;
    let short = entry.u8("a key's version")?;
    let kind = entry.u16("an encryption type")?.cast_signed().into();
    let key = secret(entry.short("a key")?);
    // Old writers leave out the version of 32 bits, or fill it with zeros.
    let long = if entry.left() >= 4 {
        entry.u32("a key's version")?
    } else {
        0
    };
    Ok(Entry {
        principal: Principal { realm, components },
        written,
        version: if long == 0 { short.into() } else { long },
        is_short: long == 0,
        kind,
        key,
    })
}

fn text(entry: &mut Cursor<'_>, what: &str) -> Result<String> {
    let bytes = entry.short(what)?;
    entry.text(bytes, what)
}
