//! For any input, the command ends with one of its exit statuses and a reason.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

/// The number of files and samples of each kind.
const RUNS: u64 = 40;

fn run(arguments: &[&str]) -> Output {
    Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .output()
        .unwrap()
}

/// The terminal's control characters are removed from text without colours, but not from JSON.
#[test]
fn json_contains_the_character_delete() {
    let file = example("logs.rs");
    let output = run(&[
        "key",
        "encode",
        "--json",
        &file,
        "Log",
        "uid=1",
        "kind=a\x7Fb",
    ]);
    let text = String::from_utf8(output.stdout).unwrap();
    assert!(text.contains("\"value\": \"a\x7Fb\""), "{text}");
}

/// Ends with 0 to 3, without a panic; a status other than 0 is explained.
fn ends_well(arguments: &[&str], seed: u64) {
    let output = run(arguments);
    let (text, errors) = (output.stdout, String::from_utf8_lossy(&output.stderr));
    let status = output.status.code();
    assert!(
        matches!(status, Some(0..=3)),
        "seed {seed}, {arguments:?}: {status:?}, {errors}"
    );
    assert!(
        !errors.contains("panicked"),
        "seed {seed}, {arguments:?}: {errors}"
    );
    assert!(
        !text.is_empty() || !errors.is_empty(),
        "seed {seed}, {arguments:?}: no word"
    );
}

fn here(path: &str) -> String {
    format!("{}/{path}", env!("CARGO_MANIFEST_DIR"))
}

fn example(name: &str) -> String {
    here("../examples/") + name
}

/// The text with bytes replaced, removed, doubled, and truncated.
fn spoilt(text: &[u8], dice: &mut fastrand::Rng) -> Vec<u8> {
    let mut bytes = text.to_vec();
    for _ in 0..dice.usize(1..6) {
        if bytes.is_empty() {
            break;
        }
        let at = dice.usize(..bytes.len());
        match dice.u8(..4) {
            0 => bytes[at] = dice.u8(..),
            1 => drop(bytes.remove(at)),
            2 => bytes.insert(at, *dice.choice(b"\"(){}[],;#_\n\xff").unwrap()),
            _ => bytes.truncate(at.max(1)),
        }
    }
    bytes
}

/// Runs commands on spoilt copies of a file; `FILE` in them is the copy.
fn end_well_on_spoilt(original: &str, commands: &[&[&str]]) {
    let directory = tempfile::tempdir().unwrap();
    let text = fs::read(original).unwrap();
    let file = directory
        .path()
        .join(Path::new(original).file_name().unwrap());
    let path = file.to_str().unwrap();
    for seed in 0..RUNS {
        let mut dice = fastrand::Rng::with_seed(seed);
        fs::write(&file, spoilt(&text, &mut dice)).unwrap();
        for command in commands {
            let words = command.iter();
            let words = words.map(|word| if *word == "FILE" { path } else { word });
            ends_well(&words.collect::<Vec<_>>(), seed);
        }
    }
}

#[test]
fn spoilt_sources_are_refused_or_read() {
    let commands = [&["check", "FILE"][..], &["explain", "FILE", "Call"]];
    end_well_on_spoilt(&example("calls.rs"), &commands);
}

#[test]
fn spoilt_samples_are_counted_or_refused() {
    let source = &example("calls.rs");
    let commands = [
        &["splits", source, "Call", "--sample", "FILE"][..],
        &["splits", source, "Call", "--keys", "--sample", "FILE"],
    ];
    end_well_on_spoilt(&here("tests/samples/calls.csv"), &commands);
}

#[test]
fn spoilt_keys_are_read_or_refused() {
    let source = &example("calls.rs");
    for seed in 0..RUNS {
        let mut dice = fastrand::Rng::with_seed(seed);
        let key = spoilt(b"1_13812345678_20151226122400", &mut dice);
        let key = String::from_utf8_lossy(&key).replace('\0', "0");
        ends_well(&["key", "decode", source, "Call", &key], seed);
        ends_well(
            &[
                "key",
                "encode",
                source,
                "Call",
                "at=20151226122400",
                &format!("phone={key}"),
            ],
            seed,
        );
    }
}

#[test]
fn spoilt_policies_are_checked_or_refused() {
    let commands = [
        &["policy", "check", "FILE"][..],
        &["policy", "preview", "FILE"],
        &["policy", "push", "FILE", "--url", "memory:"],
    ];
    end_well_on_spoilt(&here("tests/policies/calls.json"), &commands);
}

/// A quote that is never closed does not fill the memory: a record has its bound.
#[test]
fn a_record_without_an_end_is_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("open.csv");
    let mut text = b"phone,at\n\"13812345678,20151226122400\n".to_vec();
    text.resize(20 << 20, b'\n');
    fs::write(&file, text).unwrap();
    let source = &example("calls.rs");
    let output = run(&["splits", source, "Call", "--sample", file.to_str().unwrap()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert_eq!(output.status.code(), Some(3), "{errors}");
    assert!(
        errors.contains("the record has more than 16777216 bytes: is a quote not closed"),
        "{errors}"
    );
}

/// Sources that a program wrote may nest deeper than any person's.
#[test]
fn sources_that_nest_deep_are_read() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("deep.rs");
    let calls = fs::read_to_string(example("calls.rs")).unwrap();
    for (open, inner, close, depth) in [
        ("(1, ", "1", ")", 4000),
        ("{", "1", "}", 4000),
        ("None::<Option<", "u8", ">>", 2000),
        ("if a < b { f(|| ", "1", ") }", 1300),
    ] {
        let (open, close) = (open.repeat(depth), close.repeat(depth));
        let text = format!("{calls}\nfn deep() {{ let a = {open}{inner}{close}; }}\n");
        fs::write(&file, text).unwrap();
        let output = run(&["check", file.to_str().unwrap()]);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(matches!(output.status.code(), Some(0 | 1)), "{errors}");
    }
}

/// For anything nested, however deep, an error names the file and the bracket.
#[test]
fn sources_that_nest_too_deep_are_an_error() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("deep.rs");
    let path = file.to_str().unwrap();
    for (open, close) in [
        ("(", ")"),
        ("[", "]"),
        ("{", "}"),
        ("Some::<Option<", ">>"),
        ("if a < b { f(|| ", ") }"),
    ] {
        let (open, close) = (open.repeat(100_000), close.repeat(100_000));
        fs::write(&file, format!("fn deep() {{ let a = {open}1{close}; }}\n")).unwrap();
        let output = run(&["check", path]);
        let errors = String::from_utf8_lossy(&output.stderr);
        let text = String::from_utf8_lossy(&output.stdout);
        assert_eq!(output.status.code(), Some(1), "{errors}");
        assert!(
            text.contains("nests more than 4096 brackets deep") && text.contains("deep.rs:1:"),
            "{text}"
        );
    }
}

/// Comparisons are no brackets, however many a file has.
#[test]
fn comparisons_do_not_nest() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("compared.rs");
    let calls = fs::read_to_string(example("calls.rs")).unwrap();
    let compared = "let a = b < c; if a < b { return a < c; } if a < c {} ".repeat(5000);
    fs::write(&file, format!("{calls}\nfn compare() {{ {compared} }}\n")).unwrap();
    let output = run(&["check", file.to_str().unwrap()]);
    let errors = String::from_utf8_lossy(&output.stderr);
    assert!(matches!(output.status.code(), Some(0 | 1)), "{errors}");
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(!text.contains("brackets deep"), "{text}");
}

/// Sizes in a column may be any number, and their sum may exceed any number's range.
#[test]
fn sizes_without_measure_are_drawn() {
    let directory = tempfile::tempdir().unwrap();
    let (file, plot) = (
        directory.path().join("sizes.csv"),
        directory.path().join("p.svg"),
    );
    let most = u64::MAX;
    let rows = (0..20).map(|row| format!("138123456{row:02},20151226122400,{most}\n"));
    let rows: String = rows.collect();
    fs::write(&file, format!("phone,at,size\n{rows}")).unwrap();
    let source = &example("calls.rs");
    let (file, plot) = (file.to_str().unwrap(), plot.to_str().unwrap());
    ends_well(
        &[
            "splits", source, "Call", "--sample", file, "--bytes", "size", "--plot", plot,
        ],
        0,
    );
    assert!(
        fs::read_to_string(plot)
            .unwrap()
            .contains("bytes by region")
    );
}

/// Some editors start a file with a mark.
#[test]
fn a_mark_in_front_of_keys_is_no_key() {
    let directory = tempfile::tempdir().unwrap();
    let file = directory.path().join("keys.txt");
    fs::write(&file, "\u{feff}1_13812345678_20151226122400\n").unwrap();
    let (source, file) = (&example("calls.rs"), file.to_str().unwrap());
    let output = run(&[
        "--json", "splits", source, "Call", "--keys", "--sample", file,
    ]);
    let text = String::from_utf8_lossy(&output.stdout);
    assert!(text.contains("\"unfit\": 0"), "{text}");
}

/// `| head` closes the standard output early.
#[test]
fn a_reader_that_goes_away_is_no_error() {
    let mut command = Command::new(env!("CARGO_BIN_EXE_hbase-schema"));
    command.args(["completions", "zsh"]);
    let mut child = command
        .stdout(std::process::Stdio::piped())
        .stderr(std::process::Stdio::piped())
        .spawn()
        .unwrap();
    drop(child.stdout.take());
    let output = child.wait_with_output().unwrap();
    assert!(
        output.stderr.is_empty(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    assert_eq!(output.status.code(), Some(0));
}
