//! The client against a real KDC of MIT Kerberos, and Java's acceptor. Run by
//! `tests/kerberos/kerberos with cargo test -p hbase-schema-kerberos --test kdc -- --include-ignored`.

mod acceptor;
mod caches;
mod contexts;
mod errors;
mod kdc;
mod keytabs;
mod realms;
mod renewal;

use std::time::{Duration, Instant};

/// The deadline of calls that should succeed.
fn soon() -> Instant {
    Instant::now() + Duration::from_secs(10)
}
