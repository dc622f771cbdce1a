//! Tests illegal tables. The error must name the broken rule, and there must be no other error.

use std::collections::BTreeSet;

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::illegal::{Illegal, RULES};
use hbase_schema_random_generator::seeds::times;
use hbase_schema_syntax::parse_table;

/// The maximum number of seeds to try.
const SEEDS: u64 = 400;

fn errors(source: &str) -> Vec<String> {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    match parse_table(&input) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

/// Tables that break one rule each, with at most `of_each` tables per rule.
fn illegal_tables(of_each: u64) -> Vec<Illegal> {
    let mut counts = vec![0; RULES.len()];
    let mut chosen = Vec::new();
    for seed in 0..SEEDS {
        for illegal in Table::of_seed(seed).illegal() {
            if counts[illegal.rule] < of_each {
                counts[illegal.rule] += 1;
                chosen.push(illegal);
            }
        }
        if counts.iter().all(|count| *count == of_each) {
            break;
        }
    }
    chosen
}

#[test]
fn a_broken_rule_is_the_only_error_and_is_named() {
    let tables = illegal_tables(times(2, 6));
    let mut wrong = Vec::new();
    for Illegal { rule, source } in &tables {
        let (found, says) = (errors(source), RULES[*rule].says);
        if !matches!(&found[..], [one] if one.contains(says)) {
            wrong.push(format!("expected `{says}`, found {found:#?}\n{source}"));
        }
    }
    assert!(
        wrong.is_empty(),
        "{} illegal tables have other errors\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let tried: BTreeSet<_> = tables.iter().map(|illegal| illegal.rule).collect();
    let untried: Vec<_> = (0..RULES.len())
        .filter(|rule| !tried.contains(rule))
        .map(|rule| RULES[rule].says)
        .collect();
    assert!(
        untried.is_empty(),
        "no table breaks these rules: {untried:?}"
    );
    assert!(tables.len() as u64 >= times(100, 300));
}

#[test]
fn unbroken_tables_have_no_error() {
    for seed in 0..times(300, 2000) {
        let table = Table::of_seed(seed);
        let source = table.struct_source();
        assert_eq!(errors(&source), Vec::<String>::new(), "{source}");
    }
}
