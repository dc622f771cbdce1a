//! What the README shows is what comes out: the first command's output, and compile errors.

use std::path::{Path, PathBuf};

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("..")
}

fn read(path: &Path) -> String {
    std::fs::read_to_string(path).unwrap()
}

/// The blocks of the README that are no code.
fn texts(readme: &str) -> impl Iterator<Item = &str> {
    let blocks = readme.split("```text\n").skip(1);
    blocks.filter_map(|block| block.split("```").next())
}

#[test]
fn the_first_command_prints_what_the_readme_says() {
    let readme = read(&root().join("README.md"));
    let printed = read(&root().join("examples/tests/snapshots/weather.txt"));
    let shown = texts(&readme).find(|text| text.contains(" days written"));
    let (first, rest) = shown.unwrap().split_once("  …\n").unwrap();
    assert!(printed.starts_with(first), "not printed:\n{first}");
    assert_eq!(rest, "");
}

#[test]
fn compile_errors_are_the_compilers_own() {
    let readme = read(&root().join("README.md"));
    let known = stderrs(&root().join("tests/ui"));
    let mut count = 0;
    for block in texts(&readme).filter(|block| block.starts_with("error")) {
        let (shown, _) = block.split_once("  …\n").unwrap_or((block, ""));
        assert!(
            known.iter().any(|text| text.starts_with(shown)),
            "in no file of tests/ui:\n{shown}"
        );
        count += 1;
    }
    assert_eq!(count, 1);
}

fn stderrs(dir: &Path) -> Vec<String> {
    let topics = std::fs::read_dir(dir).unwrap();
    let files = topics.flat_map(|topic| std::fs::read_dir(topic.unwrap().path()).unwrap());
    let paths = files.map(|file| file.unwrap().path());
    let paths = paths.filter(|path| path.extension().is_some_and(|end| end == "stderr"));
    paths.map(|path| read(&path)).collect()
}
