//! What the macro rejects, with the compiler's messages: `BLESS=1 cargo test` writes them as they are now.
//!
//! A file holds cases of one subject whose errors come from the same phase of the compiler: errors of an earlier phase
//! may hide those of a later one.

use std::env;
use std::process::Command;

/// The variable that makes `trybuild` write the messages.
const OVERWRITE: &str = "TRYBUILD";

#[test]
fn ui() {
    if env::var_os("BLESS").is_some() && env::var_os(OVERWRITE).is_none() {
        return bless();
    }
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}

/// Runs this test in a process with the variable: setting it in this one would be unsafe.
fn bless() {
    let mut test = Command::new(env::current_exe().unwrap());
    let ended = test
        .args(env::args().skip(1))
        .env(OVERWRITE, "overwrite")
        .status();
    assert!(ended.unwrap().success());
}
