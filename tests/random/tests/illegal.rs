//! Illegal tables: the error names the rule that is broken, and is the only one.

use std::collections::BTreeMap;

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::illegal::RULES;
use hbase_schema_syntax::parse_table;

/// The number of seeds that are tried.
const SEEDS: u64 = 400;

/// The number of illegal tables of each rule.
const OF_EACH: usize = 6;

fn errors(source: &str) -> Vec<String> {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    match parse_table(&input) {
        Ok(_) => Vec::new(),
        Err(errors) => errors.iter().map(ToString::to_string).collect(),
    }
}

#[test]
fn a_broken_rule_is_the_only_error_and_is_named() {
    let mut counts = BTreeMap::<usize, usize>::new();
    let mut wrong = Vec::new();
    for seed in 0..SEEDS {
        for illegal in Table::of_seed(seed).illegal() {
            let count = counts.entry(illegal.rule).or_default();
            if *count == OF_EACH {
                continue;
            }
            *count += 1;
            let (found, says) = (errors(&illegal.source), RULES[illegal.rule].says);
            if !matches!(&found[..], [one] if one.contains(says)) {
                wrong.push(format!(
                    "expected `{says}`, found {found:#?}\n{}",
                    illegal.source
                ));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of the illegal tables\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    let untried: Vec<_> = (0..RULES.len())
        .filter(|rule| !counts.contains_key(rule))
        .map(|rule| RULES[rule].says)
        .collect();
    assert!(untried.is_empty(), "rules without a table: {untried:?}");
    assert!(counts.values().sum::<usize>() >= 300);
}

#[test]
fn unbroken_tables_have_no_error() {
    for seed in 0..2000 {
        let table = Table::of_seed(seed);
        let source = table.struct_source();
        assert_eq!(errors(&source), Vec::<String>::new(), "{source}");
    }
}
