//! The format of cells that are encoded like key parts.

use serde::{Deserialize, Serialize};

use super::key_text::check_direction;
use super::{DescriptionError, PartEncoding};
use crate::described::PartFormat;
use crate::layout::Encoding;

/// The members of such a format.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct Members {
    encoding: PartEncoding,
    #[serde(default, skip_serializing_if = "is_false")]
    descending: bool,
    #[serde(default, skip_serializing_if = "is_false")]
    backwards: bool,
}

#[allow(clippy::trivially_copy_pass_by_ref, reason = "serde calls it so")]
const fn is_false(value: &bool) -> bool {
    !*value
}

impl From<PartFormat> for Members {
    fn from(format: PartFormat) -> Self {
        Self {
            encoding: PartEncoding::of(format.encoding()),
            descending: format.is_desc(),
            backwards: format.is_reversed(),
        }
    }
}

impl TryFrom<Members> for PartFormat {
    type Error = DescriptionError;

    fn try_from(members: Members) -> Result<Self, DescriptionError> {
        let encoding = members.encoding.encoding("form.encoding")?;
        if matches!(encoding, Encoding::List(_)) {
            let message = "a list ends where a key does, and cells have none: it is for the last part of a key";
            return Err(DescriptionError::at("form.encoding", message));
        }
        check_direction("form", &encoding, members.backwards, members.descending)?;
        Ok(Self::new(&encoding, members.descending, members.backwards))
    }
}
