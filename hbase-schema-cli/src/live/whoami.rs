//! `whoami`: the user that the servers see.

use std::io::{self, Write};

use hbase_schema::{Connection, Limits};
use serde::Serialize;

use super::args::PingArgs;
use super::{ping, reach};
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};

pub(super) async fn run(args: &PingArgs, output: Output) -> Result<Status, CliError> {
    let settings = ping::settings(args).map_err(|error| reach::settings(&error))?;
    let url = settings.url().map_err(|error| reach::settings(&error))?;
    let limits = Limits::default().timeout(args.timeout);
    let builder = Connection::builder().settings(settings).limits(limits);
    // Names the step that fails, as `ping` does.
    reach::reach(builder.clone(), &url, args.timeout).await?;
    let user = builder.who_am_i().await;
    let user = user.map_err(|error| {
        let help = "the servers need the coprocessor `org.apache.hadoop.hbase.security.token.TokenProvider`, which secured clusters have";
        CliError::unreachable(error).at(&url).help(help)
    })?;
    output.print(&WhoAmIResult {
        url,
        user: user.user,
        method: user.method,
    })
}

/// The user.
#[derive(Serialize)]
struct WhoAmIResult {
    url: String,
    user: String,
    method: Option<String>,
}

impl CommandResult for WhoAmIResult {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        let method = self.method.as_deref().unwrap_or("unknown method");
        writeln!(out, "{} ({method})", self.user)
    }
}
