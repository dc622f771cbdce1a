//! Instructions of a build script to Cargo.

use std::env;
use std::path::{Path, PathBuf};

/// The variable that makes [`Generate::check`](super::Generate::check) write.
pub const WRITE_VARIABLE: &str = "HBASE_SCHEMA_WRITE";

/// Whether Cargo runs this as a build script: only then is this variable set.
fn is_build_script() -> bool {
    env::var_os("CARGO_CFG_TARGET_OS").is_some()
}

/// Reruns the build script for the files that were read, and for the folder where new binaries are found.
pub(super) fn rerun_if_changed(source: &Path, files: &[PathBuf]) {
    if !is_build_script() {
        return;
    }
    let binaries = source.join("src").join("bin");
    let folder = binaries.is_dir().then_some(&binaries);
    for path in files.iter().chain(folder) {
        println!("cargo::rerun-if-changed={}", path.display());
    }
}

pub(super) fn rerun_if_folder_changed(folder: &Path) {
    if is_build_script() {
        println!("cargo::rerun-if-changed={}", folder.display());
    }
}

pub(super) fn rerun_if_env_changed(variable: &str) {
    if is_build_script() {
        println!("cargo::rerun-if-env-changed={variable}");
    }
}
