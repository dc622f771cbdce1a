//! Cursors: positions after pages and in scans, as short texts.
//!
//! A cursor identifies its query by a hash of the table, the key layout, the ranges, the filter and the order, so that
//! other queries reject it. The hash is of an explicit encoding, whose bytes are tested, so renaming a field does not
//! invalidate cursors. A cursor contains the last row, not a scanner.

use std::fmt;
use std::str::FromStr;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hbase_model::hash::md5;

use super::position::{Done, Position, Side};
use super::query_id::QueryId;
use crate::db::error::{CallContext, Error};
use crate::debug::debug_as_display;
use crate::key::shown;

/// The first byte of a cursor of a page: its format.
const FORMAT: u8 = 2;

/// The format of the cursor of a position in a scan. After the digest come the side of the row, and the numbers of rows
/// that were skipped and returned, 8 bytes each.
const POSITION_FORMAT: u8 = 3;

/// Bytes of the query's digest.
const QUERY: usize = 8;

/// Bytes of the checksum.
const CHECKSUM: usize = 4;

/// The position after a page, or of a running scan ([`Rows::position`](crate::db::Rows::position)): a short text that
/// can be given to a user and used at any time, even by another process or a later version of the program.
///
/// A cursor belongs to one query on one table; any other query returns an error. It stays valid
/// when fields or types are renamed. With the feature `serde` it is serialized as its text.
///
/// ```
/// use hbase_schema::Cursor;
///
/// let error = "page 2".parse::<Cursor>().unwrap_err();
/// assert!(error.to_string().starts_with("\"page 2\" is not a cursor"));
/// ```
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

/// Errors from parsing a cursor.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum CursorError {
    /// The text is not a cursor, or only a part of one.
    #[error(
        "{text} is not a cursor, or is damaged: give the text as it came with the previous page, or start with the first page"
    )]
    Damaged {
        /// The text, truncated if it is long.
        text: Box<str>,
    },
    /// The cursor has a format that this version of the crate does not support.
    #[error("the cursor has the format {found}, which {} version of hbase-schema made, expected the format {FORMAT} or {POSITION_FORMAT}: start with the first page", if *found < FORMAT { "an older" } else { "a newer" })]
    Format {
        /// The format's number.
        found: u8,
    },
}

/// A decoded cursor.
struct Contents {
    query: [u8; QUERY],
    position: Position,
}

impl Cursor {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// The cursor of `query` whose page ended at `at`.
    pub(in crate::db) fn new(query: &QueryId, at: &[u8]) -> Self {
        Self::encoded(FORMAT, query, &[at])
    }

    /// The cursor of a position in a scan.
    pub(in crate::db) fn of_position(query: &QueryId, position: &Position) -> Self {
        let done = position.done.unwrap_or_default();
        let parts: [&[u8]; 4] = [
            &[position.side as u8],
            &done.skipped.to_be_bytes(),
            &done.returned.to_be_bytes(),
            &position.at,
        ];
        Self::encoded(POSITION_FORMAT, query, &parts)
    }

    fn encoded(format: u8, query: &QueryId, parts: &[&[u8]]) -> Self {
        let mut bytes = vec![format];
        bytes.extend_from_slice(&query.digest());
        bytes.extend(parts.iter().copied().flatten());
        bytes.extend_from_slice(&md5(&[&bytes])[..CHECKSUM]);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Decodes the end of the page, if the text is a cursor of `query`.
    pub(in crate::db) fn read(
        about: CallContext<'_>,
        text: &str,
        query: &QueryId,
    ) -> Result<Vec<u8>, Error> {
        Ok(Self::read_position(about, text, query)?.at)
    }

    /// Decodes the position, if the text is a cursor of `query`. Only scans have positions that are not ends of pages.
    pub(in crate::db) fn read_position(
        about: CallContext<'_>,
        text: &str,
        query: &QueryId,
    ) -> Result<Position, Error> {
        let contents = contents(text).map_err(|error| about.cursor(error))?;
        if contents.query != query.digest() {
            return Err(about.cursor(
                "the cursor belongs to another query or another layout of the table: the table, its key, the key parts of the query, the filter, the time range and the direction must be those of the previous page; otherwise start with the first page",
            ));
        }
        Ok(contents.position)
    }
}

fn contents(text: &str) -> Result<Contents, CursorError> {
    let damaged = || CursorError::Damaged { text: shown(&text) };
    let bytes = URL_SAFE_NO_PAD.decode(text.trim()).map_err(|_| damaged())?;
    let (rest, checksum) = bytes.split_last_chunk::<CHECKSUM>().ok_or_else(damaged)?;
    if md5(&[rest])[..CHECKSUM] != *checksum {
        return Err(damaged());
    }
    match rest.split_first() {
        Some((&format @ (FORMAT | POSITION_FORMAT), rest)) => {
            let (query, rest) = rest.split_first_chunk().ok_or_else(damaged)?;
            let position = match format {
                FORMAT => Some(Position::after(rest)),
                _ => position(rest),
            };
            Ok(Contents {
                query: *query,
                position: position.ok_or_else(damaged)?,
            })
        }
        Some((&found, _)) => Err(CursorError::Format { found }),
        None => Err(damaged()),
    }
}

/// The position of a scan, after the query's digest.
fn position(bytes: &[u8]) -> Option<Position> {
    let (side, rest) = bytes.split_first()?;
    let (skipped, rest) = rest.split_first_chunk()?;
    let (returned, at) = rest.split_first_chunk()?;
    Some(Position {
        side: Side::of(*side)?,
        at: at.to_vec(),
        done: Some(Done {
            skipped: u64::from_be_bytes(*skipped),
            returned: u64::from_be_bytes(*returned),
        }),
    })
}

impl FromStr for Cursor {
    type Err = CursorError;

    /// Checks that the text is a whole cursor. The query checks that the cursor belongs to it.
    fn from_str(text: &str) -> Result<Self, CursorError> {
        contents(text)?;
        Ok(Self(text.trim().to_owned()))
    }
}

impl TryFrom<String> for Cursor {
    type Error = CursorError;

    fn try_from(text: String) -> Result<Self, CursorError> {
        text.parse()
    }
}

impl TryFrom<&str> for Cursor {
    type Error = CursorError;

    fn try_from(text: &str) -> Result<Self, CursorError> {
        text.parse()
    }
}

#[cfg(feature = "serde")]
impl serde::Serialize for Cursor {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.serialize_str(&self.0)
    }
}

#[cfg(feature = "serde")]
impl<'de> serde::Deserialize<'de> for Cursor {
    fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let text = <std::borrow::Cow<'de, str>>::deserialize(deserializer)?;
        text.parse().map_err(serde::de::Error::custom)
    }
}

impl AsRef<str> for Cursor {
    fn as_ref(&self) -> &str {
        &self.0
    }
}

impl From<Cursor> for String {
    fn from(cursor: Cursor) -> Self {
        cursor.0
    }
}

impl fmt::Display for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.0)
    }
}

debug_as_display!(Cursor);

#[cfg(test)]
mod tests {
    use super::*;
    use crate::db::paging::query_id::Paged;

    #[test]
    fn cursors_of_other_formats_are_no_damaged_ones() {
        let whole = Cursor::new(&QueryId::new(Paged::Scan, "T"), b"row");
        assert_eq!(whole.as_str(), "AiBJ0a6PZ6aMcm93n1MDQg");
        assert_eq!(whole.as_str().parse(), Ok(whole.clone()));
        let of_format = |format: u8| {
            let mut bytes = URL_SAFE_NO_PAD.decode(whole.as_str()).unwrap_or_default();
            bytes[0] = format;
            bytes.truncate(bytes.len() - CHECKSUM);
            bytes.extend_from_slice(&md5(&[&bytes])[..CHECKSUM]);
            contents(&URL_SAFE_NO_PAD.encode(bytes)).err()
        };
        assert_eq!(of_format(FORMAT), None);
        for found in [1, 4] {
            assert_eq!(of_format(found), Some(CursorError::Format { found }));
        }
    }

    /// This text must be read as long as its format is supported, since callers keep cursors.
    #[test]
    fn a_position_keeps_its_bytes() {
        let position = Position {
            side: Side::From,
            at: b"row".to_vec(),
            done: Some(Done {
                skipped: 1,
                returned: 258,
            }),
        };
        let cursor = Cursor::of_position(&QueryId::new(Paged::Scan, "T"), &position);
        assert_eq!(
            cursor.as_str(),
            "AyBJ0a6PZ6aMAAAAAAAAAAABAAAAAAAAAQJyb3dzgMwX"
        );
        assert_eq!(
            contents(cursor.as_str()).map(|contents| contents.position),
            Ok(position)
        );
        let unknown = [&[3; 9][..], &[9; 20]].concat();
        let unknown = [&unknown[..], &md5(&[&unknown])[..CHECKSUM]].concat();
        let error = contents(&URL_SAFE_NO_PAD.encode(unknown)).err();
        assert!(
            matches!(error, Some(CursorError::Damaged { .. })),
            "{error:?}"
        );
    }

    #[test]
    fn an_older_format_is_an_error_with_help() {
        let error = CursorError::Format { found: 1 };
        assert_eq!(
            error.to_string(),
            "the cursor has the format 1, which an older version of hbase-schema made, expected \
             the format 2 or 3: start with the first page",
        );
    }

    #[cfg(feature = "serde")]
    #[test]
    fn a_cursor_is_its_text_in_json() {
        let cursor = Cursor::new(&QueryId::new(Paged::Scan, "T"), b"row");
        let json = serde_json::to_string(&cursor).expect("json");
        assert_eq!(json, "\"AiBJ0a6PZ6aMcm93n1MDQg\"");
        assert_eq!(
            serde_json::from_str::<Cursor>(&json).expect("a cursor"),
            cursor
        );
        let error = serde_json::from_str::<Cursor>("\"page 2\"").unwrap_err();
        assert!(error.to_string().contains("is not a cursor"), "{error}");
        assert_eq!(Cursor::try_from(cursor.to_string()), Ok(cursor.clone()));
        assert_eq!(Cursor::try_from(" AiBJ0a6PZ6aMcm93n1MDQg\n"), Ok(cursor));
    }
}
