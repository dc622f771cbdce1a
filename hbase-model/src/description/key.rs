//! The key.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::codes::check_codes;
use super::key_list::check_list;
use super::key_text::check_text;
use super::omitted::check_omitted;
use super::within::between;
use super::{DescriptionError, PartEncoding};
use crate::layout::{Encoding, KeyLayout, PartLayout, Salt, SaltLayout, SaltText, width_of};
use crate::time::Pattern;

/// The row key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct Key {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<SaltOf>,
    pub parts: Vec<Part>,
}

/// The salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct SaltOf {
    pub algorithm: Salt,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub text: Option<bool>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub from: Option<Vec<String>>,
}

/// A part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
#[allow(clippy::struct_excessive_bools, reason = "independent options")]
pub struct Part {
    pub name: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<usize>,
    pub encoding: PartEncoding,
    #[serde(default)]
    pub descending: bool,
    #[serde(default)]
    pub backwards: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub separator: Option<String>,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub terminated: bool,
    #[serde(default, skip_serializing_if = "std::ops::Not::not")]
    pub omit_none: bool,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub salt: Option<SaltTextOf>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub max: Option<u16>,
    #[serde(default, skip_serializing_if = "String::is_empty")]
    pub codes: String,
}

/// The input of a part to the salt.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "take", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub enum SaltTextOf {
    Whole,
    First { count: u16 },
    Last { count: u16 },
    Format { pattern: String },
}

impl Key {
    pub(super) fn of(key: &KeyLayout) -> Self {
        let marked = key.parts.iter().filter(|part| part.salt.is_some());
        let from: Vec<_> = marked.map(|part| part.name.to_string()).collect();
        let offsets = key.offsets();
        let parts = key.parts.iter().zip(offsets);
        Self {
            width: key.width(),
            text: Some(key.is_text()),
            salt: key.salt.as_ref().map(|salt| SaltOf {
                algorithm: salt.salt.clone(),
                separator: salt.separator.as_deref().map(characters),
                width: salt.salt.width(),
                text: Some(salt.salt.is_text()),
                from: salt.salt.is_computed().then_some(from),
            }),
            parts: parts.map(|(part, offset)| Part::of(part, offset)).collect(),
        }
    }

    pub(super) fn layout(&self) -> Result<KeyLayout, DescriptionError> {
        if self.parts.is_empty() {
            let message = "found none, expected at least one";
            return Err(DescriptionError::at("key.parts", message));
        }
        let salt = self.salt.as_ref().map(|salt| salt.layout(&self.parts));
        let last = self.parts.len() - 1;
        let parts = self.parts.iter().enumerate();
        let parts: Result<Vec<_>, _> = parts
            .map(|(at, part)| part.layout(at, at == last, self.salt.is_some()))
            .collect();
        let parts = parts?;
        for (at, part) in parts.iter().enumerate() {
            if part.is_open() && width_of(&parts[at + 1..]).is_none() {
                let message = "its end cannot be determined, and parts without a width follow: it needs \
                               a width or a `separator`";
                return Err(DescriptionError::at(format!("key.parts[{at}]"), message));
            }
        }
        let key = KeyLayout {
            salt: salt.transpose()?,
            parts: Cow::Owned(parts),
        };
        check_omitted(&key)?;
        Ok(key)
    }
}

impl SaltOf {
    fn layout(&self, parts: &[Part]) -> Result<SaltLayout, DescriptionError> {
        check_salt(&self.algorithm)?;
        let salt = self.algorithm.clone();
        let marked = parts.iter().any(|part| part.salt.is_some());
        if salt.is_computed() && !marked {
            let message = "no part feeds it: mark the parts that it is computed from with `salt`";
            return Err(DescriptionError::at("key.salt", message));
        }
        if let Salt::Modulo { .. } = salt {
            check_integer(parts)?;
        }
        let separator = separator_bytes("key.salt.separator", self.separator.as_deref())?;
        let first = separator.as_ref().and_then(|bytes| bytes.first());
        if salt.width().is_none() && first.is_none_or(u8::is_ascii_digit) {
            let message = "where its digits end cannot be determined: give it a wider `width`, or a \
                           `separator` that starts with no digit";
            return Err(DescriptionError::at("key.salt", message));
        }
        Ok(SaltLayout {
            salt,
            separator: separator.map(Cow::Owned),
        })
    }
}

/// Checks that one integer feeds the salt `modulo`.
fn check_integer(parts: &[Part]) -> Result<(), DescriptionError> {
    let marked: Vec<usize> = (0..parts.len())
        .filter(|at| parts[*at].salt.is_some())
        .collect();
    let [at] = marked[..] else {
        let message = format!(
            "expected one part that feeds `modulo`, found {}",
            marked.len()
        );
        return Err(DescriptionError::at("key.salt", message));
    };
    let path = format!("key.parts[{at}]");
    if parts[at].salt != Some(SaltTextOf::Whole) {
        let message = "expected `whole`: the salt `modulo` is computed from the whole value";
        return Err(DescriptionError::at(format!("{path}.salt"), message));
    }
    let encoding = parts[at].encoding.encoding(&format!("{path}.encoding"))?;
    if encoding.is_integer() {
        return Ok(());
    }
    let message = "the salt `modulo` is computed from an integer, and the part is not one";
    Err(DescriptionError::at(format!("{path}.salt"), message))
}

fn check_salt(salt: &Salt) -> Result<(), DescriptionError> {
    let path = |member: &str| format!("key.salt.algorithm.{member}");
    let check_count = |name: &str, count: u32, most| between(&path(name), count, 2, most).map(drop);
    let check_width = |width| between(&path("width"), width, 1, 10).map(drop);
    match *salt {
        Salt::Buckets { count, .. }
        | Salt::JavaBytes { count, .. }
        | Salt::Crc32 { count, .. }
        | Salt::Modulo { count, .. }
        | Salt::Random { count, .. }
        | Salt::RoundRobin { count, .. } => check_count("count", count.into(), 256),
        Salt::Md5Hex { digits, from, .. } => {
            between(&path("digits"), digits, 1, 32)?;
            between(&path("from"), from, 0, 32 - digits).map(drop)
        }
        Salt::Md5 { bytes, .. } => between(&path("bytes"), bytes, 1, 16).map(drop),
        Salt::RegionNumber { regions, width } => {
            check_count("regions", regions, u32::MAX)?;
            check_width(width)
        }
        Salt::JavaHash { buckets, width } => {
            check_count("buckets", buckets, u32::MAX)?;
            check_width(width)
        }
        Salt::With { width, values, .. } => {
            check_count("values", values, u32::MAX)?;
            check_width(width)?;
            if salt.fits_width() {
                return Ok(());
            }
            let message =
                format!("found {width}, too narrow for {values} values: give it a greater `width`");
            Err(DescriptionError::at(path("width"), message))
        }
    }
}

impl Part {
    fn of(part: &PartLayout, offset: Option<usize>) -> Self {
        Self {
            name: part.name.to_string(),
            offset,
            width: part.value_width(),
            encoding: PartEncoding::of(&part.encoding),
            descending: part.desc,
            backwards: part.reverse,
            separator: part.separator.as_deref().map(characters),
            terminated: part.terminated,
            omit_none: part.omit_none,
            salt: part.salt.as_ref().map(SaltTextOf::of),
            max: part.max,
            codes: part.codes.to_string(),
        }
    }

    fn layout(&self, at: usize, last: bool, salted: bool) -> Result<PartLayout, DescriptionError> {
        let path = format!("key.parts[{at}]");
        let separator = separator_bytes(&format!("{path}.separator"), self.separator.as_deref())?;
        let encoding = self.encoding.encoding(&format!("{path}.encoding"))?;
        if self.salt.is_some() && !salted {
            let message = "the key has no salt that it could feed: leave it out, or add `key.salt`";
            return Err(DescriptionError::at(format!("{path}.salt"), message));
        }
        let salt = self.salt.as_ref();
        let layout = PartLayout {
            name: Cow::Owned(self.name.clone()),
            salt: salt.map(|taken| taken.text(&path, &encoding)).transpose()?,
            encoding,
            desc: self.descending,
            reverse: self.backwards,
            separator: separator.map(Cow::Owned),
            terminated: self.terminated,
            omit_none: self.omit_none,
            max: self.max,
            codes: Cow::Owned(self.codes.clone()),
        };
        check_codes(&path, &layout.codes)?;
        check_list(&path, at == 0, last, &layout)?;
        self.check_end(&path, last, &layout)?;
        Ok(layout)
    }

    /// Checks the separator.
    fn check_end(
        &self,
        path: &str,
        last: bool,
        layout: &PartLayout,
    ) -> Result<(), DescriptionError> {
        if self.terminated && self.separator.is_none() {
            let message =
                "there is no `separator` that would end the part: add one, or leave this out";
            return Err(DescriptionError::at(format!("{path}.terminated"), message));
        }
        check_text(path, layout)?;
        if last && self.separator.is_some() && !self.terminated {
            let message = "nothing follows the last part: leave it out, or set `terminated`";
            return Err(DescriptionError::at(format!("{path}.separator"), message));
        }
        Ok(())
    }
}

impl SaltTextOf {
    fn of(text: &SaltText) -> Self {
        match text {
            SaltText::Whole => Self::Whole,
            SaltText::First(count) => Self::First { count: *count },
            SaltText::Last(count) => Self::Last { count: *count },
            SaltText::Format(pattern) => Self::Format {
                pattern: pattern.to_string(),
            },
        }
    }

    fn text(&self, part: &str, encoding: &Encoding) -> Result<SaltText, DescriptionError> {
        let member = |name: &str| format!("{part}.salt.{name}");
        Ok(match self {
            Self::Whole => SaltText::Whole,
            Self::First { count } => {
                SaltText::First(between(&member("count"), *count, 1, u16::MAX)?)
            }
            Self::Last { count } => SaltText::Last(between(&member("count"), *count, 1, u16::MAX)?),
            Self::Format { pattern } => {
                let is_time = matches!(encoding, Encoding::Time(_));
                if !is_time {
                    let message = "the part is not a time: take `whole`, `first` or `last` of it";
                    return Err(DescriptionError::at(member("take"), message));
                }
                Pattern::new(pattern)
                    .map_err(|error| DescriptionError::at(member("pattern"), error))?;
                SaltText::Format(Cow::Owned(pattern.clone()))
            }
        })
    }
}

/// A separator as text, each byte as the character with this number.
fn characters(separator: &[u8]) -> String {
    separator.iter().copied().map(char::from).collect()
}

fn separator_bytes(
    path: &str,
    separator: Option<&str>,
) -> Result<Option<Vec<u8>>, DescriptionError> {
    let Some(text) = separator else {
        return Ok(None);
    };
    if text.is_empty() {
        let message = "found an empty text: leave it out for no separator";
        return Err(DescriptionError::at(path, message));
    }
    let bytes: Result<Vec<u8>, _> = text.chars().map(u8::try_from).collect();
    bytes.map(Some).map_err(|_| {
        let message = format!(
            "found {text:?}, expected characters up to U+00FF, each of which represents one byte"
        );
        DescriptionError::at(path, message)
    })
}
