//! Shrinks a struct on whose table a result differs: removes fields and options as long as a result still differs.

mod support;

use std::collections::BTreeMap;
use std::env;
use std::time::{Duration, Instant};

use hbase_schema_random_generator::Table;
use hbase_schema_syntax::parse_table;

use support::{differences, target, workspace};

/// The environment variable with the table's seed.
const SEED: &str = "SHRINK";

/// The time after which no step is started. Each step compiles the tables that have one field or option less.
const TIME: Duration = Duration::from_secs(600);

/// The maximum number of tables that are compiled together.
const MOST: usize = 40;

/// What the test `fixed` reports about each table that differs, by identifier.
type Reports = BTreeMap<String, String>;

fn is_legal(table: &Table) -> bool {
    let input = syn::parse_str(&table.struct_source()).expect("Rust");
    parse_table(&input).is_ok()
}

/// Splits the output of the test.
fn reports(printed: &str) -> Reports {
    let mut reports = Reports::new();
    let mut id = None;
    for line in printed.lines() {
        if let Some((_, named)) = line.split_once(": RANDOM_TABLES=") {
            id = Some(named.to_owned());
        } else if line == "stack backtrace:" || line.starts_with("note: run with") {
            id = None;
        }
        if let Some(id) = &id {
            let report: &mut String = reports.entry(id.clone()).or_default();
            report.push_str(line);
            report.push('\n');
        }
    }
    reports
}

/// The tables that differ. Of tables that do not compile together, each half is tested alone.
fn differing(tables: &[Table]) -> Reports {
    if tables.is_empty() {
        return Reports::new();
    }
    let ids: Vec<String> = tables.iter().map(Table::id).collect();
    match differences(&workspace(), &target(), &ids.join(",")) {
        Ok(printed) => printed.as_deref().map(reports).unwrap_or_default(),
        Err(_) if tables.len() == 1 => Reports::new(),
        Err(_) => {
            let (first, second) = tables.split_at(tables.len() / 2);
            let mut all = differing(first);
            all.append(&mut differing(second));
            all
        }
    }
}

/// A table without several things that can be removed alone. From the last to the first, so that the indexes of the
/// others stay the same in most cases.
fn without(table: &Table, indexes: &[usize]) -> Option<Table> {
    let last_first = indexes.iter().rev();
    last_first.copied().try_fold(table.clone(), |table, index| {
        table.smaller().into_iter().nth(index).filter(is_legal)
    })
}

/// A smaller table that differs, and its report.
fn smaller(table: &Table) -> Option<(Table, String)> {
    let candidates: Vec<Table> = table.smaller().into_iter().filter(is_legal).collect();
    let mut differing_alone = Reports::new();
    for candidates in candidates.chunks(MOST) {
        differing_alone.append(&mut differing(candidates));
    }
    let indexes: Vec<usize> = candidates
        .iter()
        .filter(|table| differing_alone.contains_key(&table.id()))
        .filter_map(|table| table.removed.last().copied())
        .collect();
    let sizes = (0..usize::BITS).map(|halvings| indexes.len() >> halvings);
    let combined: Vec<Table> = sizes
        .take_while(|size| *size > 1)
        .filter_map(|size| without(table, &indexes[..size]))
        .collect();
    let mut found = differing(&combined);
    found.append(&mut differing_alone);
    let mut tables = combined.into_iter().chain(candidates);
    tables.find_map(|table| found.remove(&table.id()).map(|report| (table, report)))
}

#[test]
#[ignore = "it compiles a crate for each step; SHRINK is the seed"]
fn a_table_that_differs_is_shrunk() {
    let id = env::var(SEED).expect("SHRINK is the seed of a table");
    let mut table = Table::of_id(&id).expect("a seed");
    let until = Instant::now() + TIME;
    let found = differing(&[table.clone()]).remove(&id);
    let mut report = found.expect("a result on the table differs");
    while Instant::now() < until {
        let Some((smaller, of_smaller)) = smaller(&table) else {
            break;
        };
        println!("{}", smaller.id());
        (table, report) = (smaller, of_smaller);
    }
    println!("{report}");
}
