//! Parses urls.

use std::net::Ipv6Addr;
use std::path::PathBuf;

use super::gateway_options::GatewayOptions;
use crate::settings::SettingsError;

/// A parsed url: the backend and its address.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Target {
    /// `memory:`
    Memory,
    /// `embedded:DIR`
    Embedded(PathBuf),
    /// `thrift://HOST:PORT,…`
    Thrift {
        gateways: Vec<Host>,
        options: GatewayOptions,
    },
    /// `hbase://HOST:PORT,…` or `hbase+rpc://HOST:PORT,…`
    Servers(Vec<Host>),
    /// `hbase+zk://HOST:PORT,…/ZNODE`
    ZooKeeper {
        quorum: Vec<Host>,
        /// With its leading `/`.
        znode: String,
    },
}

/// A host and a port.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Host {
    pub(super) name: String,
    pub(super) port: u16,
}

const KNOWN: &str = "expected `memory:`, `embedded:DIR`, `hbase://HOST:PORT`, `hbase+zk://HOST:PORT/ZNODE` or `thrift://HOST:PORT`";

impl Target {
    pub(super) fn parse(url: &str) -> Result<Self, SettingsError> {
        parse(url.trim()).map_err(|what| SettingsError::Url {
            url: url.to_owned(),
            what,
        })
    }
}

/// Names of settings, and their values.
pub(super) type Parameters = Vec<(String, String)>;

/// The parameters of a cluster's url, which are settings: `?NAME=VALUE&NAME=VALUE`, as in `HBase`'s own urls. A gateway's
/// are its options, and a directory may have a `?` in its name.
pub(super) fn parameters(url: &str) -> Result<(&str, Parameters), SettingsError> {
    let url = url.trim();
    let is_cluster = ["hbase://", "hbase+rpc://", "hbase+zk://"]
        .iter()
        .any(|scheme| url.starts_with(scheme));
    let Some((address, parameters)) = url.split_once('?').filter(|_| is_cluster) else {
        return Ok((url, Vec::new()));
    };
    let pairs = parameters.split('&').map(|parameter| {
        let pair = parameter
            .split_once('=')
            .filter(|(name, _)| !name.is_empty());
        let (name, value) = pair.ok_or_else(|| SettingsError::Url {
            url: url.to_owned(),
            what: format!("found the parameter `{parameter}`, expected `NAME=VALUE`"),
        })?;
        Ok((name.to_owned(), value.to_owned()))
    });
    Ok((address, pairs.collect::<Result<_, _>>()?))
}

fn parse(url: &str) -> Result<Target, String> {
    let Some((scheme, rest)) = url.split_once(':') else {
        return Err(KNOWN.to_owned());
    };
    match (scheme, rest.strip_prefix("//")) {
        ("memory", None) if rest.is_empty() => Ok(Target::Memory),
        ("memory", _) => Err("found something after `memory:`, expected nothing".to_owned()),
        ("embedded", None) if rest.is_empty() => {
            Err("found no directory, expected `embedded:DIR`".to_owned())
        }
        ("embedded", None) => Ok(Target::Embedded(rest.into())),
        ("embedded", Some(_)) => Err(
            "found `//`, expected a path as it is: `embedded:./data`, `embedded:/var/data`"
                .to_owned(),
        ),
        ("thrift", Some(rest)) => gateways(rest),
        ("hbase" | "hbase+rpc", Some(rest)) => Ok(Target::Servers(only_hosts(rest, 16000)?)),
        ("hbase+zk", Some(rest)) => zookeeper(rest),
        ("thrift" | "hbase" | "hbase+rpc" | "hbase+zk", None) => Err(format!(
            "found `{scheme}:` without `//`, expected `{scheme}://HOST:PORT`"
        )),
        _ => Err(unknown(scheme, rest)),
    }
}

const SCHEMES: [&str; 6] = [
    "memory",
    "embedded",
    "hbase",
    "hbase+rpc",
    "hbase+zk",
    "thrift",
];

/// The error for an unknown scheme: a misspelt one, or a host without a scheme.
fn unknown(scheme: &str, rest: &str) -> String {
    if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) {
        return format!("found a host without a scheme, as in `hbase://{scheme}:{rest}`: {KNOWN}");
    }
    let near = SCHEMES
        .iter()
        .find(|known| strsim::damerau_levenshtein(known, scheme) <= 2);
    let near = near.map_or_else(String::new, |known| format!(" (did you mean `{known}`?)"));
    format!("found the scheme `{scheme}`{near}, {KNOWN}")
}

fn gateways(rest: &str) -> Result<Target, String> {
    let (hosts, options) = match rest.split_once('?') {
        Some((hosts, options)) => (hosts, GatewayOptions::parse(options)?),
        None => (rest, GatewayOptions::default()),
    };
    Ok(Target::Thrift {
        gateways: only_hosts(hosts, 9090)?,
        options,
    })
}

fn zookeeper(rest: &str) -> Result<Target, String> {
    let (quorum, znode) = match rest.find('/') {
        Some(at) => rest.split_at(at),
        None => (rest, "/hbase"),
    };
    let znode = if znode == "/" { "/hbase" } else { znode };
    Ok(Target::ZooKeeper {
        quorum: hosts(quorum, 2181)?,
        znode: znode.to_owned(),
    })
}

fn only_hosts(rest: &str, port: u16) -> Result<Vec<Host>, String> {
    let rest = rest.strip_suffix('/').unwrap_or(rest);
    match rest.find('/') {
        Some(at) => Err(format!(
            "found `{}` after the hosts, expected nothing",
            &rest[at..]
        )),
        None => hosts(rest, port),
    }
}

/// Comma-separated hosts; `port` is the default.
pub(super) fn hosts(list: &str, port: u16) -> Result<Vec<Host>, String> {
    let hosts = list.split(',').map(|host| one_host(host.trim(), port));
    hosts.collect()
}

fn one_host(host: &str, port: u16) -> Result<Host, String> {
    let (name, port) = if host.starts_with('[') {
        bracketed(host, port)?
    } else if is_ipv6(host) {
        (host, port)
    } else {
        named(host, port)?
    };
    Ok(Host {
        name: name.to_owned(),
        port,
    })
}

/// An IPv6 address before a port is in brackets: `[::1]:2181`.
fn bracketed(host: &str, default: u16) -> Result<(&str, u16), String> {
    let parts = host.strip_prefix('[').and_then(|rest| rest.split_once(']'));
    let Some((name, rest)) = parts else {
        return Err(format!(
            "found `[` without `]` in `{host}`, expected an IPv6 address in brackets"
        ));
    };
    if !is_ipv6(name) {
        return Err(format!(
            "found `{name}` in brackets, expected an IPv6 address"
        ));
    }
    match rest.strip_prefix(':') {
        Some(port) => Ok((name, port_of(port, host)?)),
        None if rest.is_empty() => Ok((name, default)),
        None => Err(format!(
            "found `{rest}` after `[{name}]`, expected `:PORT` or nothing"
        )),
    }
}

fn named(host: &str, default: u16) -> Result<(&str, u16), String> {
    let (name, port) = match host.split_once(':') {
        Some((name, port)) => (name, Some(port)),
        None => (host, None),
    };
    let shown = host.escape_debug();
    if host.contains('%') {
        return Err(format!(
            "found the host `{shown}`, where `%` is not decoded: expected the name as it is"
        ));
    }
    let is_name = |c: char| c.is_alphanumeric() || matches!(c, '-' | '_' | '.');
    if name.is_empty() || !name.chars().all(is_name) || host.matches(':').count() > 1 {
        return Err(format!(
            "found the host `{shown}`, expected HOST or HOST:PORT, an IPv6 address such as `[::1]:PORT`"
        ));
    }
    match port {
        Some(port) => Ok((name, port_of(port, host)?)),
        None => Ok((name, default)),
    }
}

/// Whether it is an IPv6 address, with or without a zone: `fe80::1%eth0`.
fn is_ipv6(host: &str) -> bool {
    let address = host.split_once('%').map_or(host, |(address, _)| address);
    address.parse::<Ipv6Addr>().is_ok()
}

fn port_of(port: &str, host: &str) -> Result<u16, String> {
    let digits = port.bytes().all(|byte| byte.is_ascii_digit());
    let number = port.parse().ok().filter(|port| digits && *port != 0);
    number.ok_or_else(|| {
        format!(
            "found the port `{}` in `{}`, expected 1 to 65535",
            port.escape_debug(),
            host.escape_debug()
        )
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn host(name: &str, port: u16) -> Host {
        let name = name.to_owned();
        Host { name, port }
    }

    fn target(url: &str) -> Target {
        Target::parse(url).unwrap_or_else(|error| panic!("{url}: {error}"))
    }

    fn zookeeper(quorum: &[Host], znode: &str) -> Target {
        Target::ZooKeeper {
            quorum: quorum.to_vec(),
            znode: znode.to_owned(),
        }
    }

    #[test]
    fn urls_name_a_backend_and_its_address() {
        let thrift = |gateways: &[Host], options| Target::Thrift {
            gateways: gateways.to_vec(),
            options,
        };
        let none = GatewayOptions::default();
        let all = GatewayOptions {
            framed: true,
            compact: true,
            pool: Some(4),
        };
        for (url, expected) in [
            (" memory: ", Target::Memory),
            ("embedded:a?b=c", Target::Embedded("a?b=c".into())),
            ("thrift://a", thrift(&[host("a", 9090)], none)),
            (
                "thrift://a:1,b",
                thrift(&[host("a", 1), host("b", 9090)], none),
            ),
            (
                "thrift://a?framed&compact&pool=4",
                thrift(&[host("a", 9090)], all),
            ),
            (
                "hbase://a, b:2/",
                Target::Servers(vec![host("a", 16_000), host("b", 2)]),
            ),
            (
                "hbase+rpc://a:65535",
                Target::Servers(vec![host("a", 65_535)]),
            ),
            ("hbase+zk://a", zookeeper(&[host("a", 2181)], "/hbase")),
            ("hbase+zk://a/", zookeeper(&[host("a", 2181)], "/hbase")),
            (
                "hbase+zk://a:1,b/x/y",
                zookeeper(&[host("a", 1), host("b", 2181)], "/x/y"),
            ),
        ] {
            assert_eq!(target(url), expected, "{url}");
        }
    }

    #[test]
    fn hosts_are_names_and_addresses() {
        for (text, expected) in [
            ("a-b_c.d", host("a-b_c.d", 7)),
            ("10.0.0.1:8", host("10.0.0.1", 8)),
            ("[::1]", host("::1", 7)),
            ("[::1]:8", host("::1", 8)),
            ("::1", host("::1", 7)),
            ("[fe80::1%eth0]:8", host("fe80::1%eth0", 8)),
        ] {
            assert_eq!(hosts(text, 7), Ok(vec![expected]), "{text}");
        }
        for text in [
            "", "a,", ":8", "a:", "a:0", "a:65536", "a:+8", "a:x", "a:1:2", "a/b", "a b", "a%20",
            "[::1", "[a]:8", "[::1]8", "[::1]:",
        ] {
            assert!(hosts(text, 7).is_err(), "{text}");
        }
    }

    #[test]
    fn only_urls_of_clusters_have_parameters() {
        let (address, found) = parameters(" hbase://a?x=1&y=&z=a=b ").expect("parameters");
        assert_eq!(address, "hbase://a");
        let expected = [("x", "1"), ("y", ""), ("z", "a=b")];
        assert_eq!(
            found,
            expected.map(|(name, value)| (name.into(), value.into()))
        );
        for url in ["hbase+zk://a?x=1", "hbase+rpc://a?x=1"] {
            assert_eq!(parameters(url).map(|(_, found)| found.len()).ok(), Some(1));
        }
        for url in ["thrift://a?framed", "embedded:a?b=c", "hbase://a"] {
            assert_eq!(parameters(url).ok(), Some((url, Vec::new())));
        }
        for url in [
            "hbase://a?",
            "hbase://a?x",
            "hbase://a?=1",
            "hbase://a?x=1&",
        ] {
            assert!(parameters(url).is_err(), "{url}");
        }
    }

    #[test]
    fn a_pool_has_1_to_1024_connections() {
        for (option, expected) in [
            ("pool=1", Some(1)),
            ("pool=1024", Some(1024)),
            ("pool=0", None),
            ("pool=1025", None),
            ("pool=+1", None),
            ("pool", None),
        ] {
            let pool = GatewayOptions::parse(option)
                .ok()
                .and_then(|found| found.pool);
            assert_eq!(pool, expected, "{option}");
        }
        let flags =
            |options| GatewayOptions::parse(options).map(|found| (found.framed, found.compact));
        assert_eq!(flags("framed=true&compact=false"), Ok((true, false)));
        assert_eq!(flags("framed=false&compact"), Ok((false, true)));
        assert!(flags("framed=1").is_err() && flags("framed&framed").is_err());
    }
}
