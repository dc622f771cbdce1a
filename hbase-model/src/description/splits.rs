//! Split points.

use std::borrow::Cow;

use serde::{Deserialize, Serialize};

use super::DescriptionError;
use crate::printable::Printable;
use crate::splits::{MAX_REGIONS, Splits};

/// A table's split points.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct SplitsOf {
    pub kind: SplitsKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub regions: Option<u32>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub width: Option<u8>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub keys: Option<Vec<SplitKeyText>>,
}

/// The algorithm of the keys.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
#[allow(missing_docs, reason = "the values are documented in one table")]
pub enum SplitsKind {
    #[default]
    None,
    HexString,
    Uniform,
    DecimalString,
    NumberPipe,
    PerBucket,
    Keys,
}

/// One key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
#[allow(missing_docs, reason = "the members are documented in one table")]
pub struct SplitKeyText {
    pub text: String,
    pub hex: String,
}

impl SplitsOf {
    pub(super) fn of(splits: &Splits) -> Self {
        let (kind, regions, width) = match splits {
            Splits::None => (SplitsKind::None, None, None),
            Splits::HexString { regions } => (SplitsKind::HexString, Some(*regions), None),
            Splits::Uniform { regions } => (SplitsKind::Uniform, Some(*regions), None),
            Splits::DecimalString { regions } => (SplitsKind::DecimalString, Some(*regions), None),
            Splits::NumberPipe { regions, width } => {
                (SplitsKind::NumberPipe, Some(*regions), Some(*width))
            }
            Splits::PerBucket { buckets, digits } => {
                (SplitsKind::PerBucket, Some(*buckets), *digits)
            }
            Splits::Keys(_) => (SplitsKind::Keys, None, None),
        };
        let keys = splits.keys().ok().filter(|_| kind != SplitsKind::None);
        Self {
            kind,
            regions,
            width,
            keys: keys.map(|keys| keys.iter().map(|key| SplitKeyText::of(key)).collect()),
        }
    }

    pub(super) fn splits(&self) -> Result<Splits, DescriptionError> {
        let splits = match self.kind {
            SplitsKind::None => Splits::None,
            SplitsKind::HexString => Splits::HexString {
                regions: self.regions()?,
            },
            SplitsKind::Uniform => Splits::Uniform {
                regions: self.regions()?,
            },
            SplitsKind::DecimalString => Splits::DecimalString {
                regions: self.regions()?,
            },
            SplitsKind::NumberPipe => Splits::NumberPipe {
                regions: self.regions()?,
                width: self.width.ok_or_else(|| missing("splits.width"))?,
            },
            SplitsKind::PerBucket => Splits::PerBucket {
                buckets: self.regions()?,
                digits: self.width,
            },
            SplitsKind::Keys => Splits::Keys(Cow::Owned(self.keys()?)),
        };
        self.nothing_more()?;
        if splits.regions() > MAX_REGIONS {
            let found = splits.regions();
            let message = format!("found {found} regions, expected at most {MAX_REGIONS}");
            return Err(DescriptionError::at("splits", message));
        }
        splits
            .keys()
            .map_err(|error| DescriptionError::at("splits", error))?;
        Ok(splits)
    }

    fn regions(&self) -> Result<u32, DescriptionError> {
        self.regions.ok_or_else(|| missing("splits.regions"))
    }

    fn nothing_more(&self) -> Result<(), DescriptionError> {
        let counted = !matches!(self.kind, SplitsKind::None | SplitsKind::Keys);
        let digits = matches!(self.kind, SplitsKind::NumberPipe | SplitsKind::PerBucket);
        let members = [
            ("splits.regions", self.regions.is_some() && !counted),
            ("splits.width", self.width.is_some() && !digits),
            (
                "splits.keys",
                self.keys.is_some() && self.kind == SplitsKind::None,
            ),
        ];
        match members.into_iter().find(|(_, superfluous)| *superfluous) {
            None => Ok(()),
            Some((path, _)) => {
                let message = "this kind of splits has none: leave it out";
                Err(DescriptionError::at(path, message))
            }
        }
    }

    fn keys(&self) -> Result<Vec<Cow<'static, [u8]>>, DescriptionError> {
        let keys = self.keys.as_ref().ok_or_else(|| missing("splits.keys"))?;
        let keys = keys.iter().enumerate();
        keys.map(|(at, key)| {
            let bytes = bytes(&key.hex).ok_or_else(|| {
                let message = format!("found {:?}, expected pairs of hex digits", key.hex);
                DescriptionError::at(format!("splits.keys[{at}].hex"), message)
            })?;
            Ok(Cow::Owned(bytes))
        })
        .collect()
    }
}

impl SplitKeyText {
    fn of(key: &[u8]) -> Self {
        Self {
            text: Printable(key).to_string(),
            hex: hex_of(key),
        }
    }
}

fn missing(path: &str) -> DescriptionError {
    DescriptionError::at(path, "missing: this kind of splits needs one")
}

/// Bytes as pairs of hex digits.
pub(super) fn hex_of(bytes: &[u8]) -> String {
    let pairs = bytes.iter().map(|byte| format!("{byte:02x}"));
    pairs.collect()
}

/// The bytes of pairs of hex digits.
pub(super) fn bytes(hex: &str) -> Option<Vec<u8>> {
    if !hex.bytes().all(|digit| digit.is_ascii_hexdigit()) || !hex.len().is_multiple_of(2) {
        return None;
    }
    let pairs = (0..hex.len()).step_by(2).map(|at| &hex[at..at + 2]);
    pairs
        .map(|pair| u8::from_str_radix(pair, 16).ok())
        .collect()
}
