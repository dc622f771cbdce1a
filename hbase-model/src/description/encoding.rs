//! Encodings of key parts.

use std::borrow::Cow;
use std::fmt::Display;
use std::str::FromStr;

use serde::{Deserialize, Serialize};

use super::DescriptionError;
use super::within::{between, one_of};
use crate::escape::{Escape, Replacement};
use crate::layout::{CustomEncoding, Encoding, ListEncoding, OrderedKind, Pad, TimeOrder};
use crate::primitive::LengthPrefix;

/// The encoding of a key part.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "kind", rename_all = "snake_case", deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub enum PartEncoding {
    Integer {
        width: u8,
        signed: bool,
    },
    JavaInteger {
        width: u8,
        signed: bool,
    },
    JavaBool,
    JavaFloat {
        width: u8,
    },
    Digits {
        width: u8,
        max: String,
    },
    DecimalText {
        min: String,
        max: String,
    },
    Text {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pad_left: Option<char>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        pad_right: Option<char>,
    },
    Escaped {
        replacements: Vec<ReplacementOf>,
    },
    Labels {
        separator: char,
    },
    LengthPrefixed {
        length: LengthPrefix,
        text: bool,
    },
    List {
        members: Vec<Self>,
        #[serde(default)]
        sorted: bool,
    },
    Bytes {
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u16>,
    },
    Bool,
    Float {
        width: u8,
    },
    // The members of times are repeated, because serde cannot flatten a struct here and reject unknown members.
    Millis {
        #[serde(default)]
        newest_first: bool,
        #[serde(default)]
        truncate: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        align_ms: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        offset_s: i32,
    },
    NegatedMillis {
        #[serde(default)]
        truncate: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        align_ms: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        offset_s: i32,
    },
    Seconds {
        /// Ten decimal digits instead of 4 bytes.
        #[serde(default)]
        digits: bool,
        #[serde(default)]
        newest_first: bool,
        #[serde(default)]
        truncate: bool,
        #[serde(default, skip_serializing_if = "is_zero")]
        align_ms: u32,
        #[serde(default, skip_serializing_if = "is_zero")]
        offset_s: i32,
    },
    TimeDigits {
        digits: u8,
        #[serde(default)]
        newest_first: bool,
        #[serde(default)]
        truncate: bool,
        #[serde(default)]
        offset_s: i32,
        #[serde(default, skip_serializing_if = "is_zero")]
        align_ms: u32,
    },
    TimeOfDay {
        unit: TimeUnit,
        #[serde(default)]
        truncate: bool,
    },
    Ordered {
        #[serde(rename = "form")]
        kind: OrderedKind,
    },
    Custom {
        name: String,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        width: Option<u16>,
        #[serde(default, skip_serializing_if = "Option::is_none")]
        time: Option<TimeOrder>,
    },
}

/// A character and the text that replaces it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct ReplacementOf {
    pub from: char,
    pub to: String,
}

impl ReplacementOf {
    fn of(replacement: &Replacement) -> Self {
        Self {
            from: replacement.from,
            to: replacement.to.to_string(),
        }
    }
}

/// The unit of a time of day.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the values are documented in one table")]
pub enum TimeUnit {
    Milliseconds,
    Minutes,
}

/// Converts the encodings whose members are the same on both sides; the match arms convert the
/// others.
macro_rules! convert {
    ($value:expr, $from:ident => $to:ident { $($others:tt)* }) => {
        match $value {
            $from::Integer { width, signed } => $to::Integer { width: *width, signed: *signed },
            $from::JavaInteger { width, signed } => {
                $to::JavaInteger { width: *width, signed: *signed }
            }
            $from::Bytes { width } => $to::Bytes { width: *width },
            $from::LengthPrefixed { length, text } => {
                $to::LengthPrefixed { length: *length, text: *text }
            }
            $from::Bool => $to::Bool,
            $from::Float { width } => $to::Float { width: *width },
            $from::JavaBool => $to::JavaBool,
            $from::JavaFloat { width } => $to::JavaFloat { width: *width },
            $($others)*
        }
    };
}

impl PartEncoding {
    pub(super) fn of(encoding: &Encoding) -> Self {
        convert!(encoding, Encoding => Self {
            Encoding::Digits { width, max } => Self::Digits {
                width: *width,
                max: max.to_string(),
            },
            Encoding::DecimalText { min, max } => Self::DecimalText {
                min: min.to_string(),
                max: max.to_string(),
            },
            Encoding::Text { width, pad } => Self::of_text(*width, *pad),
            Encoding::Labels { separator } => Self::Labels {
                separator: char::from(*separator),
            },
            Encoding::Escaped(escape) => Self::Escaped {
                replacements: escape.replacements().iter().map(ReplacementOf::of).collect(),
            },
            Encoding::List(list) => Self::List {
                members: list.members.iter().map(Self::of).collect(),
                sorted: list.sorted,
            },
            Encoding::TimeOfDay { minutes: true, truncate } => Self::TimeOfDay {
                unit: TimeUnit::Minutes,
                truncate: *truncate,
            },
            Encoding::TimeOfDay { truncate, .. } => Self::TimeOfDay {
                unit: TimeUnit::Milliseconds,
                truncate: *truncate,
            },
            Encoding::Time(format) => Self::of_time(*format),
            Encoding::Ordered(kind) => Self::Ordered {
                kind: *kind,
            },
            Encoding::Custom(CustomEncoding { name, width, time }) => Self::Custom {
                name: name.to_string(),
                width: *width,
                time: *time,
            },
        })
    }

    fn of_text(width: Option<u16>, pad: Option<Pad>) -> Self {
        let (pad_left, pad_right) = match pad {
            None => (None, None),
            Some(Pad::Left(pad)) => (Some(char::from(pad)), None),
            Some(Pad::Right(pad)) => (None, Some(char::from(pad))),
        };
        Self::Text {
            width,
            pad_left,
            pad_right,
        }
    }

    /// Returns the encoding; `path` names it in errors.
    pub(super) fn encoding(&self, path: &str) -> Result<Encoding, DescriptionError> {
        self.check_bounds(&|member| format!("{path}.{member}"))?;
        Ok(convert!(self, Self => Encoding {
            Self::Digits { width, max } => Encoding::Digits {
                width: *width,
                max: number(&format!("{path}.max"), max)?,
            },
            Self::DecimalText { min, max } => Encoding::DecimalText {
                min: number(&format!("{path}.min"), min)?,
                max: number(&format!("{path}.max"), max)?,
            },
            Self::Text { width, pad_left, pad_right } => Encoding::Text {
                width: *width,
                pad: pad(path, *width, *pad_left, *pad_right)?,
            },
            Self::Labels { separator } => Encoding::Labels {
                separator: u8::try_from(*separator).ok().filter(u8::is_ascii).ok_or_else(|| {
                    let message = "expected a character of ASCII";
                    DescriptionError::at(format!("{path}.separator"), message)
                })?,
            },
            Self::Escaped { replacements } => Encoding::Escaped(escape(path, replacements)?),
            Self::List { members, sorted } => Encoding::List(list(path, members, *sorted)?),
            Self::TimeOfDay { unit, truncate } => Encoding::TimeOfDay {
                minutes: *unit == TimeUnit::Minutes,
                truncate: *truncate,
            },
            Self::Millis { .. }
            | Self::NegatedMillis { .. }
            | Self::Seconds { .. }
            | Self::TimeDigits { .. } => Encoding::Time(self.time(path)?),
            Self::Ordered { kind } => Encoding::Ordered(*kind),
            Self::Custom { name, width, time } => Encoding::Custom(CustomEncoding {
                name: Cow::Owned(name.clone()),
                width: *width,
                time: *time,
            }),
        }))
    }

    fn check_bounds(&self, member: &dyn Fn(&str) -> String) -> Result<(), DescriptionError> {
        match self {
            Self::Integer { width, .. } => one_of(&member("width"), *width, &[1, 2, 4, 8, 16]),
            Self::JavaInteger { width, .. } => one_of(&member("width"), *width, &[1, 2, 4, 8]),
            Self::Float { width } | Self::JavaFloat { width } => {
                one_of(&member("width"), *width, &[4, 8])
            }
            Self::Digits { width, .. } => between(&member("width"), *width, 1, 39),
            Self::Text {
                width: Some(width), ..
            }
            | Self::Bytes { width: Some(width) } => {
                return between(&member("width"), *width, 1, u16::MAX).map(drop);
            }
            Self::Millis { offset_s, .. }
            | Self::NegatedMillis { offset_s, .. }
            | Self::Seconds { offset_s, .. }
            | Self::TimeDigits { offset_s, .. } => {
                return between(&member("offset_s"), *offset_s, -86_399, 86_399).map(drop);
            }
            Self::DecimalText { .. }
            | Self::Text { .. }
            | Self::Escaped { .. }
            | Self::Labels { .. }
            | Self::LengthPrefixed { .. }
            | Self::List { .. }
            | Self::Bytes { .. }
            | Self::Bool
            | Self::JavaBool
            | Self::TimeOfDay { .. }
            | Self::Ordered { .. }
            | Self::Custom { .. } => return Ok(()),
        }
        .map(drop)
    }
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
fn is_zero<T: Default + PartialEq>(number: &T) -> bool {
    *number == T::default()
}

fn number<T: FromStr<Err: Display>>(path: &str, text: &str) -> Result<T, DescriptionError> {
    text.parse().map_err(|error| {
        DescriptionError::at(
            path,
            format!("found {text:?}, expected an integer: {error}"),
        )
    })
}

fn list(
    path: &str,
    members: &[PartEncoding],
    sorted: bool,
) -> Result<ListEncoding, DescriptionError> {
    let members = members.iter().enumerate();
    let members =
        members.map(|(index, member)| member.encoding(&format!("{path}.members[{index}]")));
    let list = ListEncoding {
        members: members.collect::<Result<Vec<_>, _>>()?.into(),
        sorted,
    };
    if list.element_width().is_none() {
        let message = "expected at least one member, each of a fixed width: elements of one width follow one another";
        return Err(DescriptionError::at(format!("{path}.members"), message));
    }
    Ok(list)
}

fn escape(path: &str, replacements: &[ReplacementOf]) -> Result<Escape, DescriptionError> {
    let replacements = replacements.iter().map(|one| Replacement {
        from: one.from,
        to: Cow::Owned(one.to.clone()),
    });
    let escape = Escape::from(replacements.collect::<Vec<_>>());
    let checked = escape.check();
    checked.map_err(|error| DescriptionError::at(format!("{path}.replacements"), error))?;
    Ok(escape)
}

fn pad(
    path: &str,
    width: Option<u16>,
    left: Option<char>,
    right: Option<char>,
) -> Result<Option<Pad>, DescriptionError> {
    let (name, character) = match (left, right) {
        (None, None) => return Ok(None),
        (Some(left), None) => ("pad_left", left),
        (None, Some(right)) => ("pad_right", right),
        (Some(_), Some(_)) => {
            let message = "`pad_left` is set too: a text is padded on one side only";
            return Err(DescriptionError::at(format!("{path}.pad_right"), message));
        }
    };
    let wrong = |message: &str| DescriptionError::at(format!("{path}.{name}"), message);
    let byte = u8::try_from(character).ok().filter(u8::is_ascii);
    let byte = byte.ok_or_else(|| wrong("expected a character of ASCII"))?;
    if width.is_none() {
        return Err(wrong("has no effect without `width`"));
    }
    Ok(Some(if name == "pad_left" {
        Pad::Left(byte)
    } else {
        Pad::Right(byte)
    }))
}
