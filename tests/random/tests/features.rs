//! Tests that the list of features is complete, and that the fixed seeds cover all pairs of feature values.

use std::collections::{BTreeMap, BTreeSet, BinaryHeap, HashSet};
use std::fs;
use std::path::Path;

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::features;
use hbase_schema_random_generator::seeds::{fixed, times};

/// Options that no feature uses, each with the reason.
const ELSEWHERE: &[(&str, &str)] = &[
    (
        "table.crate",
        "the path of the crate: `tests/fixtures/renamed`",
    ),
    ("columns.allow", "exceptions from advice of the command"),
    ("columns.crate", "the path of the crate"),
    ("qualifier.crate", "the path of the crate"),
    ("entry.crate", "the path of the crate"),
    ("column.with_name", NAMES),
    ("qualifier.bits", NAMES),
    ("qualifier.always", NAMES),
    (
        "family.min_versions",
        "it is about compactions, which no call here makes",
    ),
    (
        "family.keep_deleted_cells",
        "it is about compactions, which no call here makes",
    ),
];

const NAMES: &str = "names of bits are not generated: `hbase-schema/tests/db/dynamic`";

/// The options of the derive, as `attribute.option`; also the attributes without a list of options.
fn options_of_the_derive() -> BTreeSet<String> {
    let mut attribute = String::new();
    let mut options = BTreeSet::new();
    for line in hbase_schema_syntax::options_markdown().lines() {
        if let Some(name) = line.strip_prefix("## `#[") {
            name.trim_end_matches("]`").clone_into(&mut attribute);
            options.insert(attribute.clone());
        } else if let Some(row) = line.strip_prefix("| `") {
            let end =
                row.find(|character: char| !(character.is_alphanumeric() || character == '_'));
            options.remove(&attribute);
            options.insert(format!("{attribute}.{}", &row[..end.unwrap_or(row.len())]));
        }
    }
    options
}

#[test]
fn each_option_of_the_derive_is_a_value_of_a_feature() {
    let values = features::ALL.iter().flat_map(|feature| feature.values);
    let generated: BTreeSet<&str> = values
        .flat_map(|value| value.options.iter().copied())
        .collect();
    let known = |option: &String| {
        let is_listed = ELSEWHERE.iter().any(|(name, _)| name == option);
        let of_attribute = format!("{option}.");
        let mut options = generated.iter();
        is_listed || options.any(|name| name == option || name.starts_with(&of_attribute))
    };
    let derive = options_of_the_derive();
    assert!(
        derive.contains("rowkey.fixed") && derive.contains("version"),
        "{derive:?}"
    );
    let missing: Vec<_> = derive.iter().filter(|option| !known(option)).collect();
    assert!(
        missing.is_empty(),
        "no feature uses the options {missing:?}"
    );
    let stale: Vec<_> = ELSEWHERE
        .iter()
        .filter(|(name, _)| generated.contains(name))
        .collect();
    assert!(stale.is_empty(), "a feature uses the options {stale:?}");
}

type Value = (&'static str, &'static str);

fn pairs(table: &Table) -> impl Iterator<Item = (Value, Value)> {
    let values = &table.features;
    let pairs = values.iter().enumerate();
    pairs.flat_map(|(at, first)| values[at + 1..].iter().map(|second| (*first, *second)))
}

/// The number of seeds to try when the fixed seeds are chosen. A pair of feature values counts as legal if one of their
/// tables has it.
const TRIED: u64 = 4000;

type Pair = (Value, Value);

/// The pairs in the table of each seed, by number, and the numbers of all pairs.
fn tried(seeds: u64) -> (Vec<Vec<usize>>, BTreeMap<Pair, usize>) {
    let mut numbers = BTreeMap::new();
    let tables = (0..seeds).map(|seed| {
        let table = Table::of_seed(seed);
        let pairs = pairs(&table).map(|pair| {
            let next = numbers.len();
            *numbers.entry(pair).or_insert(next)
        });
        pairs.collect()
    });
    let tables = tables.collect();
    (tables, numbers)
}

/// Greedily chooses seeds whose tables have all pairs.
fn choose(tables: &[Vec<usize>], pairs: usize) -> Vec<usize> {
    let mut open = vec![true; pairs];
    let mut heap: BinaryHeap<(usize, usize)> = tables.iter().map(Vec::len).zip(0..).collect();
    let mut seeds = Vec::new();
    while let Some((before, seed)) = heap.pop() {
        let gain = tables[seed].iter().filter(|pair| open[**pair]).count();
        // Gains never increase. So a gain that is still the same as in the heap is the maximum.
        if gain < before && gain > 0 {
            heap.push((gain, seed));
        } else if gain > 0 {
            seeds.push(seed);
            tables[seed].iter().for_each(|pair| open[*pair] = false);
        }
    }
    seeds
}

/// With `BLESS=1`, this test chooses the fixed seeds again.
#[test]
fn the_fixed_seeds_cover_each_pair_of_feature_values() {
    let chooses = std::env::var_os("BLESS").is_some();
    let (tables, legal) = tried(if chooses { TRIED } else { times(500, TRIED) });
    if chooses {
        let chosen = choose(&tables, legal.len());
        let lines: Vec<String> = chosen.iter().map(ToString::to_string).collect();
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("generator/src/fixed_seeds.txt");
        return fs::write(path, lines.join("\n") + "\n").expect("a file");
    }
    let seeds = fixed();
    let tables = seeds.iter().map(|seed| Table::of_seed(*seed));
    let covered: BTreeSet<Pair> = tables
        .flat_map(|table| pairs(&table).collect::<Vec<_>>())
        .collect();
    let missing: Vec<_> = legal
        .keys()
        .filter(|pair| !covered.contains(*pair))
        .collect();
    assert!(
        missing.is_empty(),
        "the fixed seeds do not cover {} pairs, such as {:?}",
        missing.len(),
        &missing[..missing.len().min(5)]
    );
    println!("{} pairs in {} tables", covered.len(), seeds.len());
}

#[test]
#[ignore = "it counts several hundred thousand triples, and checks nothing"]
fn the_fixed_seeds_have_triples_of_feature_values() {
    println!("{} triples", triples(&fixed()));
}

/// The number of different triples of feature values in the tables.
fn triples(seeds: &[u64]) -> usize {
    let mut triples = HashSet::new();
    for seed in seeds {
        let values = Table::of_seed(*seed).features;
        for (at, first) in values.iter().enumerate() {
            for (second, rest) in
                (at + 1..values.len()).map(|next| (values[next], &values[next + 1..]))
            {
                triples.extend(rest.iter().map(|third| (*first, second, *third)));
            }
        }
    }
    triples.len()
}
