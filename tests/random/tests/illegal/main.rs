//! Tests illegal tables. The error must name the broken rule, and there must be no other error.

mod compiler;
mod messages;
mod types;

use std::collections::BTreeSet;

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::illegal::{Rule, attribute_rules};
use hbase_schema_random_generator::seeds::times;
use hbase_schema_syntax::{parse_columns, parse_table};

/// The maximum number of seeds to try.
const SEEDS: u64 = 6000;

fn errors(source: &str) -> Vec<String> {
    let input = syn::parse_str(source).unwrap_or_else(|error| panic!("{error} in {source}"));
    let errors = if source.contains("derive(Columns") {
        parse_columns(&input).err()
    } else {
        parse_table(&input).err()
    };
    let errors = errors.iter().flat_map(hbase_schema_syntax::Errors::iter);
    errors.map(ToString::to_string).collect()
}

/// The tables of seeds, each made when it is first needed.
#[derive(Default)]
struct Tables(Vec<Table>);

impl Tables {
    /// At most `count` illegal structs that break a rule.
    fn that_break(&mut self, rule: &Rule, count: u64) -> Vec<String> {
        self.broken(rule, count, |_, broken| broken)
    }

    /// The same with all items that the structs use.
    fn items_that_break(&mut self, rule: &Rule, count: u64) -> Vec<String> {
        self.broken(rule, count, |table, broken| table.items_with(&broken))
    }

    fn broken(
        &mut self,
        rule: &Rule,
        count: u64,
        source: impl Fn(&Table, String) -> String,
    ) -> Vec<String> {
        let mut broken = Vec::new();
        for seed in 0..SEEDS {
            if broken.len() as u64 == count {
                break;
            }
            if self.0.len() as u64 == seed {
                self.0.push(Table::of_seed(seed));
            }
            let table = &self.0[usize::try_from(seed).unwrap()];
            let edited = rule.broken_in(table);
            broken.extend(edited.map(|edited| source(table, edited)));
        }
        broken
    }
}

#[test]
fn a_broken_rule_is_the_only_error_and_is_named() {
    let mut tables = Tables::default();
    let (mut count, mut wrong, mut untried) = (0, Vec::new(), Vec::new());
    for rule in attribute_rules() {
        let broken = tables.that_break(rule, times(2, 6));
        if broken.is_empty() {
            untried.push(rule);
        }
        for source in broken {
            count += 1;
            let (found, says) = (errors(&source), rule.says);
            // A name that has two literals has an error at each.
            let most = if says.contains("the same bytes") {
                2
            } else {
                1
            };
            let is_named = found.iter().any(|error| error.contains(says));
            if !is_named || found.len() > most {
                wrong.push(format!("expected `{says}`, found {found:#?}\n{source}"));
            }
        }
    }
    assert!(
        wrong.is_empty(),
        "{} of {count} illegal structs have other errors\n{}",
        wrong.len(),
        wrong.join("\n")
    );
    assert!(
        untried.is_empty(),
        "no struct breaks these rules: {untried:#?}"
    );
    assert!(count >= times(300, 1000), "only {count} structs");
}

/// If the derive gets a new rule, this test fails until a struct breaks it.
#[test]
fn every_message_of_the_derive_is_caused_by_an_illegal_struct() {
    let mut tables = Tables::default();
    let broken = attribute_rules().flat_map(|rule| tables.that_break(rule, 2));
    let found: BTreeSet<String> = broken
        .flat_map(|source| errors(&source))
        .map(|error| messages::masked(&error))
        .collect();
    messages::compare(&found, &messages::of_attributes(), &[]);
}

#[test]
fn unbroken_tables_have_no_error() {
    for seed in 0..times(300, 2000) {
        let table = Table::of_seed(seed);
        let source = table.struct_source();
        assert_eq!(errors(&source), Vec::<String>::new(), "{source}");
    }
}
