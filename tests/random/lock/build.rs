//! Writes the structs of the pairs that `LOCK_PAIRS` selects. It prints the base of new seeds.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use hbase_schema_random_generator::Pair;
use hbase_schema_random_generator::pair::selected;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=LOCK_PAIRS");
    let selection = selected(env::var("LOCK_PAIRS").ok().as_deref())?;
    if let Some(again) = &selection.again {
        // A missing file makes cargo run this script each time, so that the next run has other seeds.
        println!("cargo::rerun-if-changed=none");
        println!("cargo::warning=LOCK_PAIRS={again} selects these pairs again");
    }
    let (mut source, mut list) = (String::new(), String::new());
    for pair in selection.seeds.map(Pair::of_seed) {
        source.push_str(&pair.module());
        let (module, seed) = (pair.module_name(), pair.seed);
        let (old, new) = (pair.old.name(), pair.new.name());
        writeln!(
            list,
            "        Box::new(Both::<{module}::old::{old}, {module}::new::{new}>::new({seed})),"
        )?;
    }
    let path = Path::new(&env::var("OUT_DIR")?).join("pairs.rs");
    let pairs = format!(
        "/// All pairs.\npub fn all() -> Vec<Box<dyn crate::AnyPair>> {{\n    use crate::Both;\n    vec![\n{list}    ]\n}}\n"
    );
    fs::write(path, source + &pairs)?;
    Ok(())
}
