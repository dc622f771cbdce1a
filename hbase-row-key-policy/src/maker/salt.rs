//! Salts, compiled.

use std::borrow::Cow;
use std::ops::Range;

use hbase_model::layout::Marked;
use hbase_model::{Encoding, PartLayout, Salt};
use smallvec::SmallVec;

use crate::error::{KeyError, KeyRule};
use crate::policy::{PolicyPart, RowKeyPolicy, SaltInput, SaltPart};

/// A salt and its inputs, in the key's order.
#[derive(Clone, Debug)]
pub(crate) struct SaltMaker {
    salt: Salt,
    inputs: Vec<Input>,
    pub(super) separator: String,
}

/// A part that feeds the salt: its index among all parts, and its layout as in the macro.
#[derive(Clone, Debug)]
struct Input {
    index: usize,
    layout: PartLayout,
}

impl SaltMaker {
    pub(crate) fn new(policy: &RowKeyPolicy, part: &SaltPart) -> Self {
        let input = |(index, part_of): (usize, &PolicyPart)| {
            let PolicyPart::Text(text) = part_of else {
                return None;
            };
            let input = part.of.iter().find(|of| of.column_name == text.column_name);
            Some(Input {
                index,
                layout: layout(input?, &text.split_char),
            })
        };
        Self {
            salt: part.salt.clone(),
            inputs: policy.parts.iter().enumerate().filter_map(input).collect(),
            separator: part.split_char.clone(),
        }
    }

    /// Appends the salt of the parts.
    pub(crate) fn write(
        &self,
        made: &[u8],
        ranges: &[Range<usize>],
        out: &mut Vec<u8>,
    ) -> Result<(), KeyError> {
        let marked: SmallVec<[Marked<'_>; 4]> = self
            .inputs
            .iter()
            .map(|input| Marked {
                part: &input.layout,
                bytes: &made[ranges[input.index].clone()],
            })
            .collect();
        let salt = self.salt.of_parts(&marked).map_err(|error| KeyError {
            column: None,
            rule: KeyRule::Salt,
            message: error.to_string(),
            value: None,
        })?;
        out.extend_from_slice(&salt);
        Ok(())
    }
}

/// The separator joins the part with the next one that feeds the salt, as in the macro.
fn layout(input: &SaltInput, separator: &str) -> PartLayout {
    let encoding = Encoding::Text {
        width: None,
        pad: None,
    };
    PartLayout {
        separator: (!separator.is_empty()).then(|| Cow::Owned(separator.as_bytes().to_owned())),
        salt: Some(input.text.clone()),
        ..PartLayout::plain(Cow::Owned(input.column_name.clone()), encoding)
    }
}
