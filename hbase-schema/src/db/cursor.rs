//! Where a page ended, as a short text.

use std::fmt;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use hbase_model::hash::md5;

use super::error::{About, Error};
use crate::key::shown;

/// The first byte of a cursor: which kind of question it belongs to, and its format.
const PAGE: u8 = 1;

/// Bytes that tell one question from another.
const QUESTION: usize = 8;

/// Bytes that tell a whole cursor from a damaged one.
const CHECKSUM: usize = 4;

/// Where a page ended: a short text that can be handed to a user and given back at any time, also
/// to another process.
///
/// It belongs to one question about one table, and is refused with an error by any other.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct Cursor(String);

impl Cursor {
    /// The text.
    pub fn as_str(&self) -> &str {
        &self.0
    }

    /// A cursor of the question `question`; `at` is where it ended.
    pub(super) fn new(question: &str, at: &[u8]) -> Self {
        let mut bytes = vec![PAGE];
        bytes.extend_from_slice(&md5(&[question.as_bytes()])[..QUESTION]);
        bytes.extend_from_slice(at);
        bytes.extend_from_slice(&md5(&[&bytes])[..CHECKSUM]);
        Self(URL_SAFE_NO_PAD.encode(bytes))
    }

    /// Where it ended, if it is a cursor of the question `question`.
    pub(super) fn read(about: About<'_>, text: &str, question: &str) -> Result<Vec<u8>, Error> {
        let Some((at, of)) = take_apart(text) else {
            return Err(about.request(format_args!(
                "{} is no cursor, or a damaged one: give the text as it came with the page before, or begin with the first page",
                shown(&text)
            )));
        };
        if of != md5(&[question.as_bytes()])[..QUESTION] {
            return Err(about.request(
                "the cursor belongs to another question or another form of the table: the table, its key, what was asked of the key, the filter, the time range and the direction must be those of the page before; otherwise begin with the first page",
            ));
        }
        Ok(at)
    }
}

/// Where it ended, and what tells its question.
fn take_apart(text: &str) -> Option<(Vec<u8>, [u8; QUESTION])> {
    let bytes = URL_SAFE_NO_PAD.decode(text.trim()).ok()?;
    let (rest, checksum) = bytes.split_last_chunk::<CHECKSUM>()?;
    if md5(&[rest])[..CHECKSUM] != *checksum {
        return None;
    }
    let (&PAGE, rest) = rest.split_first()? else {
        return None;
    };
    let (question, at) = rest.split_first_chunk::<QUESTION>()?;
    Some((at.to_vec(), *question))
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

impl fmt::Debug for Cursor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}
