//! Databases: their URLs, and the features that they need.

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

/// The reason why a database cannot be read.
pub(super) enum Failure {
    Usage(CliError),
    Import(ImportError),
}

impl From<CliError> for Failure {
    fn from(error: CliError) -> Self {
        Self::Usage(error)
    }
}

impl From<ImportError> for Failure {
    fn from(error: ImportError) -> Self {
        Self::Import(error)
    }
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
    args: &SourceArgs<'_>,
) -> Result<Box<dyn Source>, Failure> {
    let url = DatabaseUrl::new(args.from);
    let selection = selection(args, &url)?;
    let password = password(args)?;
    let opened = timeout(args.timeout, connect(scheme, &url, password.as_ref(), args)).await;
    let late = || format!("no connection within {} s", args.timeout.as_secs());
    let database = opened.map_err(|_| cannot_connect(&url, &late()))??;
    let options = DatabaseOptions {
        url,
        selection,
        order_by: args.order_by.to_vec(),
        timeout: args.timeout,
    };
    Ok(Box::new(DatabaseSource::open(database, options).await?))
}

fn cannot_connect(url: &DatabaseUrl, why: &str) -> Failure {
    ImportError::source(url, None, format!("cannot connect: {why}")).into()
}

fn selection(args: &SourceArgs<'_>, url: &DatabaseUrl) -> Result<Selection, CliError> {
    let selection = match (args.table, args.query) {
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
fn password(args: &SourceArgs<'_>) -> Result<Option<Password>, ImportError> {
    if let Some(path) = args.password_file {
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
    args: &SourceArgs<'_>,
) -> Result<Box<dyn Database>, Failure> {
    let fail = |error: DatabaseError| cannot_connect(url, &error.0);
    match scheme {
        #[cfg(feature = "sqlite")]
        Scheme::Sqlite => {
            use hbase_schema_import::source::sqlite::Sqlite;
            let opened = Sqlite::open(url, args.timeout).await;
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
            let opened = Odbc::open(url, password, args.timeout).await;
            Ok(Box::new(opened.map_err(fail)?))
        }
        #[allow(unreachable_patterns, reason = "only without one of the features")]
        _ => Err(missing(scheme).at(url).into()),
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
