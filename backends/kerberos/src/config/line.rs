//! One line of a profile.

/// What a line contains.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum Line<'a> {
    /// Nothing, or a comment.
    Empty,
    /// `[name]`; a `*` after it makes it final.
    Section { name: &'a str, is_final: bool },
    /// `name = {`
    Open { name: &'a str, is_final: bool },
    /// `}`
    Close,
    /// `name = value`
    Value {
        name: &'a str,
        value: String,
        is_final: bool,
    },
    /// `include FILE`
    Include(&'a str),
    /// `includedir FOLDER`
    IncludeFolder(&'a str),
    /// `module FILE:TABLE`, for plug-ins of the C library.
    Module,
}

/// Reads a line. The error is what was expected.
pub(super) fn parse(line: &str) -> Result<Line<'_>, &'static str> {
    let line = line.trim();
    if line.is_empty() || line.starts_with(['#', ';']) {
        return Ok(Line::Empty);
    }
    if let Some(rest) = line.strip_prefix('[') {
        return section(rest);
    }
    if line == "}" || line == "}*" {
        return Ok(Line::Close);
    }
    match line.split_once(char::is_whitespace) {
        Some(("include", file)) if !is_value(file) => return Ok(Line::Include(file.trim())),
        Some(("includedir", folder)) if !is_value(folder) => {
            return Ok(Line::IncludeFolder(folder.trim()));
        }
        Some(("module", module)) if !is_value(module) => return Ok(Line::Module),
        _ => {}
    }
    relation(line)
}

fn is_value(rest: &str) -> bool {
    rest.trim_start().starts_with('=')
}

fn section(rest: &str) -> Result<Line<'_>, &'static str> {
    const EXPECTED: &str = "`[section]`";
    let (name, after) = rest.split_once(']').ok_or(EXPECTED)?;
    let name = name.trim();
    match after.trim() {
        _ if name.is_empty() => Err(EXPECTED),
        "" => Ok(Line::Section {
            name,
            is_final: false,
        }),
        "*" => Ok(Line::Section {
            name,
            is_final: true,
        }),
        _ => Err(EXPECTED),
    }
}

fn relation(line: &str) -> Result<Line<'_>, &'static str> {
    let (name, value) = line
        .split_once('=')
        .ok_or("`name = value`, `name = {`, `[section]` or `}`")?;
    let (name, value) = (name.trim(), value.trim());
    let (name, is_final) = match name.strip_suffix('*') {
        Some(name) => (name.trim_end(), true),
        None => (name, false),
    };
    if name.is_empty() || name.contains(char::is_whitespace) {
        return Err("one name before `=`");
    }
    if value == "{" {
        return Ok(Line::Open { name, is_final });
    }
    let value = unquoted(value)?;
    Ok(Line::Value {
        name,
        value,
        is_final,
    })
}

/// The text of a value, which quotes may enclose.
fn unquoted(value: &str) -> Result<String, &'static str> {
    const EXPECTED: &str = "a closing `\"` at the end of the value";
    let Some(quoted) = value.strip_prefix('"') else {
        return Ok(value.to_owned());
    };
    let mut text = String::new();
    let mut letters = quoted.chars();
    loop {
        match letters.next().ok_or(EXPECTED)? {
            '"' => break,
            '\\' => text.push(match letters.next().ok_or(EXPECTED)? {
                'n' => '\n',
                't' => '\t',
                'b' => '\u{8}',
                letter => letter,
            }),
            letter => text.push(letter),
        }
    }
    if letters.as_str().trim().is_empty() {
        Ok(text)
    } else {
        Err(EXPECTED)
    }
}
