//! The system's figures for this process and its files.

use std::fs;
use std::path::Path;

const MIB: f64 = (1 << 20) as f64;

fn status(field: &str) -> f64 {
    let status = fs::read_to_string("/proc/self/status").unwrap_or_default();
    let line = status.lines().find_map(|line| line.strip_prefix(field));
    let kib = line.and_then(|line| line.trim().trim_end_matches(" kB").parse::<f64>().ok());
    kib.unwrap_or(f64::NAN) / 1024.0
}

/// The largest resident memory since the start or the last [`reset_peak`], in MiB.
pub(crate) fn peak_mib() -> f64 {
    status("VmHWM:")
}

/// Resets the largest resident memory.
pub(crate) fn reset_peak() {
    // If the system does not allow it, the peak is that of the whole process, which is larger.
    let _ = fs::write("/proc/self/clear_refs", "5");
}

/// The bytes of a store's tables and of its logs on the disk, in MiB.
pub(crate) fn disk_mib(store: &Path) -> [f64; 2] {
    let mut sums = [0.0; 2];
    let mut dirs = vec![store.to_path_buf()];
    while let Some(dir) = dirs.pop() {
        for entry in fs::read_dir(dir).into_iter().flatten().flatten() {
            let path = entry.path();
            let Ok(meta) = entry.metadata() else { continue };
            if meta.is_dir() {
                dirs.push(path);
            } else {
                let is_log = path.extension().is_some_and(|extension| extension == "jnl");
                sums[usize::from(is_log)] += allocated(&meta) / MIB;
            }
        }
    }
    sums
}

#[cfg(unix)]
fn allocated(meta: &fs::Metadata) -> f64 {
    use std::os::unix::fs::MetadataExt;
    meta.blocks() as f64 * 512.0
}

#[cfg(not(unix))]
fn allocated(meta: &fs::Metadata) -> f64 {
    meta.len() as f64
}
