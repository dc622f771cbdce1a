//! The salt of a key: writes, skips and checks it.
//!
//! The salt comes first, but is computed from later parts. A key is therefore written after a gap,
//! which the salt fills once the parts are known; [`Marks`] records the offsets of the marked
//! parts, so that the usual case, adjacent whole parts, hashes one slice of the key.

#![allow(
    clippy::inline_always,
    reason = "a key is a few constants and moves once it is inlined; measured by the benchmark `keys`"
)]

use hbase_model::layout::separator::{find, quoted};
use hbase_model::layout::{Marked, SaltLayout};
use hbase_model::{KeyLayout, KeySink, Salt, SaltBytes, SaltText};
use smallvec::SmallVec;

use super::error::{KeyError, printable};
use super::key_buf::WholeKey;
use super::marks::Marks;
use super::row_key::RowKey;
use super::turns::Turns;
use crate::codec::CodecError;

/// The width of the longest salt with its separator.
#[inline(always)]
fn room(salt: &SaltLayout) -> usize {
    salt.salt.max_width() + separator(salt).len()
}

#[inline(always)]
fn separator(salt: &SaltLayout) -> &[u8] {
    salt.separator.as_deref().unwrap_or(&[])
}

/// Writes a gap for the salt, and its separator. The gap has digits, because a separator after a salt whose numbers vary in
/// length starts with none: so the separator is found after the gap.
#[inline(always)]
pub(super) fn reserve(salt: &SaltLayout, out: &mut impl KeySink) {
    const ROOM: [u8; 32] = [b'0'; 32];
    // Only a declared padding can be wider than an MD5 in hex.
    for _ in 0..salt.salt.max_width() / ROOM.len() {
        out.put(&ROOM);
    }
    out.put(&ROOM[..salt.salt.max_width() % ROOM.len()]);
    out.put(separator(salt));
}

/// Writes the salt into the gap before the key. `turn` is how a round-robin salt draws its value.
#[inline(always)]
pub(super) fn fill<K: RowKey, W: WholeKey>(
    salt: &SaltLayout,
    marks: &Marks,
    out: &mut W,
    turn: fn(&Turns) -> u32,
) -> Result<(), KeyError> {
    let value = match &salt.salt {
        Salt::Random { count, .. } => Ok(salt.salt.nth(random(*count))),
        Salt::RoundRobin { .. } => Ok(salt.salt.nth(turn(K::turns()))),
        _ => of_marks(K::LAYOUT, marks, out.written()),
    };
    let value = value.map_err(|e| KeyError::malformed(K::ROW, out.written(), e))?;
    match out.written_mut().get_mut(..salt.salt.max_width()) {
        Some(front) if front.len() == value.len() => {
            front.copy_from_slice(&value);
        }
        _ => put_in_front(salt, &value, out),
    }
    Ok(())
}

/// Writes a salt that is shorter than its gap: numbers that exceed their declared padding differ in
/// length.
#[cold]
fn put_in_front(salt: &SaltLayout, value: &[u8], out: &mut impl WholeKey) {
    let rest = out.written().get(room(salt)..).unwrap_or(&[]).to_vec();
    out.restart();
    out.put(value);
    out.put(separator(salt));
    out.put(&rest);
}

fn random(count: u16) -> u32 {
    fastrand::u32(..u32::from(count.max(1)))
}

/// The offset of the first part.
#[inline]
pub(super) fn skip<K: RowKey>(salt: &SaltLayout, key: &[u8]) -> Result<usize, KeyError> {
    let separator = separator(salt);
    let len = match salt.salt.width() {
        Some(width) => width,
        None => find(key, separator).unwrap_or(key.len()),
    };
    let len = len + separator.len();
    match key.get(..len) {
        Some(front) if front.ends_with(separator) => Ok(len),
        _ => Err(KeyError::malformed(
            K::ROW,
            key,
            format_args!(
                "expected a salt of {} bytes and {} in front",
                salt.salt.max_width(),
                quoted(separator)
            ),
        )),
    }
}

/// Checks the salt of `key`, whose first part starts at `body`.
#[inline]
pub(super) fn check<K: RowKey>(
    salt: &SaltLayout,
    marks: &Marks,
    key: &[u8],
    body: usize,
) -> Result<(), KeyError> {
    let found = key.get(..body - separator(salt).len()).unwrap_or(&[]);
    if !salt.salt.is_computed() {
        return check_range::<K>(salt, found, key);
    }
    let expected =
        of_marks(K::LAYOUT, marks, key).map_err(|error| KeyError::malformed(K::ROW, key, error))?;
    if *found == *expected {
        return Ok(());
    }
    Err(KeyError::Salt {
        row: K::ROW,
        key: printable(key),
        found: printable(found),
        expected: printable(&expected),
    })
}

/// Checks that a salt that is not computed is at least one of its values.
fn check_range<K: RowKey>(salt: &SaltLayout, found: &[u8], key: &[u8]) -> Result<(), KeyError> {
    let last = salt.salt.values().unwrap_or(1).saturating_sub(1);
    let fits = |last: SaltBytes| found <= &*last && (!salt.salt.is_text() || is_digits(found));
    if fits(salt.salt.nth(last)) {
        return Ok(());
    }
    let what = format!(
        "found the salt `{}`, expected a number of 0 to {last}",
        printable(found)
    );
    Err(KeyError::malformed(K::ROW, key, what))
}

fn is_digits(bytes: &[u8]) -> bool {
    bytes.iter().all(u8::is_ascii_digit)
}

/// The salt of a key's parts.
#[inline]
fn of_marks(layout: &KeyLayout, marks: &Marks, key: &[u8]) -> Result<SaltBytes, CodecError> {
    match &layout.salt {
        Some(salt) if is_one_slice(layout) => {
            let end = (marks.to + terminator(layout)).min(key.len());
            let input = key.get(marks.from..end).unwrap_or(&[]);
            Ok(salt.salt.of(input)?)
        }
        // Its one part is found without the layout, which cannot find the ends of types with an encoding of their own.
        Some(SaltLayout {
            salt: Salt::Modulo { .. },
            ..
        }) => {
            let bytes = key.get(marks.from..marks.to).unwrap_or(&[]);
            let mut parts = layout.parts.iter();
            let part = parts.find(|part| part.salt.is_some());
            of_parts(layout, part.map(|part| Marked { part, bytes }).as_slice())
        }
        _ => of_pieces(layout, key),
    }
}

/// The same for parts that are not adjacent, or of which only some characters feed the salt.
fn of_pieces(layout: &KeyLayout, key: &[u8]) -> Result<SaltBytes, CodecError> {
    let mut marked: SmallVec<[Marked<'_>; 8]> = SmallVec::new();
    let ranges = layout.ranges(key).map_err(CodecError::new)?;
    for (part, range) in layout.parts.iter().zip(ranges) {
        let range = range.map_err(CodecError::new)?;
        if part.salt.is_some() {
            let bytes = key.get(range).unwrap_or(&[]);
            marked.push(Marked { part, bytes });
        }
    }
    of_parts(layout, &marked)
}

/// The salt of these parts.
pub(crate) fn of_parts(layout: &KeyLayout, marked: &[Marked<'_>]) -> Result<SaltBytes, CodecError> {
    match &layout.salt {
        Some(salt) => salt.salt.of_parts(marked).map_err(CodecError::new),
        None => Err(CodecError::new("the table has no salt")),
    }
}

/// The length of the terminator of the last part that feeds the salt, to which it belongs.
#[inline(always)]
fn terminator(layout: &KeyLayout) -> usize {
    if layout
        .salt
        .as_ref()
        .is_some_and(|salt| salt.salt.joined().is_some())
    {
        return 0;
    }
    let last = layout.parts.iter().rev().find(|part| part.salt.is_some());
    let terminator = last.filter(|part| part.terminated);
    terminator
        .and_then(|part| part.separator.as_deref())
        .map_or(0, <[u8]>::len)
}

/// Whether adjacent whole parts feed the salt, so that one slice of the key does.
#[inline(always)]
fn is_one_slice(layout: &KeyLayout) -> bool {
    let is_joined = match layout.salt.as_ref().map(|salt| &salt.salt) {
        Some(Salt::RegionNumber { .. } | Salt::Modulo { .. }) => return false,
        Some(salt) => salt.joined().is_some(),
        None => false,
    };
    let (mut started, mut ended) = (false, false);
    for part in layout.parts.iter() {
        match &part.salt {
            Some(SaltText::Whole) if ended || (started && is_joined) => return false,
            Some(SaltText::Whole) => started = true,
            Some(_) => return false,
            None => ended = started,
        }
    }
    true
}

#[cfg(test)]
mod tests {
    use std::borrow::Cow;

    use hbase_model::{Encoding, PartLayout};

    use super::*;
    use crate::key::KeyBuf;

    fn part(salt: Option<SaltText>) -> PartLayout {
        let text = Encoding::Text {
            width: None,
            pad: None,
        };
        PartLayout {
            salt,
            separator: Some(Cow::Borrowed(b"\0")),
            ..PartLayout::plain("part".into(), text)
        }
    }

    fn layout(salt: Salt, parts: &[PartLayout]) -> KeyLayout {
        let separator = Some(Cow::Borrowed(&b"|"[..]));
        KeyLayout {
            salt: Some(SaltLayout { salt, separator }),
            parts: parts.to_vec().into(),
        }
    }

    const BUCKETS: Salt = Salt::Buckets {
        count: 4,
        text: false,
    };

    fn joined() -> Salt {
        Salt::Md5 {
            bytes: 2,
            joined: Some("_".into()),
        }
    }

    #[test]
    fn adjacent_whole_parts_are_one_slice() {
        let [none, whole] = [None, Some(SaltText::Whole)].map(part);
        let first = part(Some(SaltText::First(2)));
        let (none, whole) = (&none, &whole);
        let region = Salt::RegionNumber {
            regions: 6,
            width: 2,
        };
        let modulo = Salt::Modulo {
            count: 4,
            text: false,
        };
        for (salt, parts, expected) in [
            (BUCKETS, &[whole][..], true),
            (BUCKETS, &[whole, whole], true),
            (BUCKETS, &[none, whole, whole, none, none], true),
            (BUCKETS, &[whole, none, whole], false),
            (BUCKETS, &[&first], false),
            (BUCKETS, &[whole, &first], false),
            // Another text joins them than their separators.
            (joined(), &[none, whole, none], true),
            (joined(), &[whole, whole], false),
            (region, &[whole], false),
            (modulo, &[whole], false),
        ] {
            let parts: Vec<_> = parts.iter().copied().cloned().collect();
            let layout = layout(salt, &parts);
            assert_eq!(is_one_slice(&layout), expected, "{layout:?}");
        }
    }

    #[test]
    fn the_terminator_of_the_last_part_feeds_the_salt() {
        let terminated = |salt| PartLayout {
            terminated: true,
            ..part(salt)
        };
        let whole = || Some(SaltText::Whole);
        for (salt, parts, expected) in [
            (BUCKETS, [part(whole()), terminated(whole())], 1),
            (BUCKETS, [terminated(whole()), terminated(None)], 1),
            (BUCKETS, [terminated(whole()), part(whole())], 0),
            (BUCKETS, [part(whole()), terminated(None)], 0),
            (joined(), [terminated(whole()), part(None)], 0),
        ] {
            let layout = layout(salt, &parts);
            assert_eq!(terminator(&layout), expected, "{layout:?}");
        }
    }

    #[test]
    fn the_gap_is_as_wide_as_the_widest_salt() {
        for width in [1, 31, 32, 33, 64, 70] {
            let salt = SaltLayout {
                salt: Salt::JavaHash { buckets: 10, width },
                separator: Some(Cow::Borrowed(b"|")),
            };
            let mut out = KeyBuf::new();
            reserve(&salt, &mut out);
            let width = usize::from(width);
            assert_eq!(*out, [&*b"0".repeat(width), b"|"].concat());
            assert_eq!(room(&salt), width + 1);
        }
    }
}
