//! Finds the cases: each `pub async fn` in `src/cases/*.rs` is one, and its file is its topic.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs, io};

fn main() -> io::Result<()> {
    println!("cargo::rerun-if-changed=src/cases");
    let mut topics: Vec<PathBuf> = fs::read_dir("src/cases")?
        .map(|entry| Ok(entry?.path()))
        .collect::<io::Result<_>>()?;
    topics.sort();
    let mut modules = String::new();
    let mut tests = String::new();
    let mut count = 0;
    for path in &topics {
        let topic = path.file_stem().unwrap_or_default().to_string_lossy();
        if topic == "mod" {
            continue;
        }
        let absolute = fs::canonicalize(path)?;
        let _ = writeln!(
            modules,
            "#[path = \"{}\"]\n#[doc = \"Cases on `{topic}`.\"]\n#[allow(missing_docs, reason = \"a case is named after what it states\")]\npub mod {topic};",
            absolute.display()
        );
        let _ = writeln!(tests, "mod {topic} {{ use super::*;");
        for case in cases(path)? {
            count += 1;
            let _ = writeln!(
                tests,
                "#[::tokio::test] async fn {case}() {{ let cx = $crate::Cx::new($setup().await, \
                 {topic:?}, {case:?}); $crate::cases::{topic}::{case}(&cx).await; cx.finish().await; }}"
            );
        }
        tests.push_str("}\n");
    }
    let out = PathBuf::from(env::var_os("OUT_DIR").unwrap_or_default());
    fs::write(out.join("modules.rs"), modules)?;
    let run_all = format!(
        "/// Number of cases.\npub const CASES: usize = {count};\n\
         /// Makes a test of each case. `$setup` is an async function that returns an `Arc` of a \
         backend.\n#[macro_export]\nmacro_rules! run_all {{ ($setup:path) => {{\n{tests}}} }}\n"
    );
    fs::write(out.join("run_all.rs"), run_all)
}

fn cases(path: &Path) -> io::Result<Vec<String>> {
    let text = fs::read_to_string(path)?;
    let names = text
        .lines()
        .filter_map(|line| line.strip_prefix("pub async fn "))
        .filter_map(|line| line.split('(').next())
        .map(str::to_owned);
    Ok(names.collect())
}
