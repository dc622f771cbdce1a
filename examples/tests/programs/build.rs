//! Makes the example `weather` with an index: its source with one more line.

use std::path::Path;
use std::{env, fs};

const FIELD: &str = "    rain: u32,\n";
const INDEX: &str = "    #[index(\"DLQX:WEATHER_BY_RAIN\")]\n";

fn main() {
    println!("cargo::rerun-if-changed=weather.rs");
    let source = fs::read_to_string("weather.rs").expect("the example's source");
    assert_eq!(source.matches(FIELD).count(), 1, "one field `rain`");
    // An included file has no docs of its own.
    let lines = source.split_inclusive('\n');
    let code: String = lines.filter(|line| !line.starts_with("//!")).collect();
    let changed = code.replace(FIELD, &format!("{INDEX}{FIELD}"));
    assert_eq!(changed.lines().count(), code.lines().count() + 1);
    let out = env::var_os("OUT_DIR").expect("a directory for the source");
    let file = Path::new(&out).join("weather_indexed.rs");
    fs::write(file, changed).expect("the changed source");
}
