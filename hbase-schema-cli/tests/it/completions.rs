//! The shell completion scripts.

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
            "check", "lock", "ddl", "explain", "encode", "decode", "splits", "diff", "apply",
            "ping", "whoami", "sample", "plot", "color",
        ];
        for word in words {
            assert!(script.contains(word), "{shell}: {word}");
        }
    }
}

/// The completions that bash offers for the last word of a command line.
fn offered(script: &std::path::Path, line: &[&str]) -> Option<Vec<String>> {
    let words: Vec<String> = line.iter().map(|word| format!("'{word}'")).collect();
    let [.., previous, current] = words.as_slice() else {
        return None;
    };
    let lines = [
        format!("source '{}'", script.display()),
        format!(
            "COMP_WORDS=({}) COMP_CWORD={}",
            words.join(" "),
            line.len() - 1
        ),
        "registered=$(complete -p hbase-schema); function=${registered#*-F }".to_owned(),
        format!("${{function%% *}} hbase-schema {current} {previous}"),
        "printf '%s\\n' \"${COMPREPLY[@]}\"".to_owned(),
    ];
    let output = Command::new("bash")
        .args(["--norc", "-c", &lines.join("\n")])
        .output();
    let output = output.ok()?;
    assert!(output.status.success(), "{output:?}");
    let text = String::from_utf8(output.stdout).unwrap();
    Some(text.lines().map(str::to_owned).collect())
}

/// Skipped where there is no bash.
#[test]
fn bash_completes_commands_options_and_values_below_the_first_word() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("hbase-schema.bash");
    std::fs::write(&file, script("bash")).unwrap();
    for (line, expected) in [
        (&["hbase-schema", "ex"][..], &["explain", "export"][..]),
        (&["hbase-schema", "key", ""], &["encode", "decode"]),
        (
            &["hbase-schema", "key", "decode", "--h"],
            &["--hex", "--help"],
        ),
        (
            &["hbase-schema", "ddl", "--format", ""],
            &["shell", "json", "markdown", "hive", "phoenix"],
        ),
        (&["hbase-schema", "import", "--fa"], &["--family"]),
        (&["hbase-schema", "import", "guess", "--po"], &["--policy"]),
        (&["hbase-schema", "policy", "pu"], &["push", "pull"]),
        (&["hbase-schema", "index", "build", "--u"], &["--url"]),
    ] {
        let Some(offered) = offered(&file, line) else {
            return;
        };
        for word in expected {
            assert!(
                offered.iter().any(|found| found == word),
                "{line:?}: {offered:?}"
            );
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
