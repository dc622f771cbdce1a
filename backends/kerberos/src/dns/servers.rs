//! The name servers of the system.

use std::fs::File;
use std::io::{self, Read as _};
use std::net::{IpAddr, Ipv4Addr, SocketAddr};

/// Where Unix has them.
const FILE: &str = "/etc/resolv.conf";

/// Maximum bytes of the file that are read.
const MAX_BYTES: u64 = 64 << 10;

/// As many as the C library asks.
const MAX_SERVERS: usize = 3;

/// The port of DNS.
const PORT: u16 = 53;

/// Those of `/etc/resolv.conf`. Without any, that of this machine, as in the C library.
pub(super) fn of_system() -> Result<Vec<SocketAddr>, String> {
    match read() {
        Ok(bytes) => Ok(parse(&bytes)),
        Err(error) if error.kind() == io::ErrorKind::NotFound => Ok(parse(&[])),
        Err(error) => Err(format!("{FILE} cannot be read: {error}")),
    }
}

fn read() -> io::Result<Vec<u8>> {
    let mut bytes = Vec::new();
    File::open(FILE)?.take(MAX_BYTES).read_to_end(&mut bytes)?;
    Ok(bytes)
}

/// Lines that are not understood are left out: they may be options of another library.
pub(super) fn parse(bytes: &[u8]) -> Vec<SocketAddr> {
    let (config, _) = resolv_conf::Config::parse_with_errors(bytes);
    let servers = config.nameservers.iter().take(MAX_SERVERS);
    let mut servers: Vec<_> = servers.map(|ip| SocketAddr::new(ip.into(), PORT)).collect();
    if servers.is_empty() {
        servers.push(SocketAddr::new(IpAddr::V4(Ipv4Addr::LOCALHOST), PORT));
    }
    servers
}
