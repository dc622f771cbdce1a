//! Parses `part=value …`.

use hbase_model::{KeyLayout, LayoutError, PartLayout, PartValue};

use crate::error::CliError;
use crate::key_error;
use crate::text::{either, listed, nearest};

/// The values of the key parts, in order.
///
/// # Errors
/// An argument that is not `part=value`; an unknown, repeated or missing part; an invalid value.
pub(super) fn values(
    layout: &KeyLayout,
    arguments: &[String],
    table: &str,
) -> Result<Vec<PartValue>, CliError> {
    let mut given: Vec<Option<&str>> = vec![None; layout.parts.len()];
    for argument in arguments {
        let (index, value) = one(layout, argument, table)?;
        if given[index].replace(value).is_some() {
            let name = &layout.parts[index].name;
            return Err(CliError::usage(format_args!("part `{name}` is set twice"))
                .at(table)
                .help("set it once"));
        }
    }
    let missing = layout.parts.iter().zip(&given);
    let missing: Vec<&PartLayout> = missing
        .filter(|(part, value)| value.is_none() && !part.omit_none)
        .map(|(part, _)| part)
        .collect();
    if !missing.is_empty() {
        return Err(missing_parts(&missing, table));
    }
    let parts = layout.parts.iter().zip(given);
    parts
        .map(|(part, text)| match text {
            None => Ok(PartValue::Absent),
            Some(text) => part
                .parse(text)
                .map_err(|error| invalid_value(&error, table)),
        })
        .collect()
}

fn one<'a>(
    layout: &KeyLayout,
    argument: &'a str,
    table: &str,
) -> Result<(usize, &'a str), CliError> {
    let names: Vec<&str> = layout.parts.iter().map(|part| &*part.name).collect();
    let Some((name, value)) = argument.split_once('=') else {
        return Err(CliError::usage("an argument is not `part=value`")
            .at(table)
            .expected(format_args!("{} and its value", either(&names)))
            .found(format_args!("`{argument}`"))
            .help(format_args!(
                "write `{}={argument}`",
                names.first().unwrap_or(&"part")
            )));
    };
    if let Some((index, _)) = layout.part(name) {
        return Ok((index, value));
    }
    let error = CliError::usage(format_args!("the key has no part `{name}`"))
        .at(table)
        .expected(either(&names));
    Err(match nearest(name, &names) {
        Some(near) => error.help(format_args!("did you mean `{near}={value}`?")),
        None => error.help("salt and separators are computed: leave them out"),
    })
}

fn missing_parts(missing: &[&PartLayout], table: &str) -> CliError {
    let names: Vec<&str> = missing.iter().map(|part| &*part.name).collect();
    let noun = if names.len() == 1 { "part" } else { "parts" };
    let listed = listed(&names);
    let example: Vec<String> = names.iter().map(|name| format!("{name}=…")).collect();
    CliError::usage(format_args!("no value of {noun} {listed}"))
        .at(table)
        .expected("a value of every part of the key")
        .help(format_args!("add `{}`", example.join(" ")))
}

/// The error for values that cannot be encoded.
pub(super) fn invalid_value(error: &LayoutError, table: &str) -> CliError {
    key_error::of("the key cannot be encoded", error)
        .at(table)
        .help("`hbase-schema explain` shows the encoding of each part")
}
