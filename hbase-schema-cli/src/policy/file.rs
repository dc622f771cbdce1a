//! Policies in files.

use std::fs::File;
use std::io::{self, Read, Write};
use std::path::Path;
use std::string::FromUtf8Error;

use hbase_row_key_policy::{PolicyError, RowKeyPolicy, Severity};

use super::args::OutputArgs;
use crate::error::CliError;
use crate::text::counted;

/// Maximum bytes that are read from a file: more than any policy has.
const MOST_BYTES: u64 = 2 << 20;

/// The text of a file, and its name for messages.
pub(crate) struct PolicyText {
    pub(in crate::policy) name: String,
    pub(in crate::policy) json: String,
}

impl PolicyText {
    /// Reads a file; `-` is the standard input.
    pub(crate) fn read(path: &Path) -> Result<Self, CliError> {
        let (name, reader): (String, Box<dyn Read>) = if path == Path::new("-") {
            (
                "the standard input".to_owned(),
                Box::new(io::stdin().lock()),
            )
        } else {
            let name = path.display().to_string();
            let file = File::open(path).map_err(|error| cannot_read(&error).at(&name))?;
            (name, Box::new(file))
        };
        let mut bytes = Vec::new();
        let read = reader.take(MOST_BYTES).read_to_end(&mut bytes);
        read.map_err(|error| cannot_read(&error).at(&name))?;
        // A text that is too long for a policy may be cut within a character.
        let is_cut = bytes.len() as u64 == MOST_BYTES;
        let json = String::from_utf8(bytes).or_else(|error| {
            let lossy = || String::from_utf8_lossy(error.as_bytes()).into_owned();
            is_cut.then(lossy).ok_or_else(|| not_utf8(&error).at(&name))
        })?;
        Ok(Self { name, json })
    }

    /// The policy, which may have errors that `check` finds.
    pub(super) fn parse(&self) -> Result<RowKeyPolicy, CliError> {
        RowKeyPolicy::from_json(&self.json).map_err(|error| invalid(&error, &self.name))
    }

    /// The policy, if it makes keys.
    pub(crate) fn parse_valid(&self) -> Result<RowKeyPolicy, CliError> {
        let policy = self.parse()?;
        check(&policy, &self.json, &self.name)?;
        Ok(policy)
    }
}

/// Checks that a policy makes keys; messages call its text `name`.
pub(super) fn check(policy: &RowKeyPolicy, json: &str, name: &str) -> Result<(), CliError> {
    let mut errors = policy.check();
    errors.retain(|finding| finding.severity == Severity::Error);
    let Some(first) = errors.first() else {
        return Ok(());
    };
    let error = CliError::unreachable(format_args!("`{}`: {}", first.path, first.message));
    let error = located(error.at(name), json, &first.path);
    if errors.len() == 1 {
        return Err(error.help(&first.help));
    }
    let count = counted(errors.len() as u64, "error");
    let command = format!("hbase-schema policy check {name}");
    Err(error.help(format_args!(
        "{}; `{command}` shows all {count}",
        first.help
    )))
}

fn located(error: CliError, json: &str, path: &str) -> CliError {
    match hbase_row_key_policy::locate(json, path) {
        Some(position) => error.line_column(position.line, Some(position.column)),
        None => error,
    }
}

fn cannot_read(error: &io::Error) -> CliError {
    CliError::cannot("read it", error)
}

fn not_utf8(error: &FromUtf8Error) -> CliError {
    let offset = error.utf8_error().valid_up_to();
    CliError::unreachable("it is no UTF-8")
        .expected("JSON, which is UTF-8")
        .found(format_args!("another byte at offset {offset}"))
        .help("convert the file, or take one that `hbase-schema policy new` wrote")
}

/// The error of a text that is not a policy.
pub(super) fn invalid(error: &PolicyError, name: &str) -> CliError {
    let (message, position) = described(error);
    let invalid = CliError::unreachable(message).at(name);
    match position {
        Some((line, column)) => invalid.line_column(line, Some(column)),
        None => invalid,
    }
}

/// The message without the position, and the position.
pub(super) fn described(error: &PolicyError) -> (String, Option<(usize, usize)>) {
    match error {
        PolicyError::Json { position, message } => (
            format!("not JSON: {message}"),
            Some((position.line, position.column)),
        ),
        PolicyError::Member {
            path,
            position,
            message,
        } => (
            format!("`{path}`: {message}"),
            Some((position.line, position.column)),
        ),
        error => (error.to_string(), None),
    }
}

/// Rejects a file that exists, unless it may be overwritten.
pub(super) fn require_new(args: &OutputArgs) -> Result<(), CliError> {
    match &args.output {
        Some(path) if !args.overwrite && path.exists() => Err(exists(path)),
        _ => Ok(()),
    }
}

/// Writes a policy to the file that the options name.
///
/// # Errors
/// A file that exists, unless it may be overwritten.
pub(super) fn write(policy: &RowKeyPolicy, args: &OutputArgs, path: &Path) -> Result<(), CliError> {
    let lines = policy.to_json_lines();
    let mut options = File::options();
    options.write(true);
    if args.overwrite {
        options.create(true).truncate(true);
    } else {
        options.create_new(true);
    }
    let written = options
        .open(path)
        .and_then(|mut file| file.write_all(lines.as_bytes()));
    match written {
        Ok(()) => Ok(()),
        Err(error) if error.kind() == io::ErrorKind::AlreadyExists => Err(exists(path)),
        Err(error) => Err(CliError::cannot("write it", &error).at(path.display())),
    }
}

fn exists(path: &Path) -> CliError {
    CliError::usage("the file exists")
        .at(path.display())
        .expected("a new file")
        .help("`--overwrite` replaces it")
}
