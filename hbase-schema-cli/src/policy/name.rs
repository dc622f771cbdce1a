//! Names of policies; their form distinguishes them from files.

use std::path::Path;

/// Whether an argument is a file: `-`, a name with a directory separator, or one that ends with `.json`.
pub(crate) fn is_path(argument: &str) -> bool {
    let is_json = || Path::new(argument).extension().is_some_and(|e| e == "json");
    argument == "-" || argument.contains(std::path::is_separator) || is_json()
}

#[cfg(test)]
mod tests {
    use super::is_path;

    #[test]
    fn paths_are_known_by_their_form() {
        for path in ["-", "./orders", "a/orders", "orders.json", "/orders"] {
            assert!(is_path(path), "{path}");
        }
        for name in ["orders", "orders.v2", "JSON", "orders of 2015"] {
            assert!(!is_path(name), "{name}");
        }
    }
}
