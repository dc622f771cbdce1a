//! Compiles many structs in one run of rustc, against the libraries that cargo built for this test.

use std::fmt::Write;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use serde_json::Value;
use tempfile::TempDir;

/// The imports of each module.
const PRELUDE: &str = "\
#![allow(warnings)]
mod prelude {
    pub use std::collections::BTreeMap;
    pub use std::sync::Arc;
    pub use hbase_schema::row_index::{Entries, RowIndex};
    pub use hbase_schema::{Columns, Connection, Dynamic, HTable, Sequence, TimeOfDay, Timestamp};
    pub use hbase_schema_random_tests::convert::{Typed, fields};
    pub use hbase_schema_random_tests::externs::*;
    pub use hbase_schema_random_tests::externs::hbase_schema_random_generator::Value;
    pub use hbase_schema_random_tests::externs::hbase_schema_random_generator::value::Json;
    pub use hbase_schema_random_tests::types::*;
}
";

/// The libraries, and a directory for sources.
pub(crate) struct Compiler {
    /// The directory of all libraries.
    dependencies: PathBuf,
    /// The libraries that sources name.
    externs: [(&'static str, PathBuf); 2],
    directory: TempDir,
}

impl Compiler {
    /// Finds libraries with which `legal` compiles: cargo may have built some with other features.
    pub(crate) fn that_compiles(legal: &[String]) -> Self {
        let test = std::env::current_exe().unwrap();
        let dependencies = test.parent().unwrap();
        let mut found = Vec::new();
        for tests in libraries(dependencies, "hbase_schema_random_tests") {
            for schema in libraries(dependencies, "hbase_schema") {
                let compiler = Self {
                    dependencies: dependencies.to_owned(),
                    externs: [
                        ("hbase_schema", schema),
                        ("hbase_schema_random_tests", tests.clone()),
                    ],
                    directory: TempDir::new().unwrap(),
                };
                let errors = compiler.errors(legal).concat();
                if errors.is_empty() {
                    return compiler;
                }
                found.push(errors);
            }
        }
        panic!("legal structs do not compile with any libraries: {found:#?}");
    }

    /// The errors of each item, which is a module of one crate.
    pub(crate) fn errors(&self, items: &[String]) -> Vec<Vec<String>> {
        let (mut source, mut ends) = (PRELUDE.to_owned(), Vec::new());
        for (at, items) in items.iter().enumerate() {
            writeln!(source, "mod m{at} {{\nuse crate::prelude::*;\n{items}}}").unwrap();
            ends.push(source.lines().count() as u64);
        }
        let path = self.directory.path().join("lib.rs");
        fs::write(&path, source).unwrap();
        let mut errors = vec![Vec::new(); items.len()];
        for (message, line) in self.diagnostics(&path) {
            let module = line.and_then(|line| ends.iter().position(|end| line <= *end));
            match module {
                Some(module) => errors[module].push(message),
                None => panic!("an error of no module: {message}"),
            }
        }
        errors
    }

    /// The messages of all errors, each with its line.
    fn diagnostics(&self, path: &Path) -> Vec<(String, Option<u64>)> {
        let rustc = std::env::var_os("RUSTC").unwrap_or_else(|| "rustc".into());
        let mut command = Command::new(rustc);
        command
            .args(["--edition=2024", "--crate-type=lib", "--emit=metadata"])
            .args(["--crate-name=illegal", "--error-format=json"])
            .arg("--out-dir")
            .arg(self.directory.path())
            .arg(format!("-Ldependency={}", self.dependencies.display()));
        for (name, library) in &self.externs {
            command.arg(format!("--extern={name}={}", library.display()));
        }
        let output = command.arg(path).output().unwrap();
        let lines = String::from_utf8(output.stderr).unwrap();
        let diagnostics = lines
            .lines()
            .map(|line| serde_json::from_str::<Value>(line).unwrap());
        let errors = diagnostics.filter(|diagnostic| {
            diagnostic["level"]
                .as_str()
                .is_some_and(|level| level.starts_with("error"))
        });
        let errors = errors.map(|error| (text(&error), line_of(&error, path)));
        errors
            .filter(|(text, _)| !text.starts_with("aborting due to"))
            .collect()
    }
}

/// The message, without the modules of types.
fn text(error: &Value) -> String {
    let message = error["message"].as_str().unwrap_or_default();
    let mut out = String::new();
    for (at, part) in message.split("::").enumerate() {
        if at > 0 {
            let is_of_name = |c: char| c.is_alphanumeric() || c == '_';
            out.truncate(out.trim_end_matches(is_of_name).len());
        }
        out.push_str(part);
    }
    out
}

/// The line of an error in the file: of its primary span, or else of another.
fn line_of(error: &Value, path: &Path) -> Option<u64> {
    let mut spans: Vec<&Value> = error["spans"].as_array()?.iter().collect();
    spans.sort_by_key(|span| span["is_primary"] != true);
    spans.into_iter().find_map(|span| line_of_span(span, path))
}

/// The line of a span, or of the macro call that generated it.
fn line_of_span(span: &Value, path: &Path) -> Option<u64> {
    if span["file_name"].as_str()? == path.to_str()? {
        return span["line_start"].as_u64();
    }
    line_of_span(&span["expansion"]["span"], path)
}

/// The libraries of a crate, the newest first.
fn libraries(directory: &Path, name: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(directory).unwrap().map(Result::unwrap);
    let prefix = format!("lib{name}-");
    let mut found: Vec<_> = entries
        .filter(|entry| {
            let file = entry.file_name().into_string().unwrap_or_default();
            let is_library = entry.path().extension().is_some_and(|of| of == "rlib");
            file.starts_with(&prefix) && is_library
        })
        .map(|entry| (entry.metadata().unwrap().modified().unwrap(), entry.path()))
        .collect();
    found.sort();
    found.into_iter().rev().map(|(_, path)| path).collect()
}
