//! Crates in temporary folders, and the results of reading them.

use std::fs;

use hbase_model::Encoding;
use hbase_schema_build::{DescribedTable, ReadError, read};

/// A directory with these files.
pub(crate) fn files(files: &[(&str, &str)]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().unwrap();
    for (name, text) in files {
        let path = directory.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    directory
}

/// The tables of one file.
pub(crate) fn tables(text: &str) -> Vec<DescribedTable> {
    tables_of(&[("src/lib.rs", text)])
}

/// The tables of a crate.
pub(crate) fn tables_of(crate_files: &[(&str, &str)]) -> Vec<DescribedTable> {
    read(files(crate_files).path()).unwrap_or_else(|error| panic!("{error}"))
}

/// The errors of a crate, with paths below its directory.
pub(crate) fn errors_of(crate_files: &[(&str, &str)]) -> Vec<String> {
    let directory = files(crate_files);
    let error: ReadError = read(directory.path()).expect_err("accepted");
    let prefix = format!("{}/", directory.path().display());
    let diagnostics = error.diagnostics().iter();
    diagnostics
        .map(|p| p.to_string().replace(&prefix, ""))
        .collect()
}

/// A table with these fields.
pub(crate) fn row(fields: &str) -> String {
    format!(
        "#[derive(HTable)]\n#[table(\"DLQX:CALL_RECORD\")]\n#[family(\"D1\")]\nstruct Row {{ {fields} }}\n"
    )
}

/// The encoding of the only part of this type.
pub(crate) fn encoding(part: &str, more: &str) -> Encoding {
    let text = row(&format!("{part}, v: u8")) + more;
    let tables = tables(&text);
    tables[0].key.parts[0].encoding.clone()
}

pub(crate) const U32: Encoding = Encoding::Integer {
    width: 4,
    signed: false,
};
