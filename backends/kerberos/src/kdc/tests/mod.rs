//! Requests and replies without a KDC, and hostile KDCs on a socket. `tests/kdc` has a real one.

mod fake;
mod grants;
mod in_dns;
mod logins;
mod sockets;

use std::path::Path;

use crate::config::{Config, tests::parse};
use crate::keytab::{ClientKeys, parse as parse_keytab, tests::keytab};

/// Keys of `alice@A`: version 3 of type 18 has the bytes 1, version 3 of type 17 has the bytes 2.
fn keys() -> ClientKeys {
    let entries = parse_keytab(&keytab(&[(3, true, 9, 18, 1), (3, true, 9, 17, 2)])).unwrap();
    ClientKeys::of(Path::new("k"), &fake::principal("alice"), entries).unwrap()
}

fn config(lines: &str) -> Config {
    parse(&format!("[libdefaults]\n{lines}")).unwrap()
}
