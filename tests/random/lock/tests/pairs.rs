//! The class of a change is that of what happens to rows: the new struct reads all rows of the old one as they were written, or
//! the class is KEY, CELL or READ, and it does not read some row.

use std::collections::BTreeMap;

use hbase_model::lock::Comparison;
use hbase_schema_random_generator::Pair;
use hbase_schema_random_lock_tests::{AnyPair, ReadRow, pairs};

/// The classes of changes that existing rows do not survive.
const FAILS: [&str; 3] = ["KEY", "CELL", "READ"];

#[tokio::test]
async fn the_class_of_a_change_is_that_of_what_happens_to_rows() {
    let (mut classes, mut differences) = (BTreeMap::new(), Vec::new());
    for both in pairs::all() {
        let pair = both.pair();
        *classes.entry(pair.edit.class).or_insert(0) += 1;
        let difference = check(both.as_ref(), &pair).await;
        differences.extend(difference.map(|difference| report(&pair, &difference)));
    }
    println!("pairs by class: {classes:?}");
    assert!(differences.is_empty(), "{}", differences.join("\n\n"));
}

/// The difference between the class and what happens to rows.
async fn check(both: &dyn AnyPair, pair: &Pair) -> Option<String> {
    let db = hbase_schema::connect("memory:").await.expect("a store");
    let rows = match both.read(pair, &db).await {
        Ok(rows) => rows,
        Err(error) => return Some(format!("a put of the old struct fails: {error}")),
    };
    let [old, new] = both.facts();
    if both.fingerprints() != [old.fingerprint, new.fingerprint] {
        return Some("the compiler's fingerprints are not those of the facts".to_owned());
    }
    let table = old.table.to_string();
    let worst = Comparison::new(&old.lines, &new.lines, &table).worst();
    let class = worst.map_or("", |worst| worst.class.name());
    if class != pair.edit.class {
        return Some(format!("the lock's class is {class:?}: {worst:?}"));
    }
    let mut others = rows.iter().filter(|row| !row.is_as_expected());
    match (FAILS.contains(&class), others.next()) {
        (false, Some(row)) => Some(format!("a row is not as it was written: {}", shown(row))),
        (true, None) => Some(format!("all {} rows are as they were written", rows.len())),
        _ => None,
    }
}

fn shown(row: &ReadRow) -> String {
    format!(
        "put {:?}\n  expected {:?}\n  found {:?}",
        row.put, row.expected, row.found
    )
}

fn report(pair: &Pair, difference: &str) -> String {
    format!(
        "LOCK_PAIRS={}: {}, expected {:?}: {difference}\n{}\n{}",
        pair.seed,
        pair.edit.name,
        pair.edit.class,
        pair.old.struct_source(),
        pair.new.struct_source()
    )
}

/// Without one of them, the other test shows nothing about it.
#[test]
fn the_pairs_have_all_classes() {
    let mut classes: Vec<_> = Pair::edits().iter().map(|edit| edit.class).collect();
    classes.sort_unstable();
    classes.dedup();
    assert_eq!(
        classes,
        ["", "CELL", "COST", "FREE", "KEY", "LOSS", "READ", "ROLL"]
    );
}
