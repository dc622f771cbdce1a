//! The salt in front of a key: where it stands, what it is computed from, whether it is right.

use std::sync::atomic::{AtomicU32, Ordering};

use hbase_model::layout::{Marked, SaltLayout};
use hbase_model::{KeyLayout, KeySink, Salt, SaltBytes, SaltText};
use smallvec::SmallVec;

use super::error::{KeyError, printable};
use super::row_key::RowKey;
use crate::codec::CodecError;

/// Begin and end of each part in a key.
#[derive(Debug)]
pub(crate) struct Spans(SmallVec<[(u16, u16); 8]>);

impl Spans {
    #[inline(always)]
    pub(super) fn new() -> Self {
        Self(SmallVec::new_const())
    }

    #[inline(always)]
    pub(super) fn push(&mut self, start: usize, end: usize) {
        // A key that is longer than this fails when it is finished, by its length.
        let narrow = |at: usize| u16::try_from(at).unwrap_or(u16::MAX);
        self.0.push((narrow(start), narrow(end)));
    }

    fn of<'k>(&self, index: usize, key: &'k [u8]) -> &'k [u8] {
        let (start, end) = self.0.get(index).copied().unwrap_or_default();
        key.get(start.into()..end.into()).unwrap_or(&[])
    }
}

/// How many bytes the salt takes with its separator.
#[inline(always)]
fn width(salt: &SaltLayout) -> usize {
    let separator = salt.separator.as_ref().map_or(0, |s| s.len());
    salt.salt.max_width() + separator
}

/// Leaves room for the salt, which is known once the parts are there.
#[inline(always)]
pub(super) fn reserve(salt: &SaltLayout, out: &mut impl KeySink) {
    const ROOM: [u8; 64] = [0; 64];
    let mut left = width(salt);
    while left > 0 {
        let now = left.min(ROOM.len());
        out.put(&ROOM[..now]);
        left -= now;
    }
}

/// Writes the salt into the room in front of `key`.
#[inline]
pub(super) fn fill<K: RowKey>(
    salt: &SaltLayout,
    spans: &Spans,
    key: &mut [u8],
) -> Result<(), KeyError> {
    let value = match &salt.salt {
        Salt::Random { count, .. } => salt.salt.nth(random(*count)).map_err(CodecError::from),
        Salt::RoundRobin { .. } => salt.salt.nth(next_turn()).map_err(CodecError::from),
        _ => of_spans(K::LAYOUT, spans, key),
    };
    let value = value.map_err(|problem| KeyError::malformed(K::ROW, key, problem))?;
    let separator = salt.separator.as_deref().unwrap_or("").as_bytes();
    let (room, _) = key
        .split_at_mut_checked(value.len() + separator.len())
        .ok_or(KeyError::Length {
            row: K::ROW,
            len: 0,
        })?;
    let (front, back) = room.split_at_mut(value.len());
    front.copy_from_slice(&value);
    back.copy_from_slice(separator);
    Ok(())
}

fn random(count: u16) -> u32 {
    fastrand::u32(..u32::from(count.max(1)))
}

/// One sequence for the whole process: it starts anywhere, so that processes that start together
/// do not write to the same bucket together.
fn next_turn() -> u32 {
    static TURN: AtomicU32 = AtomicU32::new(0);
    static START: std::sync::OnceLock<u32> = std::sync::OnceLock::new();
    let start = *START.get_or_init(|| fastrand::u32(..));
    TURN.fetch_add(1, Ordering::Relaxed).wrapping_add(start)
}

/// Where the first part begins.
#[inline]
pub(super) fn skip<K: RowKey>(salt: &SaltLayout, key: &[u8]) -> Result<usize, KeyError> {
    let len = width(salt);
    let separator = salt.separator.as_deref().unwrap_or("");
    match key.get(..len) {
        Some(front) if front.ends_with(separator.as_bytes()) => Ok(len),
        _ => Err(KeyError::malformed(
            K::ROW,
            key,
            format_args!(
                "expected a salt of {} bytes and {separator:?} in front",
                len - separator.len()
            ),
        )),
    }
}

/// Whether the salt in front of `key` is the one that its parts give.
#[inline]
pub(super) fn check<K: RowKey>(
    salt: &SaltLayout,
    spans: &Spans,
    key: &[u8],
) -> Result<(), KeyError> {
    let found = &key[..salt.salt.max_width().min(key.len())];
    if !salt.salt.is_computed() {
        return check_range::<K>(salt, found, key);
    }
    let expected = of_spans(K::LAYOUT, spans, key)
        .map_err(|problem| KeyError::malformed(K::ROW, key, problem))?;
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

/// A salt that cannot be computed again can at least be one of its values.
fn check_range<K: RowKey>(salt: &SaltLayout, found: &[u8], key: &[u8]) -> Result<(), KeyError> {
    let last = salt.salt.values().unwrap_or(1).saturating_sub(1);
    let fits = |last: SaltBytes| found <= &*last && (!salt.salt.is_text() || is_digits(found));
    if salt.salt.nth(last).is_ok_and(fits) {
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
fn of_spans(layout: &KeyLayout, spans: &Spans, key: &[u8]) -> Result<SaltBytes, CodecError> {
    if let (Some(salt), Some(input)) = (&layout.salt, in_one_piece(layout, spans, key)) {
        return Ok(salt.salt.of(input)?);
    }
    let marked: SmallVec<[Marked<'_>; 8]> = layout
        .parts
        .iter()
        .enumerate()
        .filter(|(_, part)| part.salt.is_some())
        .map(|(index, part)| Marked {
            part,
            bytes: spans.of(index, key),
        })
        .collect();
    of_parts(layout, &marked)
}

/// The salt of the parts that are marked.
pub(crate) fn of_parts(layout: &KeyLayout, marked: &[Marked<'_>]) -> Result<SaltBytes, CodecError> {
    match &layout.salt {
        Some(salt) => salt.salt.of_parts(marked).map_err(CodecError::new),
        None => Err(CodecError::new("the table has no salt")),
    }
}

/// The bytes that feed the salt, where whole parts do that lie side by side: then they are a piece
/// of the key as it stands.
#[inline]
fn in_one_piece<'k>(layout: &KeyLayout, spans: &Spans, key: &'k [u8]) -> Option<&'k [u8]> {
    if matches!(layout.salt.as_ref()?.salt, Salt::RegionNumber { .. }) {
        return None;
    }
    let mut range: Option<(usize, usize)> = None;
    for (index, part) in layout.parts.iter().enumerate() {
        match (&part.salt, range) {
            (None, _) => {}
            (Some(SaltText::Whole), None) => range = Some((index, index)),
            (Some(SaltText::Whole), Some((first, last))) if last + 1 == index => {
                range = Some((first, index));
            }
            _ => return None,
        }
    }
    let (first, last) = range?;
    let (start, _) = spans.0.get(first)?;
    let (_, end) = spans.0.get(last)?;
    key.get(usize::from(*start)..usize::from(*end))
}
