//! Structs of one table that contradict each other.

use hbase_model::lock::{Contradiction, Message};

use super::{TABLE, facts};

const KEY: &str = "key 01 id integer8-unsigned";
const CENTS: &str = "cell D1 CENTS u64 java required";
const TIME: &str = "timestamp exact";

/// The facts of both structs, and what they contradict each other in.
type Case = (
    &'static [&'static str],
    &'static [&'static str],
    &'static str,
    [&'static str; 2],
);

fn found(first: &[&str], second: &[&str]) -> Option<(String, [String; 2])> {
    let [first, second] = [facts(first).lines, facts(second).lines];
    let found = Contradiction::find([&first, &second], TABLE)?;
    Some((found.about(), found.words().map(str::to_owned)))
}

#[test]
fn structs_may_have_columns_of_their_own() {
    let note = "cell D1 NOTE text text optional";
    let code = [
        "cell D1 STATE u8 java required coded",
        "code D1 STATE 1 Open",
    ];
    assert_eq!(found(&[KEY, CENTS], &[KEY, note]), None);
    assert_eq!(
        found(&[KEY, "family D1", "versions D1 3"], &[KEY, "family D2"]),
        None
    );
    assert_eq!(
        found(
            &[KEY, code[0], code[1]],
            &[KEY, code[0], "code D1 STATE 2 Closed"]
        ),
        None
    );
    assert_eq!(found(&[KEY], &[KEY]), None);
}

#[test]
fn a_fact_is_declared_alike() {
    let cases: [Case; 6] = [
        (
            &[KEY, CENTS],
            &[KEY, "cell D1 CENTS u64 java optional"],
            "cell D1 CENTS",
            ["u64 java required", "u64 java optional"],
        ),
        (
            &[KEY],
            &["key 01 id text"],
            "key 01",
            ["id integer8-unsigned", "id text"],
        ),
        (
            &[KEY, "key 02 at millis"],
            &[KEY],
            "key 02",
            ["at millis", ""],
        ),
        (&[KEY, "salt buckets 4"], &[KEY], "salt", ["buckets 4", ""]),
        (&[KEY, TIME], &[KEY], "timestamp", ["exact", ""]),
        (
            &["family D1", "ttl D1 60"],
            &["family D1", "ttl D1 90"],
            "ttl D1",
            ["60", "90"],
        ),
    ];
    for (first, second, about, [of_first, of_second]) in cases {
        let words = |a: &str, b: &str| Some((about.to_owned(), [a.to_owned(), b.to_owned()]));
        assert_eq!(found(first, second), words(of_first, of_second));
        assert_eq!(found(second, first), words(of_second, of_first));
    }
}

#[test]
fn the_message_names_both_structs() {
    let [first, second] = [facts(&[KEY, "key 02 at millis"]).lines, facts(&[KEY]).lines];
    let found = Contradiction::find([&first, &second], TABLE).expect("a contradiction");
    assert_eq!(found.lines, [Some(1), None]);
    let message = Message::of_contradiction(&found, TABLE, [("Order", "at"), ("View", "")]);
    assert_eq!(
        message.as_str(),
        "`at` of `Order` is at millis, and key 02 of `View` is missing: structs of one table declare a fact alike. Change one of \
         them, or list only one in `lock!` [SHOP:ORDER_BOOK key 02]"
    );
}
