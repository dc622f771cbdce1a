//! Compares the table and the pauses in the module's docs with the policy, row by row.

use std::iter::successors;
use std::time::Duration;

use super::{Failure, Idempotency, Pause, Pauses, Reaction};

const DOCS: &str = include_str!("mod.rs");
const WAIT: Duration = Duration::from_secs(7);

/// The name of a failure in the table, and the failure of the next row. A new variant is a compile error here.
fn row(failure: Failure) -> (&'static str, Option<Failure>) {
    match failure {
        Failure::NotSent => ("NotSent", Some(Failure::Declined)),
        Failure::Declined => ("Declined", Some(Failure::Redirected)),
        Failure::Redirected => ("Redirected", Some(Failure::Busy)),
        Failure::Busy => ("Busy", Some(Failure::Throttled(WAIT))),
        Failure::Throttled(_) => ("Throttled", Some(Failure::Lost)),
        Failure::Lost => ("Lost", Some(Failure::TimedOut)),
        Failure::TimedOut => ("TimedOut", Some(Failure::Overloaded)),
        Failure::Overloaded => ("Overloaded", Some(Failure::Unexplained)),
        Failure::Unexplained => ("Unexplained", Some(Failure::Unreadable)),
        Failure::Unreadable => ("Unreadable", Some(Failure::ScannerExpired)),
        Failure::ScannerExpired => ("ScannerExpired", Some(Failure::Final)),
        Failure::Final => ("Final", None),
    }
}

fn cell(failure: Failure, idempotency: Idempotency) -> &'static str {
    match failure.reaction(idempotency) {
        Reaction::Retry(Pause::None) => "retry immediately",
        Reaction::Retry(Pause::Step) => "retry",
        Reaction::Retry(Pause::Few) => "6 tries",
        Reaction::Retry(Pause::Long) => "retry after a long pause",
        Reaction::Retry(Pause::Exactly(wait)) if wait == WAIT => "retry after that wait",
        Reaction::Retry(Pause::Exactly(_)) => "retry after another wait",
        Reaction::Report => "error",
        Reaction::Unknown => "error: unknown outcome",
    }
}

#[test]
fn the_table_in_the_docs_is_the_policy() {
    let docs: Vec<Vec<&str>> = DOCS
        .lines()
        .skip_while(|line| !line.starts_with("//! | [`Failure`]"))
        .skip(2)
        .take_while(|line| line.starts_with("//! |"))
        .map(|line| line.split('|').map(str::trim).collect())
        .collect();
    let failures = successors(Some(Failure::NotSent), |failure| row(*failure).1);
    let failures: Vec<Failure> = failures.collect();
    assert_eq!(docs.len(), failures.len());
    for (docs, failure) in docs.iter().zip(failures) {
        let name = format!("`{}`", row(failure).0);
        let cells = [
            Idempotency::Read,
            Idempotency::Idempotent,
            Idempotency::Once,
        ];
        assert_eq!(docs[1], name);
        assert_eq!(docs[3..6], cells.map(|call| cell(failure, call)), "{name}");
    }
}

#[test]
fn the_pauses_in_the_docs_are_those_of_the_policy() {
    let mut pauses = Pauses::default();
    let seconds: Vec<String> = std::iter::repeat_with(|| {
        let length = pauses.length(Pause::Step, Duration::from_secs(60 * 60));
        pauses.count();
        length.expect("a pause").as_secs_f64().to_string()
    })
    .take(13)
    .collect();
    let words = DOCS.lines().filter_map(|line| line.strip_prefix("//! "));
    let words: Vec<&str> = words.flat_map(str::split_whitespace).collect();
    let (first, then) = (seconds[..11].join(", "), &seconds[11]);
    assert_eq!(seconds[12], *then);
    let expected = format!("{first} and {then} s, then {then} s each.");
    assert!(words.join(" ").contains(&expected), "{expected}");
}
