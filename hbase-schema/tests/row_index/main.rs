//! Indexes inside the row.

mod bytes;
mod changes;
mod checks;
mod derived;
mod expiry;
mod floats;
mod mails;
#[path = "../db/support/observed.rs"]
#[allow(dead_code, reason = "other tests observe more")]
mod observed;
mod plain;
mod property;
mod queries;
mod several;
mod sizes;
mod versions;

/// Asserts that a text contains this.
#[track_caller]
fn assert_contains(text: &impl std::fmt::Display, expected: &str) {
    let text = text.to_string();
    assert!(text.contains(expected), "{text}");
}
