//! `completions SHELL`.

use std::io::{self, Write};

use clap::CommandFactory;
use clap_complete::Shell;
use serde::Serialize;

use crate::cli::{Cli, CompletionsArgs};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};

const NAME: &str = "hbase-schema";

/// The script of one shell.
#[derive(Serialize)]
struct Script {
    shell: String,
    script: String,
}

impl CommandResult for Script {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        out.write_all(self.script.as_bytes())
    }
}

pub(crate) fn run(args: &CompletionsArgs, output: Output) -> Result<Status, CliError> {
    output.print(&Script {
        shell: args.shell.to_string(),
        script: script(args.shell),
    })
}

fn script(shell: Shell) -> String {
    let mut script = Vec::new();
    clap_complete::generate(shell, &mut Cli::command(), NAME, &mut script);
    let script = String::from_utf8_lossy(&script).into_owned();
    match shell {
        // A name with a hyphen has two spellings in bash's script, so that no command below the first word is found:
        // https://github.com/clap-rs/clap/issues/6421
        Shell::Bash => script.replace("hbase__subcmd__schema", "hbase__schema"),
        _ => script,
    }
}
