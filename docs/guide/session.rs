//! A shell of a few commands, in a directory of its own.

use std::path::{Path, PathBuf};
use std::process::{Command, Output};

/// What a session runs.
#[derive(Debug, Clone)]
pub struct Programs {
    /// The command `hbase-schema`.
    pub command: PathBuf,
    /// The checkout, if the session runs `cargo` too; its `Cargo.lock` determines the versions.
    pub checkout: Option<PathBuf>,
}

/// The commands of a page run one after the other in one directory.
#[derive(Debug)]
pub struct Session {
    programs: Programs,
    root: PathBuf,
    dir: PathBuf,
}

impl Session {
    /// A session in an empty directory.
    #[must_use]
    pub fn new(programs: Programs, dir: &Path) -> Self {
        Self {
            programs,
            root: dir.to_owned(),
            dir: dir.to_owned(),
        }
    }

    /// Runs one command; returns what it prints, and its exit status unless it is 0. `None` if the session does not run
    /// this program.
    ///
    /// # Panics
    /// If the program does not start, or is none of `hbase-schema`, `cargo` and `cd`.
    pub fn run(&mut self, command: &str) -> Option<String> {
        let words = shlex::split(command).expect("balanced quotes");
        let (program, arguments) = words.split_first().expect("a command");
        match program.as_str() {
            "cd" => self.dir.push(&arguments[0]),
            "hbase-schema" => {
                let output = self.output(&self.programs.command, arguments);
                let errors = String::from_utf8_lossy(&output.stderr);
                return Some(self.printed(&output) + &errors + &status(&output));
            }
            "cargo" => return self.cargo(arguments),
            _ => panic!("`{program}` is not a program of the guide: {command}"),
        }
        Some(String::new())
    }

    /// Writes a file of the page. A manifest's dependencies replace those that it has.
    ///
    /// # Panics
    /// If it cannot be written.
    pub fn write(&self, name: &str, text: &str) {
        let path = self.dir.join(name);
        let mut before = String::new();
        if name == "Cargo.toml" {
            before = std::fs::read_to_string(&path).unwrap_or_default();
            before.truncate(before.find("[dependencies]").unwrap_or(before.len()));
        }
        let folder = path.parent().expect("a file's folder");
        std::fs::create_dir_all(folder).expect("the folder is created");
        std::fs::write(&path, before + text).expect("the file is written");
    }

    /// Cargo's own messages are on the standard error, and are not part of the page.
    fn cargo(&self, arguments: &[String]) -> Option<String> {
        let checkout = self.programs.checkout.as_deref()?;
        let output = self.output(Path::new("cargo"), arguments);
        let errors = String::from_utf8_lossy(&output.stderr);
        assert!(output.status.success(), "cargo {arguments:?}: {errors}");
        if let [new, name] = arguments
            && new == "new"
        {
            let lock = self.dir.join(name).join("Cargo.lock");
            std::fs::copy(checkout.join("Cargo.lock"), lock).expect("the lock is copied");
        }
        Some(self.printed(&output))
    }

    fn output(&self, program: &Path, arguments: &[String]) -> Output {
        let mut command = Command::new(program);
        command
            .args(arguments)
            .current_dir(&self.dir)
            .env("NO_COLOR", "1");
        if let Some(checkout) = &self.programs.checkout {
            command.env("CARGO_TARGET_DIR", checkout.join("target/new-user"));
        }
        command.output().expect("the program starts")
    }

    /// The standard output; the session's directory is a dot in it.
    fn printed(&self, output: &Output) -> String {
        let text = String::from_utf8_lossy(&output.stdout);
        text.replace(&self.root.display().to_string(), ".")
    }
}

fn status(output: &Output) -> String {
    match output.status.code() {
        Some(0) => String::new(),
        Some(code) => format!("(exit status {code})\n"),
        None => "(killed)\n".to_owned(),
    }
}
