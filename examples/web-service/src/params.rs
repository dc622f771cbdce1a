//! The parts of requests, as types: each says what it expects.

use hbase_schema::Timestamp;
use serde::Deserialize;

/// The maximum characters of a device's name.
const NAME: usize = 32;
/// The readings of a page if the request has no `limit`.
const PAGE: usize = 100;
/// The maximum readings of a page.
const MOST: usize = 1000;
/// The last moment of the year 9999, in milliseconds since 1970.
const LAST: i64 = 253_402_300_799_999;
/// The maximum characters of a text that an error repeats.
const REPEATED: usize = 40;

/// A text of a request that is not as expected.
#[derive(Debug, thiserror::Error)]
#[error("expected {expected}, found {found:?}")]
pub struct Unexpected {
    expected: &'static str,
    found: String,
}

impl Unexpected {
    fn new(expected: &'static str, text: &str) -> Self {
        let mut found: String = text.chars().take(REPEATED).collect();
        if found.len() < text.len() {
            found.push('…');
        }
        Self { expected, found }
    }
}

/// The name of a device. It goes into paths and keys as it is: so there is no `/`, no `_` and no control character in it.
#[derive(Deserialize, Debug, Clone)]
#[serde(try_from = "String")]
pub struct Device(pub String);

impl TryFrom<String> for Device {
    type Error = Unexpected;

    fn try_from(name: String) -> Result<Self, Unexpected> {
        let allowed = |byte: u8| byte.is_ascii_alphanumeric() || b"-.".contains(&byte);
        let step = [".", ".."].contains(&&*name);
        if (1..=NAME).contains(&name.len()) && name.bytes().all(allowed) && !step {
            return Ok(Self(name));
        }
        let expected = "a device's name of 1 to 32 letters, digits, `-` and `.`, not `.` or `..`";
        Err(Unexpected::new(expected, &name))
    }
}

/// A moment of the years 1970 to 9999, as RFC 3339.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(try_from = "String")]
pub struct Time(pub Timestamp);

impl TryFrom<String> for Time {
    type Error = Unexpected;

    fn try_from(text: String) -> Result<Self, Unexpected> {
        let expected = "a time of RFC 3339 such as 2015-12-26T12:24:00Z, of the years 1970 to 9999, to the millisecond";
        let time: Option<Timestamp> = text.parse().ok().filter(|_| is_complete(&text));
        time.filter(|time| (0..=LAST).contains(&time.as_millis()))
            .map(Self)
            .ok_or_else(|| Unexpected::new(expected, &text))
    }
}

/// Whether a time has the parts that RFC 3339 requires: `FromStr` also accepts a date alone, and a time without an offset.
fn is_complete(time: &str) -> bool {
    let at = |index: usize| time.as_bytes().get(index).map(u8::to_ascii_uppercase);
    let offset = time.len().saturating_sub("+08:00".len());
    let has_offset = time.ends_with(['Z', 'z']) || matches!(at(offset), Some(b'+' | b'-'));
    at(10) == Some(b'T') && at(16) == Some(b':') && has_offset
}

/// The number of readings of a page.
#[derive(Deserialize, Debug, Clone, Copy)]
#[serde(try_from = "String")]
pub struct PageLength(pub usize);

impl Default for PageLength {
    fn default() -> Self {
        Self(PAGE)
    }
}

impl TryFrom<String> for PageLength {
    type Error = Unexpected;

    fn try_from(text: String) -> Result<Self, Unexpected> {
        match text.parse() {
            Ok(length @ 1..=MOST) => Ok(Self(length)),
            _ => Err(Unexpected::new("a number of 1 to 1000", &text)),
        }
    }
}
