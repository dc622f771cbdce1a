//! The public items of `hbase-schema`, compared with a list in the repository.
//!
//! Rustdoc decides what is public: items with `#[doc(hidden)]`, and items that no path reaches, are not in its JSON. An item
//! with two public paths has two lines. A module of another crate that is re-exported as a whole is one line, so that its
//! items could change unnoticed: list the items instead.

mod items;
mod rustdoc;

use std::fmt::Write as _;
use std::path::Path;

pub use items::items;
pub use rustdoc::read;

use crate::Error;

const LIST: &str = "hbase-schema/api.txt";
const UPDATE: &str = "BLESS=1 cargo run -p hbase-schema-source-checks -- api";

/// Compares the public items of `hbase-schema` in the workspace in `root` with their list, or writes the list if `bless`.
///
/// Returns a message with the differences and how to update the list, if there are any.
///
/// # Errors
///
/// If rustdoc fails, or the list cannot be read or written.
pub fn check(root: &Path, bless: bool) -> Result<Option<String>, Error> {
    let found = items(&rustdoc::of_package(root, "hbase-schema")?);
    let path = root.join(LIST);
    let io = |cause| Error::Io {
        path: path.clone(),
        cause,
    };
    if bless {
        std::fs::write(&path, found.join("\n") + "\n").map_err(io)?;
        return Ok(None);
    }
    let listed = std::fs::read_to_string(&path).map_err(io)?;
    let listed: Vec<String> = listed.lines().map(str::to_owned).collect();
    Ok(compare(&listed, &found))
}

/// A message about the items that only one of the two has, `None` if both are equal.
pub fn compare(listed: &[String], found: &[String]) -> Option<String> {
    if listed == found {
        return None;
    }
    let mut message = format!("the public items are not those of {LIST}:\n");
    for item in found.iter().filter(|item| !listed.contains(item)) {
        let _ = writeln!(message, "  new, not in the list: {item}");
    }
    for item in listed.iter().filter(|item| !found.contains(item)) {
        let _ = writeln!(message, "  in the list, but not public: {item}");
    }
    let _ = write!(
        message,
        "hide what users need not name with `#[doc(hidden)]`, then update the list: {UPDATE}"
    );
    Some(message)
}
