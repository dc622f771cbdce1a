//! The scripts that complete the command line.

use std::process::Command;

fn script(shell: &str) -> String {
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(["completions", shell])
        .output()
        .unwrap();
    assert!(output.status.success(), "{shell}");
    String::from_utf8(output.stdout).unwrap()
}

#[test]
fn every_script_knows_every_command_and_its_options() {
    for shell in ["bash", "elvish", "fish", "powershell", "zsh"] {
        let script = script(shell);
        let words = [
            "check", "ddl", "explain", "encode", "decode", "splits", "diff", "apply", "ping",
            "sample", "plot", "color",
        ];
        for word in words {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// Skipped where there is no bash.
#[test]
fn bash_takes_its_script() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("hbase-schema.bash");
    std::fs::write(&file, script("bash")).unwrap();
    if let Ok(status) = Command::new("bash").arg("-n").arg(&file).status() {
        assert!(status.success());
    }
}
