//! Checks the codes of enums.

use super::DescriptionError;
use crate::codes::codes;

/// Checks that each code has a variant, and that none has a blank.
pub(super) fn check_codes(path: &str, list: &str) -> Result<(), DescriptionError> {
    let is_wrong = |(code, variant): &(&str, &str)| {
        code.is_empty() || variant.is_empty() || code.contains(' ') || variant.contains(' ')
    };
    if !codes(list).any(|pair| is_wrong(&pair)) {
        return Ok(());
    }
    let message =
        format!("found `{list}`, expected codes with their variants such as `1=Open,2=Closed`");
    Err(DescriptionError::at(format!("{path}.codes"), message))
}
