//! Writes the sources that rustc compiles.

use std::fs;
use std::path::{Path, PathBuf};

use tempfile::TempDir;

use crate::cases::Case;

/// A section of each case.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Section {
    /// The struct before the one in `before`, if it matters.
    Earlier,
    /// The locked struct.
    Before,
    /// The struct that differs from the lock.
    Wrong,
    /// The structs that the message advises.
    Right,
}

impl Section {
    pub(crate) const ALL: [Self; 4] = [Self::Earlier, Self::Before, Self::Wrong, Self::Right];

    /// The name of its module.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Earlier => "earlier",
            Self::Before => "before",
            Self::Wrong => "wrong",
            Self::Right => "right",
        }
    }
}

/// The imports of each case.
const IMPORTS: &str = "\
use std::collections::BTreeMap;
use hbase_schema::{CellValue, Columns, HTable, KeyPart, Timestamp};

";

/// A directory with a module for each section, a module in it for each case, and a lock.
pub(crate) struct Sources {
    directory: TempDir,
}

impl Sources {
    /// Writes the sources of all cases, and an empty lock.
    pub(crate) fn write(cases: &[Case]) -> Self {
        let sources = Self {
            directory: TempDir::new().expect("a directory"),
        };
        for section in Section::ALL {
            sources.write_section(section, cases);
        }
        let modules = Section::ALL.map(|section| format!("mod {};\n", section.name()));
        write(&sources.path().join("writer.rs"), &modules.concat());
        sources.set_lock("");
        sources
    }

    fn write_section(&self, section: Section, cases: &[Case]) {
        let directory = self.path().join(section.name());
        fs::create_dir(&directory).expect("a directory");
        let (mut modules, mut listed) = (Vec::new(), Vec::new());
        for case in cases {
            let (name, source) = (&case.name, case.source(section));
            if source.is_empty() {
                continue;
            }
            write(
                &directory.join(format!("{name}.rs")),
                &format!("{IMPORTS}{source}"),
            );
            modules.push(format!("mod {name};\n"));
            listed.extend(tables(source).map(|table| format!("    {name}::{table},\n")));
        }
        let root = format!(
            "#![allow(warnings)]\n{}\nhbase_schema::lock![\n{}];\n",
            modules.concat(),
            listed.concat()
        );
        write(&directory.join("mod.rs"), &root);
    }

    /// The root of a section's modules, which is also that of a crate.
    pub(crate) fn root(&self, section: Section) -> PathBuf {
        self.path().join(section.name()).join("mod.rs")
    }

    /// The directory, beside whose sources the lock is.
    pub(crate) fn path(&self) -> &Path {
        self.directory.path()
    }

    /// The text of the lock.
    pub(crate) fn lock(&self) -> String {
        fs::read_to_string(self.path().join("hbase.lock")).expect("the lock")
    }

    /// Replaces the lock.
    pub(crate) fn set_lock(&self, text: &str) {
        write(&self.path().join("hbase.lock"), text);
    }
}

/// The names of the structs that derive `HTable`.
fn tables(source: &str) -> impl Iterator<Item = &str> {
    let structs = source.split("#[derive(HTable)]").skip(1);
    structs.filter_map(|rest| rest.split_once("pub struct ")?.1.split(' ').next())
}

pub(crate) fn write(path: &Path, text: &str) {
    fs::write(path, text).expect("a file");
}
