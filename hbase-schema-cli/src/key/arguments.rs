//! `part=value …`.

use hbase_model::{KeyLayout, LayoutError, PartLayout, PartValue};

use crate::error::CliError;
use crate::key_error;
use crate::text::{either, listed, nearest};

/// The value of each part, in the key's order.
///
/// # Errors
/// What is no `part=value`, an unknown part, one given twice, one missing, or a text that is no
/// value of its part.
pub(super) fn values(
    layout: &KeyLayout,
    arguments: &[String],
    place: &str,
) -> Result<Vec<PartValue>, CliError> {
    let mut given: Vec<Option<&str>> = vec![None; layout.parts.len()];
    for argument in arguments {
        let (index, value) = one(layout, argument, place)?;
        if given[index].replace(value).is_some() {
            let name = &layout.parts[index].name;
            return Err(
                CliError::usage(format_args!("part `{name}` is given twice"))
                    .at(place)
                    .help("give it once"),
            );
        }
    }
    let missing = layout.parts.iter().zip(&given);
    let missing: Vec<&PartLayout> = missing
        .filter(|(_, value)| value.is_none())
        .map(|(part, _)| part)
        .collect();
    if !missing.is_empty() {
        return Err(lacks(&missing, place));
    }
    let parts = layout.parts.iter().zip(given.into_iter().flatten());
    parts
        .map(|(part, text)| part.parse(text).map_err(|error| misfit(&error, place)))
        .collect()
}

fn one<'a>(
    layout: &KeyLayout,
    argument: &'a str,
    place: &str,
) -> Result<(usize, &'a str), CliError> {
    let names: Vec<&str> = layout.parts.iter().map(|part| &*part.name).collect();
    let Some((name, value)) = argument.split_once('=') else {
        return Err(
            CliError::usage("a part's value is not given as `part=value`")
                .at(place)
                .expected(format_args!("{} and its value", either(&names)))
                .found(format_args!("`{argument}`"))
                .help(format_args!(
                    "write `{}={argument}`",
                    names.first().unwrap_or(&"part")
                )),
        );
    };
    if let Some((index, _)) = layout.part(name) {
        return Ok((index, value));
    }
    let error = CliError::usage(format_args!("the key has no part `{name}`"))
        .at(place)
        .expected(either(&names));
    Err(match nearest(name, &names) {
        Some(near) => error.help(format_args!("did you mean `{near}={value}`?")),
        None => error.help("salt and separators are made from the parts: leave them out"),
    })
}

fn lacks(missing: &[&PartLayout], place: &str) -> CliError {
    let names: Vec<&str> = missing.iter().map(|part| &*part.name).collect();
    let noun = if names.len() == 1 { "part" } else { "parts" };
    let listed = listed(&names);
    let example: Vec<String> = names.iter().map(|name| format!("{name}=…")).collect();
    CliError::usage(format_args!("no value of {noun} {listed}"))
        .at(place)
        .expected("a value of every part of the key")
        .help(format_args!("add `{}`", example.join(" ")))
}

/// A value that does not fit its part.
pub(super) fn misfit(error: &LayoutError, place: &str) -> CliError {
    key_error::of("there is no such key", error)
        .at(place)
        .help("`hbase-schema explain` shows what each part takes")
}
