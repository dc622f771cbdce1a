//! Pages as sessions.

use crate::session::Session;

/// A line that stands for any number of printed lines.
const ELISION: &str = "…";

/// Runs the commands of a page's `console` blocks, and writes its files, in the order of the page.
///
/// Returns the page with the output as it is now. Output that a block elides, by a line `…`, is unchanged if
/// the other lines are printed.
///
/// # Panics
/// If a command does not run.
#[must_use]
pub fn replay(page: &str, session: &mut Session) -> String {
    let mut replayed = String::new();
    let mut lines = page.lines();
    let mut file = None;
    while let Some(line) = lines.next() {
        push(&mut replayed, line);
        let Some(language) = line.strip_prefix("```") else {
            file = if line.is_empty() {
                file
            } else {
                file_named(line)
            };
            continue;
        };
        let block: Vec<&str> = lines.by_ref().take_while(|line| *line != "```").collect();
        if language == "console" {
            replay_block(&block, session, &mut replayed);
        } else {
            write(file, &block, session);
            for line in &block {
                push(&mut replayed, line);
            }
        }
        push(&mut replayed, "```");
        file = None;
    }
    replayed
}

fn push(page: &mut String, line: &str) {
    page.push_str(line);
    page.push('\n');
}

/// The file whose name, in backticks, and a colon end the line.
fn file_named(line: &str) -> Option<&str> {
    let (_, name) = line.strip_suffix("`:")?.rsplit_once('`')?;
    name.contains('.').then_some(name)
}

/// Writes a block's file, without the marks of lines that the guide does not show.
fn write(file: Option<&str>, block: &[&str], session: &Session) {
    let Some(name) = file else { return };
    let is_rust = std::path::Path::new(name)
        .extension()
        .is_some_and(|end| end == "rs");
    let mut text = String::new();
    for line in block {
        let hidden = line.strip_prefix("# ").filter(|_| is_rust);
        push(&mut text, hidden.unwrap_or(line));
    }
    session.write(name, &text);
}

fn replay_block(block: &[&str], session: &mut Session, replayed: &mut String) {
    let mut lines = block.iter().copied().peekable();
    while let Some(line) = lines.next() {
        let command = line
            .strip_prefix("$ ")
            .expect("a `console` block starts with a command");
        push(replayed, line);
        let mut command = command.to_owned();
        while command.ends_with('\\') {
            command.pop();
            let more = lines.next().expect("a line after a backslash");
            push(replayed, more);
            command.push_str(more);
        }
        let mut shown = Vec::new();
        while let Some(line) = lines.next_if(|line| !line.starts_with("$ ")) {
            shown.push(line);
        }
        match session.run(&command) {
            Some(printed) if !is_shown(&shown, &printed) => replayed.push_str(&printed),
            _ => shown.iter().for_each(|line| push(replayed, line)),
        }
    }
}

/// Whether the shown lines are those that were printed, with any number for each elision.
fn is_shown(shown: &[&str], printed: &str) -> bool {
    let printed: Vec<&str> = printed.lines().collect();
    matches(shown, &printed)
}

fn matches(shown: &[&str], printed: &[&str]) -> bool {
    match shown.split_first() {
        None => printed.is_empty(),
        Some((first, rest)) if first.trim() == ELISION => {
            (0..=printed.len()).any(|skipped| matches(rest, &printed[skipped..]))
        }
        Some((first, rest)) => printed
            .split_first()
            .is_some_and(|(line, printed)| line == first && matches(rest, printed)),
    }
}

#[cfg(test)]
mod tests {
    use super::{file_named, is_shown};

    #[test]
    fn an_elision_is_any_number_of_lines() {
        assert!(is_shown(&["a", "…", "c"], "a\nb\nb\nc\n"));
        assert!(is_shown(&["a", "…", "c"], "a\nc\n"));
        assert!(!is_shown(&["a", "…", "c"], "a\nb\n"));
        assert!(!is_shown(&["a"], "a\nb\n"));
    }

    #[test]
    fn a_file_is_named_at_the_end_of_a_line() {
        assert_eq!(
            file_named("Put the table into `src/orders.rs`:"),
            Some("src/orders.rs")
        );
        assert_eq!(file_named("The call is `put`:"), None);
        assert_eq!(file_named("See `a.rs`."), None);
    }
}
