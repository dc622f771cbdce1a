//! Every example, as its user runs it, on `memory:` and on `embedded:DIR`: the same words on both,
//! and the words that are checked in. `BLESS=1` rewrites them.

use std::path::Path;
use std::process::Command;

macro_rules! examples {
    ($($name:ident)*) => {$(
        #[test]
        fn $name() {
            check(stringify!($name), env!(concat!("CARGO_BIN_EXE_", stringify!($name))));
        }
    )*};
}

examples! {
    weather
    events
    devices
    calls
    logs
    trades
    trade_days
    mail
    mail_index
    mailbox
    sensors
}

/// A program needs one more line for an index of its rows, and no other change.
#[test]
fn weather_with_an_index() {
    let program = env!("CARGO_BIN_EXE_weather_indexed");
    let dir = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", dir.path().join("store").display());
    for url in ["memory:", &url, &url] {
        assert_eq!(
            run(program, url),
            run(env!("CARGO_BIN_EXE_weather"), "memory:")
        );
    }
}

fn check(name: &str, program: &str) {
    let dir = tempfile::tempdir().unwrap();
    let url = format!("embedded:{}", dir.path().join("store").display());
    let printed = run(program, "memory:");
    assert_eq!(printed, run(program, &url), "{name}: memory and embedded");
    // The rows exist already, and the answers are the same.
    assert_eq!(printed, run(program, &url), "{name}: once more");
    compare(name, &printed);
}

fn run(program: &str, url: &str) -> String {
    let output = Command::new(program).arg(url).output().unwrap();
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{program} {url}: {errors}");
    String::from_utf8(output.stdout).unwrap()
}

fn compare(name: &str, printed: &str) {
    let snapshots = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/snapshots");
    let file = snapshots.join(format!("{name}.txt"));
    if std::env::var_os("BLESS").is_some() {
        std::fs::write(&file, printed).unwrap();
    }
    let right = std::fs::read_to_string(&file).unwrap_or_default();
    assert_eq!(printed, right, "{name}: not as in {}", file.display());
}
