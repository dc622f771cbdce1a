//! `ping`: checks whether a store can be reached.

use std::io::{self, Write};

use hbase_schema::{Connection, Limits, Settings, SettingsError};
use serde::Serialize;

use super::args::PingArgs;
use super::reach;
use crate::error::CliError;
use crate::exit::Status;
use crate::output::{CommandResult, Output};
use crate::style::GOOD;

pub(super) async fn run(args: &PingArgs, output: Output) -> Result<Status, CliError> {
    let settings = settings(args).map_err(|error| reach::settings(&error))?;
    let url = settings.url().map_err(|error| reach::settings(&error))?;
    reach::require_store(&url)?;
    let limits = Limits::default().timeout(args.timeout);
    let builder = Connection::builder().settings(settings).limits(limits);
    let db = reach::reach(builder, &url, args.timeout).await?;
    let reached = db.ping().await;
    let reached = reached.map_err(|error| CliError::unreachable(error).at(&url))?;
    output.print(&PingResult {
        backend: db.backend().name(),
        url,
        reached,
    })
}

/// The url, then the properties, then the site: the library's order.
pub(super) fn settings(args: &PingArgs) -> Result<Settings, SettingsError> {
    let mut settings = Settings::new();
    if let Some(url) = &args.store.url {
        settings = settings.set("hbase.schema.url", url);
    }
    if let Some(properties) = &args.store.properties {
        settings = settings.properties_file(properties)?;
    }
    if let Some(site) = &args.store.site {
        settings = settings.site_file(site)?;
    }
    Ok(settings)
}

/// The store that was reached.
#[derive(Serialize)]
struct PingResult {
    url: String,
    backend: &'static str,
    reached: String,
}

impl CommandResult for PingResult {
    fn text(&self, out: &mut dyn Write) -> io::Result<()> {
        writeln!(out, "{GOOD}reached{GOOD:#} {}: {}", self.url, self.reached)
    }
}
