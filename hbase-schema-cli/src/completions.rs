//! `completions SHELL`.

use std::io::{self, Write};

use clap::CommandFactory;
use serde::Serialize;

use crate::cli::{Cli, CompletionsArgs};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};

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
    let mut script = Vec::new();
    clap_complete::generate(args.shell, &mut Cli::command(), "hbase-schema", &mut script);
    output.print(&Script {
        shell: args.shell.to_string(),
        script: String::from_utf8_lossy(&script).into_owned(),
    })
}
