//! Members of one part that contradict each other.

use regex::Regex;

use super::at::At;
use super::findings::Findings;
use crate::maker::compile_regex;
use crate::policy::RegexReplacement;
use crate::replacement::groups;

/// The maximum characters of texts that are put into values.
const MOST_TEXT: usize = 100;

pub(super) fn check(at: &At<'_>, findings: &mut Findings) {
    check_texts(at, findings);
    if let Some(regex) = &at.part.regex {
        check_regex(at, regex, findings);
    }
    let part = at.part;
    let without_effect = [
        (
            "prefixNumber",
            part.prefix_number > 0 && part.prefix_char.is_empty(),
        ),
        (
            "suffixNumber",
            part.suffix_number > 0 && part.suffix_char.is_empty(),
        ),
        (
            "replaceChar",
            !part.replace_char.is_empty() && part.replace_source_char.is_empty(),
        ),
    ];
    for (member, is_found) in without_effect {
        if is_found {
            let other = match member {
                "prefixNumber" => "prefixChar",
                "suffixNumber" => "suffixChar",
                _ => "replaceSourceChar",
            };
            let message = format!("has no effect with an empty `{other}`");
            findings.advise(
                at.path(member),
                message,
                format!("set `{other}`, or remove it"),
            );
        }
    }
}

fn check_texts(at: &At<'_>, findings: &mut Findings) {
    let part = at.part;
    let regex = part.regex.as_ref();
    let texts = [
        ("prefixChar", part.prefix_char.as_str()),
        ("suffixChar", &part.suffix_char),
        ("replaceChar", &part.replace_char),
        ("splitChar", &part.split_char),
        (
            "regexReplacement",
            regex.map_or("", |regex| &regex.replacement),
        ),
    ];
    for (member, text) in texts {
        let found = text.chars().count();
        if found > MOST_TEXT {
            let message = format!("found {found} characters, expected at most {MOST_TEXT}");
            findings.error(at.path(member), message, "use a shorter text");
        }
    }
    let Some((pad, behind)) = part.pad().filter(|(pad, _)| pad.chars().count() > 1) else {
        return;
    };
    let (member, help) = if behind {
        ("suffixChar", "use one character")
    } else {
        let help = "use one character, or set a `suffixChar`, which then pads instead";
        ("prefixChar", help)
    };
    let message = format!("found {pad:?}, expected one character, because it pads shorter values");
    findings.error(at.path(member), message, help);
}

fn check_regex(at: &At<'_>, member: &RegexReplacement, findings: &mut Findings) {
    let regex = match compile_regex(&member.pattern) {
        Ok(regex) => regex,
        Err(error) => {
            let error = error.to_string();
            // The crate's messages draw the pattern on lines of their own; the last line is the cause.
            let cause = error.lines().last().unwrap_or_default();
            let cause = cause.strip_prefix("error: ").unwrap_or(cause);
            let message = format!(
                "found {:?}, which is not a regular expression: {cause}",
                member.pattern
            );
            findings.error(
                at.path("regex"),
                message,
                "its syntax is that of Rust's `regex`",
            );
            return;
        }
    };
    for group in groups(&member.replacement) {
        if !has_group(&regex, group) {
            let message = format!(
                "found the group `{group}`, which the expression does not have; it has {}",
                known_groups(&regex)
            );
            let help = "write `${1}` before letters and digits, and `$$` for a dollar sign";
            findings.error(at.path("regexReplacement"), message, help);
        }
    }
}

fn has_group(regex: &Regex, group: &str) -> bool {
    match group.parse::<usize>() {
        Ok(number) => number < regex.captures_len(),
        Err(_) => regex.capture_names().flatten().any(|name| name == group),
    }
}

fn known_groups(regex: &Regex) -> String {
    let name = |(number, name): (usize, Option<&str>)| match name {
        Some(name) => format!("`{name}`"),
        None => format!("`{number}`"),
    };
    let names: Vec<String> = regex.capture_names().enumerate().map(name).collect();
    names.join(", ")
}
