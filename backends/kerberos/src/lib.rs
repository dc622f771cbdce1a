//! A Kerberos 5 client in safe Rust: logins by keytab or credential cache, tickets, and security contexts of GSS-API. It
//! links no C library.
//!
//! [`Credentials`] is an identity. It logs in at the KDCs that [`Config`] names (RFC 4120), and returns a
//! [`ServiceTicket`]. With it, an [`Initiator`] and the service authenticate each other, which results in a [`Context`],
//! whose tokens protect messages (RFC 4121). Encryption types are those with AES: 17 and 18 (RFC 3962), 19 and 20
//! (RFC 8009).
//!
//! The parts, each on those before it: `crypto` and `asn1` on crates of `RustCrypto`; `message` (RFC 4120); the files
//! `config`, `keytab` and `cache`; `dns`, which finds KDCs; `kdc`, whose requests and replies need no I/O, with a transport
//! over TCP; `credentials`, which keeps tickets; `gss`, which needs no I/O.
//!
//! Not supported: logins by password, certificate or FAST; DNS to find realms; KDCs over UDP or HTTPS; caches
//! other than files; channel bindings; delegation; acceptors.

#![forbid(unsafe_code)]

mod asn1;
mod cache;
mod config;
mod credential;
mod credentials;
mod crypto;
mod cursor;
mod dns;
mod error;
mod file;
mod gss;
mod kdc;
mod keytab;
mod list;
mod message;
mod principal;
mod time;

#[cfg(test)]
mod mutated;

pub use config::{Config, ConfigError};
pub use credentials::{Credentials, ServiceTicket};
pub use error::{FileError, LoginError};
pub use gss::{Context, GssError, Initiator};
pub use principal::PrincipalError;
