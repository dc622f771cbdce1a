//! Reads text parts.

use super::object::Object;
use super::value::Value;
use crate::error::PolicyError;
use crate::members;
use crate::policy::{RegexReplacement, TextPart};

pub(super) fn read(object: &Object<'_, '_>) -> Result<TextPart, PolicyError> {
    object.only(&members::text_names())?;
    let text = |name| object.required(name)?.text();
    let number = |name| object.required(name)?.number();
    let flag = |name| object.get(name).map_or(Ok(false), Value::flag);
    let cut = |name| object.get(name).map(Value::number).transpose();
    Ok(TextPart {
        column_name: text("columnName")?,
        length: number("length")?,
        number_step: number("numberStep")?,
        prefix_char: text("prefixChar")?,
        prefix_number: number("prefixNumber")?,
        replace_char: text("replaceChar")?,
        replace_source_char: text("replaceSourceChar")?,
        split_char: text("splitChar")?,
        start_number: number("startNumber")?,
        suffix_char: text("suffixChar")?,
        suffix_number: number("suffixNumber")?,
        value: text("value")?,
        trim: flag("trim")?,
        cut_start: cut("cutStart")?,
        cut_length: cut("cutLength")?,
        reverse: flag("reverse")?,
        regex: read_regex(object)?,
    })
}

/// Both members, or none.
fn read_regex(object: &Object<'_, '_>) -> Result<Option<RegexReplacement>, PolicyError> {
    if !object.has("regex") && !object.has("regexReplacement") {
        return Ok(None);
    }
    Ok(Some(RegexReplacement {
        pattern: object.required("regex")?.text()?,
        replacement: object.required("regexReplacement")?.text()?,
    }))
}
