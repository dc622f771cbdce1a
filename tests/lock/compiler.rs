//! Runs rustc, against the libraries that cargo built for this test.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output};

use serde_json::Value;

use crate::sources::{Section, Sources, write};

/// A struct with which only libraries of all features that the cases need compile.
const PROBE: &str = "\
use hbase_schema::HTable;
#[derive(HTable)]
#[table(\"LOCKED:PROBE\")]
#[family(\"D1\")]
struct Probe {
    #[rowkey]
    id: u64,
    #[index(\"LOCKED:PROBE_BY_OWNER\")]
    owner: String,
}
";

/// The libraries.
pub(crate) struct Compiler {
    /// The directory of all libraries.
    dependencies: PathBuf,
    schema: PathBuf,
}

/// An error, as rustc prints it, without the directory.
#[derive(Clone, Debug)]
pub(crate) struct Error {
    pub(crate) text: String,
}

impl Compiler {
    /// Finds the newest library with which a struct compiles: cargo may have built some with other features.
    pub(crate) fn find() -> Self {
        let test = env::current_exe().expect("this test");
        let dependencies = test.parent().expect("its directory").to_owned();
        let probe = tempfile::tempdir().expect("a directory");
        let source = probe.path().join("probe.rs");
        write(&source, PROBE);
        let mut found = Vec::new();
        for schema in libraries(&dependencies) {
            let compiler = Self {
                dependencies: dependencies.clone(),
                schema,
            };
            let mut command = compiler.rustc(&source, probe.path());
            let output = run(command.args(["--crate-type=lib", "--emit=metadata"]));
            if output.status.success() {
                return compiler;
            }
            found.push(String::from_utf8_lossy(&output.stderr).into_owned());
        }
        panic!("no library compiles a struct: {}", found.concat());
    }

    /// Compiles the program whose tests write the lock of each section.
    pub(crate) fn writer<'s>(&self, sources: &'s Sources) -> Writer<'s> {
        let mut command = self.rustc(&sources.path().join("writer.rs"), sources.path());
        command.args(["--test", "--crate-name=writer"]);
        let output = run(command.env("HBASE_LOCK", "write"));
        let text = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "{text}");
        Writer { sources }
    }

    /// The errors of a section with a lock.
    pub(crate) fn errors(&self, sources: &Sources, section: Section, lock: &str) -> Vec<Error> {
        sources.set_lock(lock);
        let mut command = self.rustc(&sources.root(section), sources.path());
        command.args(["--crate-type=lib", "--emit=metadata", "--crate-name=cases"]);
        let output = run(command.arg("--error-format=json"));
        let text = String::from_utf8(output.stderr).expect("text");
        let of_line = |line: &str| error(line, &sources.root(section));
        text.lines().filter_map(of_line).collect()
    }

    fn rustc(&self, source: &Path, out: &Path) -> Command {
        let rustc = env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command
            .arg("--edition=2024")
            .arg("--out-dir")
            .arg(out)
            .arg(format!("-Ldependency={}", self.dependencies.display()))
            .arg(format!("--extern=hbase_schema={}", self.schema.display()))
            .arg(source)
            .env("CARGO_MANIFEST_DIR", out)
            .env_remove("HBASE_LOCK");
        command
    }
}

/// The program that writes locks.
pub(crate) struct Writer<'s> {
    sources: &'s Sources,
}

impl Writer<'_> {
    /// Locks the structs of a section, after those that are locked.
    pub(crate) fn lock(&self, section: Section) {
        let text = self.run(section);
        assert!(text.contains("test result: ok. 1 passed"), "{text}");
    }

    /// What the test prints that does not lock the structs of a section.
    pub(crate) fn fail(&self, section: Section) -> String {
        let text = self.run(section);
        assert!(text.contains("hbase.lock stays as it is"), "{text}");
        text
    }

    fn run(&self, section: Section) -> String {
        let mut command = Command::new(self.sources.path().join("writer"));
        command.args(["--exact", &format!("{}::hbase_lock", section.name())]);
        let output = run(command.env("HBASE_LOCK", "write"));
        String::from_utf8_lossy(&output.stdout).into_owned()
    }
}

fn run(command: &mut Command) -> Output {
    command.output().expect("a process")
}

/// The error in a line of rustc's output.
fn error(line: &str, root: &Path) -> Option<Error> {
    let message: Value = serde_json::from_str(line).expect("JSON");
    let text = message["message"].as_str()?;
    if message["level"] != "error" || text.starts_with("aborting due to") {
        return None;
    }
    let directory = format!("{}/", root.parent()?.display());
    let rendered = message["rendered"].as_str()?.replace(&directory, "");
    Some(Error {
        text: rendered.trim_end().to_owned(),
    })
}

/// The libraries of `hbase-schema`, the newest first.
fn libraries(directory: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).expect("the libraries");
    let mut found: Vec<_> = entries
        .map(|entry| entry.expect("a file"))
        .filter(|entry| {
            let name = entry.file_name().to_string_lossy().into_owned();
            name.starts_with("libhbase_schema-")
                && Path::new(&name)
                    .extension()
                    .is_some_and(|end| end == "rlib")
        })
        .map(|entry| {
            let changed = entry.metadata().and_then(|data| data.modified());
            (changed.expect("a time"), entry.path())
        })
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}
