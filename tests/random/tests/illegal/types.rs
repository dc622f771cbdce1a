//! Tests rules about types, which only the compiler can check.

use std::collections::BTreeSet;

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::illegal::{Rule, bound_rules, constant_rules};
use hbase_schema_random_generator::seeds::times;

use crate::Tables;
use crate::compiler::Compiler;
use crate::messages;

/// Messages that no edit of a generated struct causes.
const EXCEPTIONS: &messages::Exceptions = &[
    (
        "`_` is not a table, and cannot be locked",
        "`lock!` reads the lock beside the manifest, which these crates do not have",
    ),
    ("`_` cannot be an indexed field of an entry here", ENTRIES),
    ("`_` has no indexed fields", ENTRIES),
    (
        "`_` is not a table that this program can write",
        "the tests have the feature `index`, which writes every table",
    ),
    (
        "`_` is not a value of this indexed field, which is a `_`",
        ENTRIES,
    ),
    ("two indexed fields have the same tag", ENTRIES),
    (
        "`_` is not for entries, whose names are the MDN of their values' bytes",
        ENTRIES,
    ),
    ("`_` has no form of `_`", NAMES),
    ("a field with `_` has no values, found `_`", NAMES),
    ("the kinds `_` and `_` cannot be told apart", NAMES),
    ("`_` cannot be read back from a row key here", HALF),
    ("`_` cannot be read from a cell", HALF),
    (
        "`_` is not a value that an optional column can be compared with",
        HALF,
    ),
    (
        "the dynamic columns of `_` cannot be read with the codec `_`",
        HALF,
    ),
    ("no range is offered on the qualifiers `_`", HALF),
    ("`_` cannot be read into a value that is kept", BORROWED),
    ("the columns of `_` have no tokens", HALF),
    ("`_` is not a row of a table that owns its data", NO_TABLE),
    ("`_` is not a table", NO_TABLE),
    ("`_` is not a value of this key part, which is a `_`", SCANS),
    (
        "`_` is not a qualifier of these columns, which is a `_`",
        SCANS,
    ),
    (
        "the rows of this scan cannot be read in descending order",
        SCANS,
    ),
    (
        "the rows of this scan do not come in the order of their keys",
        SCANS,
    ),
    (
        "this part of the key has no fixed width, and the offset of the next part is unknown without its value",
        SCANS,
    ),
    (
        "no prefix is offered on this part: other escaped texts may start with an escaped prefix",
        ESCAPES,
    ),
    (
        "no range is offered on this part: the escaped texts do not sort as the texts do",
        SCANS,
    ),
    (
        "no range is offered on this part: its length comes first, so `_` sorts before `_`",
        SCANS,
    ),
    (
        "no prefix is offered on this part: its length comes before it",
        SCANS,
    ),
    (
        "no range is offered on this part: its labels are in reverse order",
        SCANS,
    ),
    (
        "no prefix is offered on this part: its labels are in reverse order",
        SCANS,
    ),
    (
        "no range is offered on this list: an element `_` does not sort as its bytes do",
        LISTS,
    ),
    ("`_` cannot be an element of a list in a row key", GENERIC),
    (
        "no condition on a further field: `_` is not the type of one",
        GENERIC,
    ),
];

const NAMES: &str = "names of bits and of several kinds are not generated at random";
const ENTRIES: &str = "entries are not generated at random";
const HALF: &str = "only a type that implements half of the traits causes it";
const BORROWED: &str = "no generated struct borrows";
const NO_TABLE: &str = "the call is on no table";
const SCANS: &str = "the call depends on several parts of the key; `tests/ui` makes such calls";
const ESCAPES: &str = "all generated replacements keep prefixes";
const LISTS: &str = "the elements of generated lists are bytes, which sort";
const GENERIC: &str =
    "only generic code causes it; otherwise the compiler reports a missing method or another type";

/// A rule, and the items of a module that breaks it.
type Broken = (&'static Rule, String);

fn broken(tables: &mut Tables, rules: impl Iterator<Item = &'static Rule>) -> Vec<Broken> {
    let mut all = Vec::new();
    for rule in rules {
        let mut of_rule = tables.items_that_break(rule, times(8, 3));
        if times(1, 0) == 1 {
            // The shortest one compiles fastest.
            of_rule.sort_by_key(String::len);
            of_rule.truncate(1);
        }
        assert!(!of_rule.is_empty(), "no struct breaks the rule {rule:#?}");
        all.extend(of_rule.into_iter().map(|items| (rule, items)));
    }
    all
}

/// Describes the structs of which another rule is reported, or a second one. Adds all messages to `found`.
fn wrong(compiler: &Compiler, broken: &[Broken], found: &mut BTreeSet<String>) -> Vec<String> {
    let items: Vec<String> = broken.iter().map(|(_, items)| items.clone()).collect();
    let errors = compiler.errors(&items);
    found.extend(errors.concat().iter().map(|error| messages::masked(error)));
    let results = errors.into_iter().zip(broken);
    let wrong = results
        .filter(|(found, (rule, _))| !matches!(&found[..], [one] if one.contains(rule.says)));
    wrong
        .map(|(found, (rule, items))| {
            format!("expected `{}`, found {found:#?}\n{items}", rule.says)
        })
        .collect()
}

#[test]
fn a_broken_rule_about_types_is_the_only_error_and_is_named() {
    let legal: Vec<String> = (0..3).map(|seed| Table::of_seed(seed).items()).collect();
    let compiler = Compiler::that_compiles(&legal);
    let mut tables = Tables::default();
    let mut found = BTreeSet::new();
    // The compiler does not evaluate constants if a trait bound does not hold.
    let phases = [
        broken(&mut tables, bound_rules()),
        broken(&mut tables, constant_rules()),
    ];
    let wrong: Vec<String> = phases
        .iter()
        .flat_map(|broken| wrong(&compiler, broken, &mut found))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} structs have other errors\n{}",
        wrong.len(),
        phases.concat().len(),
        wrong.join("\n")
    );
    messages::compare(&found, &messages::of_types(), EXCEPTIONS);
}
