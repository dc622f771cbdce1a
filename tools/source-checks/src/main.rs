//! `source-checks [circles=N] [words=N] [functions=N]`: prints the findings of the workspace in the current
//! directory, and fails if a check has more than `N` findings (0 by default).
//!
//! `source-checks api`: compares the public items of `hbase-schema` with `hbase-schema/api.txt`, or writes them with `BLESS=1`.
use std::path::Path;
use std::process::ExitCode;

use hbase_schema_source_checks::{Finding, Report, api, run};

fn main() -> ExitCode {
    if std::env::args().skip(1).eq(["api"]) {
        return check_api();
    }
    let limits = match Limits::parse(std::env::args().skip(1)) {
        Ok(limits) => limits,
        Err(argument) => {
            return fail(&format!(
                "expected api, circles=N, words=N or functions=N, found `{argument}`"
            ));
        }
    };
    match run(Path::new(".")) {
        Ok(report) if print(&report, &limits) => ExitCode::SUCCESS,
        Ok(_) => ExitCode::FAILURE,
        Err(error) => fail(&error.to_string()),
    }
}

fn check_api() -> ExitCode {
    match api::check(Path::new("."), std::env::var_os("BLESS").is_some()) {
        Ok(None) => ExitCode::SUCCESS,
        Ok(Some(differences)) => fail(&differences),
        Err(error) => fail(&error.to_string()),
    }
}

/// Maximum findings of each check.
#[derive(Default)]
struct Limits {
    circles: usize,
    words: usize,
    functions: usize,
}

impl Limits {
    /// Returns the first invalid argument as the error.
    fn parse(arguments: impl Iterator<Item = String>) -> Result<Self, String> {
        let mut limits = Self::default();
        for argument in arguments {
            let (name, number) = argument.split_once('=').unwrap_or_default();
            let limit = match name {
                "circles" => &mut limits.circles,
                "words" => &mut limits.words,
                "functions" => &mut limits.functions,
                _ => return Err(argument),
            };
            *limit = number.parse().map_err(|_| argument)?;
        }
        Ok(limits)
    }
}

/// Whether all checks are within their limits.
fn print(report: &Report, limits: &Limits) -> bool {
    let checks = [
        (
            "import circles of more than one module's folder, or of more than three files",
            &report.circles,
            limits.circles,
        ),
        (
            "public names and pages with a word that the glossary rejects",
            &report.words,
            limits.words,
        ),
        (
            "functions over 45 lines",
            &report.functions,
            limits.functions,
        ),
    ];
    let all_kept = checks.map(|(title, findings, limit)| print_check(title, findings, limit));
    all_kept.into_iter().all(|is_kept| is_kept)
}

fn print_check(title: &str, findings: &[Finding], limit: usize) -> bool {
    println!("{title}: {}, at most {limit}", findings.len());
    for finding in findings {
        println!("{finding}");
    }
    findings.len() <= limit
}

fn fail(error: &str) -> ExitCode {
    eprintln!("error: {error}");
    ExitCode::FAILURE
}
