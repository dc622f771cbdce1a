//! Connects to a store, and diagnoses failures step by step.

use std::io::ErrorKind;
use std::net::SocketAddr;
use std::time::Duration;

use hbase_backend::Error as Cause;
use hbase_schema::connect::Builder;
use hbase_schema::{Connection, Error, Limits, SettingsError};
use tokio::net::{TcpStream, lookup_host};
use tokio::time::timeout;

use crate::error::CliError;

/// The timeout of each step of the diagnosis.
const PATIENCE: Duration = Duration::from_secs(5);

/// Connects to a url within a timeout.
///
/// # Errors
/// The step that fails, and its cause.
pub(crate) async fn connect(url: &str, most: Duration) -> Result<Connection, CliError> {
    let limits = Limits::default();
    let timeout = limits.timeout.min(most);
    let limits = limits.timeout(timeout);
    let builder = Connection::builder().url(url).limits(limits);
    reach(builder, url, PATIENCE.min(most)).await
}

/// Connects; on failure, finds the step that fails.
pub(super) async fn reach(
    builder: Builder,
    url: &str,
    patience: Duration,
) -> Result<Connection, CliError> {
    match builder.connect().await {
        Ok(db) => Ok(db),
        Err(Error::Settings(error)) => Err(settings(&error).at(url)),
        Err(error) => Err(diagnose(url, &error, patience).await),
    }
}

/// Converts an error of the settings.
pub(super) fn settings(error: &SettingsError) -> CliError {
    match error {
        SettingsError::Nowhere | SettingsError::Url { .. } => CliError::usage(error),
        error => CliError::unreachable(error),
    }
}

/// Checks that the directory of an `embedded:` url has a store: opening it would create one.
///
/// # Errors
/// A directory without a store.
pub(crate) fn require_store(url: &str) -> Result<(), CliError> {
    let Some(directory) = url.trim().strip_prefix("embedded:") else {
        return Ok(());
    };
    let is_empty = match std::fs::read_dir(directory) {
        Ok(mut entries) => entries.next().is_none(),
        Err(error) => error.kind() == ErrorKind::NotFound,
    };
    if is_empty && !directory.is_empty() {
        return Err(CliError::unreachable("there is no store in this directory")
            .at(url)
            .help("is the path right? `hbase-schema apply` creates a store"));
    }
    Ok(())
}

/// Tries the steps to the store until one fails.
async fn diagnose(url: &str, error: &Error, patience: Duration) -> CliError {
    let mut passed = vec!["settings".to_owned()];
    for host in hosts(url) {
        let addresses = match resolve(&host, patience).await {
            Ok(addresses) => addresses,
            Err(why) => return failed(url, &passed, "name resolution", &why, NAME_HELP),
        };
        passed.push(format!("name resolution of {host}"));
        match open(&addresses, patience).await {
            Ok(address) => passed.push(format!("TCP to {address}")),
            Err(why) => return failed(url, &passed, "TCP", &why, TCP_HELP),
        }
    }
    let (step, help) = match error.as_backend() {
        Some(Cause::Unauthenticated { .. }) => ("login", LOGIN_HELP),
        _ if error.kind() == hbase_schema::ErrorKind::Denied => ("permission", DENIED_HELP),
        Some(Cause::Server { .. } | Cause::Rejected { .. }) => ("master", MASTER_HELP),
        _ if passed.len() > 1 => ("protocol", PROTOCOL_HELP),
        _ => return CliError::unreachable(error).at(url),
    };
    failed(url, &passed, step, &error.to_string(), help)
}

const NAME_HELP: &str =
    "is the host's name right, and does this machine's DNS or hosts file know it?";
const TCP_HELP: &str =
    "is the server running, is the port right, and does a firewall let it through?";
const PROTOCOL_HELP: &str = "does another service listen on this port?";
const LOGIN_HELP: &str =
    "the server responds: the page \"Secured clusters\" of the guide has the settings of logins";
const DENIED_HELP: &str =
    "the server responds, but the user lacks a permission: `grant` in HBase's shell gives it";
const MASTER_HELP: &str = "the server responds, but HBase returns an error: is its master running?";

fn failed(url: &str, passed: &[String], step: &str, why: &str, help: &str) -> CliError {
    CliError::unreachable(format_args!(
        "the store cannot be reached: {step} fails: {why}"
    ))
    .at(url)
    .found(format_args!(
        "no error in these steps: {}",
        passed.join(", ")
    ))
    .help(help)
}

/// The hosts of a url with their ports; empty for a store in this process.
fn hosts(url: &str) -> Vec<String> {
    let Some((scheme, rest)) = url.trim().split_once("://") else {
        return Vec::new();
    };
    let port = match scheme {
        "thrift" => 9090,
        "hbase" | "hbase+rpc" => 16_000,
        _ => 2181,
    };
    let list = rest.split(['/', '?']).next().unwrap_or_default();
    list.split(',').map(|host| with_port(host, port)).collect()
}

fn with_port(host: &str, port: u16) -> String {
    let colons = host.matches(':').count();
    match host.rsplit_once(':') {
        Some((name, _)) if colons == 1 || name.ends_with(']') => host.to_owned(),
        // An IPv6 address is in brackets before a port.
        Some(_) if !host.starts_with('[') => format!("[{host}]:{port}"),
        _ => format!("{host}:{port}"),
    }
}

async fn resolve(host: &str, patience: Duration) -> Result<Vec<SocketAddr>, String> {
    match timeout(patience, lookup_host(host)).await {
        Err(_) => Err(format!(
            "no response for {host} in {} s",
            patience.as_secs()
        )),
        Ok(Err(error)) => Err(format!("{host}: {error}")),
        Ok(Ok(addresses)) => {
            let addresses: Vec<_> = addresses.collect();
            if addresses.is_empty() {
                return Err(format!("{host} has no address"));
            }
            Ok(addresses)
        }
    }
}

/// Connects to the first address that accepts.
async fn open(addresses: &[SocketAddr], patience: Duration) -> Result<SocketAddr, String> {
    let mut errors = Vec::new();
    for address in addresses {
        match timeout(patience, TcpStream::connect(address)).await {
            Ok(Ok(_)) => return Ok(*address),
            Ok(Err(error)) => errors.push(format!("{address}: {error}")),
            Err(_) => errors.push(format!(
                "{address}: no response in {} s",
                patience.as_secs()
            )),
        }
    }
    Err(errors.join("; "))
}

#[cfg(test)]
mod tests {
    use hbase_schema::testing::{CallKind, Faults};

    use super::*;

    #[test]
    fn hosts_have_their_ports() {
        for (url, expected) in [
            ("thrift://a", vec!["a:9090"]),
            ("thrift://a:7?framed", vec!["a:7"]),
            ("hbase://a:1,b", vec!["a:1", "b:16000"]),
            ("hbase+rpc://a", vec!["a:16000"]),
            (
                "hbase+zk://[::1]:3,::1/hbase",
                vec!["[::1]:3", "[::1]:2181"],
            ),
            ("hbase+zk://[::1]", vec!["[::1]:2181"]),
            ("embedded:/tmp/x", vec![]),
            ("memory:", vec![]),
        ] {
            assert_eq!(hosts(url), expected, "{url}");
        }
    }

    /// A closed port, a reserved name that never resolves, a server of another protocol: each is its own step.
    #[tokio::test]
    async fn each_failed_step_is_reported() {
        let gone = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = gone.local_addr().unwrap();
        let error = Error::from(SettingsError::Nowhere);
        let other = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let there = other.local_addr().unwrap();
        drop(gone);
        for (url, step) in [
            (format!("thrift://{address}"), "TCP fails"),
            (
                "thrift://no-such-host.invalid:1".to_owned(),
                "name resolution fails",
            ),
            (format!("thrift://{there}"), "protocol fails"),
            (format!("hbase://{there},{address}"), "TCP fails"),
        ] {
            let found = diagnose(&url, &error, PATIENCE).await.to_string();
            assert!(found.contains(step), "{url}: {found}");
        }
    }

    #[tokio::test]
    async fn logins_and_permissions_are_steps_of_their_own() {
        let server = std::net::TcpListener::bind("127.0.0.1:0").unwrap();
        let address = server.local_addr().unwrap();
        let denied = Cause::Server {
            class: "org.apache.hadoop.hbase.security.AccessDeniedException".to_owned(),
            message: "no".to_owned(),
        };
        let not_logged_in = Cause::Unauthenticated {
            doing: "reading the cluster's status",
            why: "no ticket".to_owned(),
        };
        for (cause, step) in [
            (denied, "permission fails"),
            (
                not_logged_in,
                "login fails: ping: reading the cluster's status: not logged in: no ticket",
            ),
        ] {
            let faults = Faults::new();
            faults.on(CallKind::Ping).always().fail(cause);
            let db = faults.over(&hbase_schema::connect("memory:").await.unwrap());
            let error = db.ping().await.unwrap_err();
            let found = diagnose(&format!("hbase://{address}"), &error, PATIENCE).await;
            let found = found.to_string();
            assert!(found.contains(step), "{found}");
        }
    }
}
