//! The message of a case, as a page shows it.

/// Where the part of a message starts that names the library's internals, or lists unrelated types.
const INTERNALS: [&str; 5] = [
    "note: required by a bound in",
    "help: the following other types implement",
    "= help: the following other types implement",
    "= note: this error originates in",
    "= help: see issue",
];

/// The ends of first lines that do not distinguish an error.
const VAGUE: [&str; 2] = ["mismatched types", "cannot be written as a cell"];

/// What stands for the lines that are left out.
const LEFT_OUT: &str = "  …\n";

/// The message as a user sees it: at a file of his own, each error up to the library's internals.
pub(crate) fn shown(stderr: &str, case: &str) -> String {
    let stderr = stderr.replace(&format!("ui/{case}.rs"), "src/main.rs");
    errors(&stderr).map(without_internals).collect()
}

/// The first line of each error, without repetitions. Where it is the same for many errors, the label at the source
/// follows.
pub(crate) fn first_lines(stderr: &str) -> Vec<String> {
    let mut lines: Vec<String> = errors(stderr).filter_map(first_line).collect();
    lines.dedup();
    lines
}

fn first_line(error: &str) -> Option<String> {
    let line = error.lines().find(|line| line.starts_with("error"))?;
    if !VAGUE.iter().any(|vague| line.ends_with(vague)) {
        return Some(line.to_owned());
    }
    let label = error.lines().find_map(|line| line.split_once("^ "));
    Some(label.map_or(line.to_owned(), |(_, label)| format!("{line}: {label}")))
}

/// The errors, each with the empty line before it.
fn errors(stderr: &str) -> impl Iterator<Item = &str> {
    let ends = stderr.match_indices("\n\nerror").map(|(at, _)| at + 1);
    let ends = ends.chain([stderr.len()]);
    ends.scan(0, |start, end| {
        let error = &stderr[*start..end];
        *start = end;
        Some(error)
    })
}

fn without_internals(error: &str) -> String {
    let is_internal = |line: &&str| INTERNALS.iter().any(|s| line.trim_start().starts_with(s));
    let lines = error.lines().take_while(|line| !is_internal(line));
    let shown: String = lines.flat_map(|line| [line, "\n"]).collect();
    if shown.len() == error.len() {
        return shown;
    }
    shown + LEFT_OUT
}
