//! Writes the source of the tables. `RANDOM_TABLES` selects the seeds; by default, these are the first fixed seeds.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use hbase_schema_random_generator::Table;
use hbase_schema_random_generator::seeds::chosen;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=RANDOM_TABLES");
    let seeds = chosen(env::var("RANDOM_TABLES").ok().as_deref())?;
    let mut source = String::new();
    let mut list = String::new();
    for seed in seeds {
        let table = Table::of_seed(seed);
        source.push_str(&table.module());
        writeln!(
            list,
            "    Box::new(Runner::<t{seed}::{}>::new({seed})),",
            table.name()
        )?;
    }
    let out = env::var("OUT_DIR")?;
    write!(
        source,
        "/// All tables.\npub fn subjects() -> Vec<Box<dyn crate::AnySubject>> {{\n    use crate::Runner;\n    vec![\n{list}    ]\n}}\n"
    )?;
    fs::write(Path::new(&out).join("tables.rs"), source)?;
    Ok(())
}
