//! Addresses of KDCs.

use std::fmt;

/// The port of a KDC that has none in `krb5.conf`.
const PORT: u16 = 88;

/// The address of a KDC, which is called over TCP.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct KdcAddress {
    pub(crate) host: String,
    pub(crate) port: u16,
}

impl KdcAddress {
    /// Reads `host`, `host:port` or `[IPv6]:port`, also after `tcp/`. `None`: the KDC is called over UDP or HTTPS only. The
    /// error is what was expected.
    pub(super) fn parse(text: &str) -> Result<Option<Self>, &'static str> {
        let text = match text.split_once('/') {
            None => text,
            Some(("tcp", address)) => address,
            Some(("udp" | "https:", _)) => return Ok(None),
            Some(_) => return Err("`host`, `host:port` or `tcp/host:port`"),
        };
        let (host, port) = split(text)?;
        let port = match port {
            None => PORT,
            Some(port) => port
                .parse()
                .ok()
                .filter(|port| *port > 0)
                .ok_or("a port from 1 to 65535")?,
        };
        if host.is_empty() {
            return Err("the name of a host");
        }
        let host = host.to_owned();
        Ok(Some(Self { host, port }))
    }
}

fn split(text: &str) -> Result<(&str, Option<&str>), &'static str> {
    if let Some(rest) = text.strip_prefix('[') {
        let (host, after) = rest.split_once(']').ok_or("`]` after the IPv6 address")?;
        return match after.strip_prefix(':') {
            Some(port) => Ok((host, Some(port))),
            None if after.is_empty() => Ok((host, None)),
            None => Err("`:port` after `]`"),
        };
    }
    match text.split_once(':') {
        // An IPv6 address without brackets.
        Some((_, rest)) if rest.contains(':') => Ok((text, None)),
        Some((host, port)) => Ok((host, Some(port))),
        None => Ok((text, None)),
    }
}

impl fmt::Display for KdcAddress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { host, port } = self;
        if host.contains(':') {
            write!(f, "[{host}]:{port}")
        } else {
            write!(f, "{host}:{port}")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn addresses_may_have_a_port() {
        for (text, expected) in [
            ("kdc", "kdc:88"),
            ("kdc:1", "kdc:1"),
            ("tcp/kdc:750", "kdc:750"),
            ("[::1]:9", "[::1]:9"),
            ("[::1]", "[::1]:88"),
            ("fe80::1", "[fe80::1]:88"),
        ] {
            assert_eq!(
                KdcAddress::parse(text)
                    .expect(text)
                    .expect(text)
                    .to_string(),
                expected
            );
        }
        for text in [
            "",
            ":88",
            "kdc:",
            "kdc:0",
            "kdc:65536",
            "[::1",
            "[::1]9",
            "sctp/kdc",
        ] {
            assert!(KdcAddress::parse(text).is_err(), "{text}");
        }
        for text in ["udp/kdc", "https://kdc/KdcProxy"] {
            assert_eq!(KdcAddress::parse(text), Ok(None));
        }
    }
}
