//! Writes the source of the tables. `RANDOM_TABLES` selects the seeds; by default, these are the first fixed seeds. It
//! prints the base of new seeds.

use std::error::Error;
use std::fmt::Write;
use std::path::Path;
use std::{env, fs};

use hbase_schema_random_generator::seeds::selected;

fn main() -> Result<(), Box<dyn Error>> {
    println!("cargo::rerun-if-env-changed=RANDOM_TABLES");
    let selection = selected(env::var("RANDOM_TABLES").ok().as_deref())?;
    if let Some(again) = &selection.again {
        // A missing file makes cargo run this script each time, so that the next run has other seeds.
        println!("cargo::rerun-if-changed=none");
        println!("cargo::warning=RANDOM_TABLES={again} selects these tables again");
    }
    let mut source = String::new();
    let mut list = String::new();
    for table in selection.tables {
        source.push_str(&table.module());
        let (module, name, id) = (table.module_name(), table.name(), table.id());
        writeln!(
            list,
            "        Box::new(Runner::<{module}::{name}>::new({id:?})),"
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
