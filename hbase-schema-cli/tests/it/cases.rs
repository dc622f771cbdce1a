//! The command as its user runs it: the output and exit status of command lines.
//!
//! Each `tests/cases/*.txt` is a session at the workspace's root:
//!
//! | a line that starts with | is |
//! |---|---|
//! | `# ` | a comment |
//! | `$ ` | a command line; `$TMP` in it is a directory of this session |
//! | `= ` | the exit status |
//! | two blanks | a line of the standard output |
//! | `! ` | a line of the standard error |
//!
//! Only the first two are written by hand. The others are written by
//! `BLESS=1 cargo test -p hbase-schema-cli --test it cases`, and read before they are kept.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};
use std::sync::Mutex;
use std::sync::atomic::{AtomicUsize, Ordering};

use snapbox::assert::Action;
use snapbox::{Assert, Data};

#[test]
fn sessions() {
    let mut files: Vec<PathBuf> = here("tests/cases")
        .read_dir()
        .unwrap()
        .map(|entry| entry.unwrap().path())
        .collect();
    files.sort();
    assert!(!files.is_empty());
    // Three at a time: some sessions wait for a timeout or a server.
    let next = AtomicUsize::new(0);
    let differing = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..3 {
            scope.spawn(|| {
                while let Some(file) = files.get(next.fetch_add(1, Ordering::Relaxed)) {
                    if !is_as_written(file) {
                        differing.lock().unwrap().push(file);
                    }
                }
            });
        }
    });
    let differing = differing.into_inner().unwrap();
    assert!(differing.is_empty(), "not as written: {differing:?}");
}

fn here(path: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join(path)
}

/// Runs a session once more and compares, byte by byte.
fn is_as_written(file: &Path) -> bool {
    let written = std::fs::read_to_string(file).unwrap();
    let scratch = tempfile::tempdir().unwrap();
    let mut session = String::new();
    for line in written.lines() {
        match line.strip_prefix("$ ") {
            Some(command) => run(command, scratch.path(), &mut session),
            None if line.starts_with("# ") => session.extend([line, "\n"]),
            None => {}
        }
    }
    let action = match std::env::var_os("BLESS") {
        Some(_) => Action::Overwrite,
        None => Action::Verify,
    };
    let assert = Assert::new().action(action);
    let compared = assert.try_eq(
        Some(&file.display()),
        Data::text(session).raw(),
        Data::read_from(file, None).raw(),
    );
    compared.inspect_err(|error| eprintln!("{error}")).is_ok()
}

fn run(command: &str, scratch: &Path, session: &mut String) {
    let scratch = scratch.display().to_string();
    let words = shlex::split(&command.replace("$TMP", &scratch)).unwrap();
    let [program, arguments @ ..] = words.as_slice() else {
        panic!("no command: {command}");
    };
    assert_eq!(program, "hbase-schema", "{command}");
    let output = Command::new(env!("CARGO_BIN_EXE_hbase-schema"))
        .args(arguments)
        .current_dir(here(".."))
        .env_remove("NO_COLOR")
        .output()
        .unwrap();
    *session += &format!("$ {command}\n{}\n", transcript(&output)).replace(&scratch, "$TMP");
}

fn transcript(output: &Output) -> String {
    let mut text = format!("= {}\n", output.status.code().unwrap());
    for (mark, bytes) in [("  ", &output.stdout), ("! ", &output.stderr)] {
        let printed = str::from_utf8(bytes).unwrap().replace('\x1b', "␛");
        for line in printed.lines() {
            text.extend([mark, line, "\n"]);
        }
    }
    text
}
