//! Tests rules about types, which only the compiler can check.

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::illegal::{Rule, bound_rules, constant_rules};
use hbase_schema_random_generator::seeds::times;

use crate::Tables;
use crate::compiler::Compiler;

/// A rule, and the items of a module that breaks it.
type Broken = (&'static Rule, String);

fn broken(tables: &mut Tables, rules: impl Iterator<Item = &'static Rule>) -> Vec<Broken> {
    let mut all = Vec::new();
    for rule in rules {
        let of_rule = tables.items_that_break(rule, times(1, 2));
        if of_rule.is_empty() {
            eprintln!("no struct breaks the rule {rule:#?}");
        }
        all.extend(of_rule.into_iter().map(|items| (rule, items)));
    }
    all
}

/// Describes the structs of which another rule is reported, or a second one.
fn wrong(compiler: &Compiler, broken: &[Broken]) -> Vec<String> {
    let items: Vec<String> = broken.iter().map(|(_, items)| items.clone()).collect();
    let errors = compiler.errors(&items).into_iter();
    let results = errors.zip(broken);
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
    // The compiler does not evaluate constants if a trait bound does not hold.
    let phases = [
        broken(&mut tables, bound_rules()),
        broken(&mut tables, constant_rules()),
    ];
    let wrong: Vec<String> = phases
        .iter()
        .flat_map(|broken| wrong(&compiler, broken))
        .collect();
    assert!(
        wrong.is_empty(),
        "{} of {} structs have other errors\n{}",
        wrong.len(),
        phases.concat().len(),
        wrong.join("\n")
    );
}
