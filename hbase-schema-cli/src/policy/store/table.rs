//! The table of policies, made by the derive.

use hbase_row_key_policy::RowKeyPolicy;
use hbase_schema::{Connection, Error, ErrorKind, HTable, Timestamp};

use crate::error::CliError;
use crate::policy::file::invalid;
use crate::policy::name::is_path;

/// A policy in the store: one row for each name, a version for each push.
#[derive(HTable, Clone, Debug, PartialEq)]
#[table("HSCHEMA:KEY_POLICIES")]
#[family("P", versions = 1000)]
pub(super) struct StoredPolicy {
    #[rowkey]
    name: String,
    /// JSON in one line.
    policy: String,
}

/// The name of the table, for messages.
pub(super) const TABLE: &str = "HSCHEMA:KEY_POLICIES";

/// Maximum bytes of a name.
const MOST_NAME: usize = 100;

/// One version of a policy.
pub(super) struct Version {
    pub(super) name: String,
    pub(super) json: String,
    /// When it was pushed, in ms since 1970, by the store's clock.
    pub(super) timestamp: i64,
}

impl Version {
    pub(super) fn time(&self) -> String {
        Timestamp::from_millis(self.timestamp).to_string()
    }

    pub(super) fn policy(&self, url: &str) -> Result<RowKeyPolicy, CliError> {
        RowKeyPolicy::from_json(&self.json).map_err(|error| {
            invalid(&error, url)
                .found(format_args!("it as policy `{}` of {TABLE}", self.name))
                .help(
                    "`policy push --replace` replaces it; `policy list NAME` shows older versions",
                )
        })
    }
}

/// Rejects names that a row key or a list should not have.
pub(super) fn check_name(name: &str) -> Result<(), CliError> {
    if name.is_empty() || name.len() > MOST_NAME || name.chars().any(char::is_control) {
        return Err(CliError::usage("the policy's name is no name")
            .expected(format_args!(
                "1 to {MOST_NAME} bytes without control characters"
            ))
            .found(format_args!("{name:?}"))
            .help("choose another name by `--name`"));
    }
    if is_path(name) {
        return Err(CliError::usage("the policy's name is that of a file")
            .expected("a name without `/` that is not `-` and does not end with `.json`")
            .found(format_args!(
                "`{name}`, which `import --policy` would take for a file"
            ))
            .help("choose another name by `--name`"));
    }
    Ok(())
}

fn key(name: &str) -> StoredPolicyKey {
    StoredPolicyKey {
        name: name.to_owned(),
    }
}

fn row(name: &str, json: String) -> StoredPolicy {
    StoredPolicy {
        name: name.to_owned(),
        policy: json,
    }
}

/// Creates the table if it is missing.
pub(super) async fn create(db: &Connection) -> Result<(), Error> {
    db.create_table_if_missing::<StoredPolicy>().await.map(drop)
}

/// The versions of a policy, newest first, at most `most`; none if the store has no table yet.
pub(super) async fn versions(
    db: &Connection,
    name: &str,
    most: u32,
) -> Result<Vec<Version>, Error> {
    let history = db
        .history(&key(name))
        .limit(most)
        .columns(StoredPolicy::POLICY.with_timestamp())
        .await;
    let found = without_table(history)?.unwrap_or_default();
    let version = |(json, timestamp): (String, Option<i64>)| Version {
        name: name.to_owned(),
        json,
        timestamp: timestamp.unwrap_or_default(),
    };
    Ok(found.into_iter().map(version).collect())
}

/// The newest version of each policy, by name.
pub(super) async fn newest(db: &Connection) -> Result<Vec<Version>, Error> {
    let mut rows = db.scan(StoredPolicy::scan().all()).raw_rows();
    let mut found = Vec::new();
    while let Some(row) = rows.next().await {
        let Some(row) = without_table(row)? else {
            break;
        };
        // A row that another program wrote is listed too, with its error.
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).into_owned();
        found.extend(row.cells().next().map(|cell| Version {
            name: text(cell.row),
            json: text(cell.value),
            timestamp: cell.timestamp,
        }));
    }
    Ok(found)
}

/// Writes a policy if its name is free; returns `false` otherwise.
pub(super) async fn insert(db: &Connection, name: &str, json: String) -> Result<bool, Error> {
    match db.insert(&row(name, json)).await {
        Ok(()) => Ok(true),
        Err(error) if error.kind() == ErrorKind::AlreadyExists => Ok(false),
        Err(error) => Err(error),
    }
}

/// Replaces the policy that was read; returns `false` if the store has another one by now.
pub(super) async fn replace(db: &Connection, read: &Version, json: String) -> Result<bool, Error> {
    db.check(&key(&read.name))
        .eq(StoredPolicy::POLICY, read.json.clone())
        .put(&row(&read.name, json))
        .await
}

/// `None` if the table is missing.
fn without_table<T>(result: Result<T, Error>) -> Result<Option<T>, Error> {
    match result {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(None),
        Err(error) => Err(error),
    }
}
