//! Databases: their URLs, and the features that they need.

use std::time::Duration;

use hbase_schema_import::source::database::{
    Database, DatabaseError, DatabaseOptions, DatabaseSource, DatabaseUrl, Password, Selection,
};
use hbase_schema_import::{ImportError, Source};
use tokio::time::timeout;

use crate::error::CliError;
use crate::import::args::SourceArgs;

/// The databases in messages.
pub(super) const EXPECTED: &str =
    "`sqlite:PATH`, `postgres://…`, `mysql://…` or `odbc:CONNECTION STRING`";

/// The variable with the password.
const PASSWORD: &str = "HBASE_SCHEMA_SOURCE_PASSWORD";

/// A database by the scheme of its URL.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Scheme {
    Sqlite,
    Postgres,
    MySql,
    Odbc,
}

/// The database of a URL; `None` for a file.
pub(super) fn scheme(from: &str) -> Option<Scheme> {
    match from.split_once(':')?.0 {
        "sqlite" => Some(Scheme::Sqlite),
        "postgres" | "postgresql" => Some(Scheme::Postgres),
        "mysql" | "mariadb" => Some(Scheme::MySql),
        "odbc" => Some(Scheme::Odbc),
        _ => None,
    }
}

pub(super) async fn open(
    scheme: Scheme,
    args: &SourceArgs,
    order_by: &[String],
) -> Result<Box<dyn Source>, CliError> {
    let url = DatabaseUrl::new(&args.from);
    let selection = selection(args, &url)?;
    let password = password(args)?;
    let most = args.source_timeout;
    let opened = timeout(most, connect(scheme, &url, password.as_ref(), most)).await;
    let late = || format!("no connection within {} s", most.as_secs());
    let database = opened.map_err(|_| cannot_connect(&url, &late()))??;
    let options = DatabaseOptions {
        url,
        selection,
        order_by: order_by.to_vec(),
        timeout: most,
    };
    Ok(Box::new(DatabaseSource::open(database, options).await?))
}

fn cannot_connect(url: &DatabaseUrl, why: &str) -> CliError {
    ImportError::source(url, None, format!("cannot connect: {why}")).into()
}

fn selection(args: &SourceArgs, url: &DatabaseUrl) -> Result<Selection, CliError> {
    let selection = match (&args.source_table, &args.query) {
        (Some(table), _) => Selection::table(table),
        (None, Some(query)) => Selection::query(query),
        (None, None) => {
            let error = CliError::usage("found no table of the database").at(url);
            return Err(error.help("set `--source-table`, or a query by `--query`"));
        }
    };
    selection.map_err(|error| CliError::usage(error).at(url))
}

/// The password from the file, otherwise from the environment.
fn password(args: &SourceArgs) -> Result<Option<Password>, ImportError> {
    if let Some(path) = &args.source_password_file {
        return Password::read(path).map(Some);
    }
    Ok(std::env::var(PASSWORD).ok().map(Password::new))
}

#[allow(
    unused_variables,
    clippy::unused_async,
    reason = "without features there is nothing to connect to"
)]
async fn connect(
    scheme: Scheme,
    url: &DatabaseUrl,
    password: Option<&Password>,
    most: Duration,
) -> Result<Box<dyn Database>, CliError> {
    let fail = |error: DatabaseError| cannot_connect(url, &error.0);
    match scheme {
        #[cfg(feature = "sqlite")]
        Scheme::Sqlite => {
            use hbase_schema_import::source::sqlite::Sqlite;
            let opened = Sqlite::open(url, most).await;
            Ok(Box::new(opened.map_err(fail)?))
        }
        #[cfg(feature = "postgres")]
        Scheme::Postgres => {
            use hbase_schema_import::source::postgres::Postgres;
            let opened = Postgres::open(url, password).await;
            Ok(Box::new(opened.map_err(fail)?))
        }
        #[cfg(feature = "mysql")]
        Scheme::MySql => {
            use hbase_schema_import::source::mysql::MySql;
            let opened = MySql::open(url, password).await;
            Ok(Box::new(opened.map_err(fail)?))
        }
        #[cfg(feature = "odbc")]
        Scheme::Odbc => {
            use hbase_schema_import_odbc::Odbc;
            let opened = Odbc::open(url, password, most).await;
            Ok(Box::new(opened.map_err(fail)?))
        }
        #[allow(unreachable_patterns, reason = "only without one of the features")]
        _ => Err(missing(scheme).at(url)),
    }
}

#[cfg_attr(
    all(
        feature = "sqlite",
        feature = "postgres",
        feature = "mysql",
        feature = "odbc"
    ),
    allow(dead_code, reason = "with all features nothing is missing")
)]
fn missing(scheme: Scheme) -> CliError {
    let feature = match scheme {
        Scheme::Sqlite => "sqlite",
        Scheme::Postgres => "postgres",
        Scheme::MySql => "mysql",
        Scheme::Odbc => "odbc",
    };
    CliError::usage("this command is built without the database").help(format_args!(
        "build `hbase-schema-cli` with the feature `{feature}`"
    ))
}
