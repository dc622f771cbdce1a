//! The words in which a change of a fact is told.

use hbase_model::lock::{Comparison, Message};

use super::{TABLE, facts};

const KEY: &str = "key 01 id integer8-unsigned";
const STATE: &str = "cell D1 STATE u8 java required coded";

/// The start of the message about the worst change, up to its effect.
fn told(before: &[&str], now: &[&str], field: &str) -> String {
    let (lock, now) = (facts(before), facts(now));
    let comparison = Comparison::new(&lock.lines, &now.lines, TABLE);
    let worst = comparison.worst().expect("a change");
    let text = Message::new(&worst, TABLE, field, 0).as_str().to_owned();
    let (start, _) = text.split_once(worst.effect()).expect("the effect");
    start.trim_end_matches(": ").to_owned()
}

#[test]
fn a_fact_without_a_field_is_told_in_words_of_attributes() {
    for (before, now, expected) in [
        (
            &["cell D1 A u64 java required"][..],
            &["cell D1 A u32 java required"][..],
            "column D1:A was u64, is u32",
        ),
        (
            &[STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
            &[STATE, "code D1 STATE 1 Closed", "code D1 STATE 2 Open"],
            "column D1:STATE, code 1 was Open, is Closed",
        ),
        (
            &["dynamic D1 c: u64 java text"],
            &["dynamic D1 c: u32 java text"],
            "dynamic columns D1:c: was u64 java text, is u32 java text",
        ),
        (
            &[KEY],
            &["key 01 id text"],
            "key part 01 was integer8-unsigned, is text",
        ),
        (
            &[
                "key 01 id text",
                "key_code 01 A Open",
                "key_code 01 B Closed",
            ],
            &[
                "key 01 id text",
                "key_code 01 A Closed",
                "key_code 01 B Open",
            ],
            "key part 01, code A was Open, is Closed",
        ),
        (
            &["salt buckets 4", KEY],
            &["salt buckets 8", KEY],
            "the salt was buckets 4, is buckets 8",
        ),
        (
            &["timestamp day"],
            &["timestamp month"],
            "`#[timestamp]` was day, is month",
        ),
        (
            &["family D1", "family D2"],
            &["family D1"],
            "family D2 is gone",
        ),
        (
            &["index S:BY key:01=text"],
            &["index S:BY key:01=bool"],
            "index S:BY was key:01=text, is key:01=bool",
        ),
        (
            &["index S:BY key:01=text", "index_ttl S:BY 90"],
            &["index S:BY key:01=text", "index_ttl S:BY 60"],
            "`ttl` of index S:BY was 90 s, is 60 s",
        ),
        (
            &["family D1", "ttl D1 90"],
            &["family D1", "ttl D1 60"],
            "`ttl` of family D1 was 90 s, is 60 s",
        ),
        (
            &["family D1", "versions D1 3"],
            &["family D1", "versions D1 2"],
            "`versions` of family D1 was 3, is 2",
        ),
    ] {
        assert_eq!(told(before, now, ""), expected);
    }
}

#[test]
fn a_field_is_named_with_the_code_that_changed() {
    for (before, now, expected) in [
        (
            &["cell D1 A u64 java required"][..],
            &["cell D1 A u32 java required"][..],
            "`f` was u64, is u32",
        ),
        (
            &[STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
            &[STATE, "code D1 STATE 1 Closed", "code D1 STATE 2 Open"],
            "`f`, code 1 was Open, is Closed",
        ),
        (
            &[
                "key 01 id text",
                "key_code 01 A Open",
                "key_code 01 B Closed",
            ],
            &[
                "key 01 id text",
                "key_code 01 A Closed",
                "key_code 01 B Open",
            ],
            "`f`, code A was Open, is Closed",
        ),
    ] {
        assert_eq!(told(before, now, "f"), expected);
    }
}

#[test]
fn further_changes_are_counted() {
    let (lock, now) = (facts(&["versions D1 3"]), facts(&["versions D1 2"]));
    let (family, both) = ("family D1", facts(&["family D1"]));
    let lines = |facts: &hbase_model::lock::TableFacts| format!("{}{}", both.lines, facts.lines);
    let (lock, now) = (lines(&lock), lines(&now));
    assert!(lock.contains(family));
    let comparison = Comparison::new(&lock, &now, TABLE);
    let worst = comparison.worst().expect("a change");
    let text = |more| Message::new(&worst, TABLE, "", more).as_str().to_owned();
    assert!(!text(0).contains(" more change"));
    for (more, expected) in [
        (1, "; 1 more change: see"),
        (9, "; 9 more changes: see"),
        (10, "; 10 more changes: see"),
        (207, "; 207 more changes: see"),
    ] {
        assert!(text(more).contains(expected), "{}", text(more));
    }
    assert_eq!(Message::of_text("a text").as_str(), "a text");
    // A text that is too long is cut off before a character.
    let long = "é".repeat(500);
    let cut = Message::of_text(&format!("x{long}"));
    assert_eq!(cut.as_str().len(), 767);
    assert!(cut.as_str().starts_with("xé"));
}
