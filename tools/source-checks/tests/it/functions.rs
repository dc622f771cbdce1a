//! How functions are measured.
use hbase_schema_source_checks::functions;

use crate::support::found;

/// A function of this many lines.
fn function(name: &str, lines: usize) -> String {
    format!("fn {name}() {{\n{}}}\n", "    work();\n".repeat(lines - 2))
}

#[test]
fn lines_run_from_fn_to_the_closing_brace() {
    let text = format!(
        "/// Docs.\n#[inline]\npub {}{}",
        function("fits", 45),
        function("long", 46)
    );
    assert_eq!(
        found(&[("lib.rs", &text)], functions::check),
        ["lib.rs:48: `long` has 46 lines, over 45"]
    );
}

#[test]
fn methods_and_nested_functions_count_too() {
    let text = format!(
        "impl S {{ {} }} trait T {{ {} }} mod m {{ {} }} fn outer() {{ {} }}",
        function("a", 50),
        function("b", 50),
        function("c", 50),
        function("d", 50)
    );
    let found = found(&[("lib.rs", &text)], functions::check).concat();
    for name in ["`a`", "`b`", "`c`", "`outer`", "`d`"] {
        assert!(found.contains(name), "{name} in {found}");
    }
}

#[test]
fn tests_are_not_measured() {
    let text = format!("#[cfg(test)] mod tests {{ {} }}", function("long", 100));
    assert_eq!(found(&[("lib.rs", &text)], functions::check), [""; 0]);
}
