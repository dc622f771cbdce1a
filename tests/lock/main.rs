//! Each rule of locks with a struct that breaks it, the compiler's message, and what the message advises: `BLESS=1 cargo test`
//! writes the messages as they are now.
//!
//! In `cases`, a case is a module with the modules `before`, `wrong` and `right`; its docs name the rule. rustc compiles all cases
//! at once, against the libraries that cargo built for this test:
//!
//! 1. The test of `lock!` writes the lock of the structs in `before`, after those in `earlier`, if a case has some.
//! 2. With this lock, the structs in `wrong` do not compile: `cases/TOPIC.stderr` contains the messages.
//! 3. The structs in `right`, or without them those in `wrong`, are locked without an exception, and then compile.
//! 4. With the exceptions that the messages advise, the structs in `wrong` are locked too, and then compile.

mod cases;
mod compiler;
mod expected;
mod sources;

use std::collections::BTreeMap;
use std::path::Path;

use cases::Case;
use compiler::{Compiler, Error};
use hbase_model::lock::{Comparison, LockFile};
use sources::{Section, Sources};

#[test]
fn each_rule_has_a_message_that_names_the_field_the_change_and_the_help() {
    let cases = cases::read();
    let sources = Sources::write(&cases);
    let compiler = Compiler::find();
    let writer = compiler.writer(&sources);
    writer.lock(Section::Earlier);
    writer.lock(Section::Before);
    let before = sources.lock();

    let errors = compiler.errors(&sources, Section::Wrong, &before);
    let messages = of_cases(&cases, &errors);
    expected::compare(&cases, &messages);

    writer.lock(Section::Right);
    let right = compiler.errors(&sources, Section::Right, &sources.lock());
    assert!(right.is_empty(), "{right:#?}");

    sources.set_lock(&before);
    let rejected = writer.fail(Section::Wrong);
    sources.set_lock(&with_exceptions(&before, &rejected));
    writer.lock(Section::Wrong);
    let after = sources.lock();
    let excepted = compiler.errors(&sources, Section::Wrong, &after);
    assert!(excepted.is_empty(), "{excepted:#?}");
    for case in &cases {
        is_by_its_rule(case, [&before, &after], &messages[case.name.as_str()]);
    }
}

/// The errors of each case, in the order of the lines.
fn of_cases<'c>(cases: &'c [Case], errors: &[Error]) -> BTreeMap<&'c str, Vec<Error>> {
    let of = |case: &'c Case| {
        let is_of = |error: &&Error| error.text.contains(&case.table());
        let errors = errors.iter().filter(is_of).cloned();
        (case.name.as_str(), errors.collect::<Vec<_>>())
    };
    let all: BTreeMap<_, _> = cases.iter().map(of).collect();
    let count: usize = all.values().map(Vec::len).sum();
    assert_eq!(count, errors.len(), "an error of no case: {errors:#?}");
    all
}

/// The lock with the lines that the messages in a text advise, and with a reason.
fn with_exceptions(lock: &str, messages: &str) -> String {
    let advised = messages.split("add the line `").skip(1).filter_map(|rest| {
        let (line, _) = rest.split_once('`')?;
        Some(line.replace("REASON", "the table has no rows yet"))
    });
    let advised: Vec<String> = advised.collect();
    format!("{lock}{}\n", advised.join("\n"))
}

/// Checks that the worst change has the rule that the case names, and that the message has the words of the change.
fn is_by_its_rule(case: &Case, locks: [&str; 2], errors: &[Error]) {
    let [before, after] = locks.map(|lock| {
        let lock: LockFile = lock.parse().expect("a lock");
        lock.lines_of(&case.table())
    });
    let facts: String = after
        .lines()
        .filter(|line| is_fact(line))
        .flat_map(|line| [line, "\n"])
        .collect();
    let table = case.table();
    let comparison = Comparison::new(&before, &facts, &table);
    let class = comparison.worst().map(|worst| worst.class);
    let changes = comparison.differences();
    // The lines of a lock are sorted, so the first of several changes may be another one.
    let mut worst = changes.iter().filter(|found| Some(found.class) == class);
    let worst = worst.find(|found| format!("{:?} {:?}", found.fact, found.change) == case.rule);
    let worst = worst.unwrap_or_else(|| panic!("{}: {changes:#?}", case.name));
    let [error] = errors else {
        panic!("{}: expected one error, found {errors:#?}", case.name);
    };
    let words = worst.was().split(' ').chain(worst.is().split(' '));
    for words in words.chain([worst.effect(), worst.class.name()]) {
        assert!(error.text.contains(words), "{words}: {}", error.text);
    }
    if let Some(field) = &case.field {
        let names = format!("`{field}`");
        assert!(error.text.contains(&names), "{names}: {}", error.text);
    }
}

/// Whether a line is a fact that the struct has now.
fn is_fact(line: &str) -> bool {
    let keyword = line.split(' ').nth(1);
    !matches!(
        keyword,
        Some("was" | "removed" | "except" | "excepted" | "layout")
    )
}

/// The directory of the cases.
fn directory() -> &'static Path {
    Path::new(concat!(env!("CARGO_MANIFEST_DIR"), "/lock/cases"))
}
