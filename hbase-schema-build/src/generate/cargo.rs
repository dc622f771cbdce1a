//! What a build script tells Cargo.

use std::env;
use std::path::{Path, PathBuf};

/// Whether Cargo runs this as a build script: nothing else has these variables.
fn is_build_script() -> bool {
    env::var_os("CARGO_CFG_TARGET_OS").is_some()
}

/// The files that were read, and the folder in which new ones are found without being named.
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
