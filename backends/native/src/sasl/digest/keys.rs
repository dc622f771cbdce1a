//! Hashes and keys (RFC 2831, sections 2.1.2.1, 2.3 and 2.4).

use md5::{Digest as _, Md5};

use super::challenge::Challenge;
use crate::security::Protection;

pub(super) type Hash = [u8; 16];

/// The texts that both sides know, and the hash of the secret.
pub(super) struct Session<'s> {
    pub(super) challenge: &'s Challenge,
    pub(super) cnonce: &'s str,
    pub(super) uri: &'s str,
    pub(super) protection: Protection,
    /// `H(A1)`
    pub(super) secret: Hash,
}

/// The number of the nonce's use, which is always the first.
pub(super) const COUNT: &str = "00000001";

/// `H(A1)`: the hash of the secret and of both nonces, from which all keys are derived.
pub(super) fn secret(challenge: &Challenge, user: &str, password: &str, cnonce: &str) -> Hash {
    let realm = &challenge.realm;
    let own = md5(&[user, ":", realm, ":", password].map(str::as_bytes));
    md5(&[
        &own,
        b":",
        challenge.nonce.as_bytes(),
        b":",
        cnonce.as_bytes(),
    ])
}

impl Session<'_> {
    /// The client's response, as hexadecimal digits.
    pub(super) fn response(&self) -> String {
        self.proof("AUTHENTICATE:")
    }

    /// The proof that is expected of the server.
    pub(super) fn expected(&self) -> String {
        self.proof(":")
    }

    fn proof(&self, method: &str) -> String {
        let body = match self.protection {
            Protection::Authentication => "",
            Protection::Integrity | Protection::Privacy => ":00000000000000000000000000000000",
        };
        let about = hex(&md5(&[method, self.uri, body].map(str::as_bytes)));
        let (secret, qop) = (hex(&self.secret), self.protection.qop());
        let nonce = &self.challenge.nonce;
        let parts = [&secret, nonce, COUNT, self.cnonce, qop, &about];
        hex(&md5(&[parts.join(":").as_bytes()]))
    }
}

/// The keys of one direction.
#[derive(Clone, Copy)]
pub(super) struct Keys {
    pub(super) signing: Hash,
    pub(super) sealing: Hash,
}

/// The keys for messages to the server.
pub(super) fn to_server(secret: &Hash) -> Keys {
    Keys {
        signing: md5(&[
            secret,
            b"Digest session key to client-to-server signing key magic constant",
        ]),
        sealing: md5(&[
            secret,
            b"Digest H(A1) to client-to-server sealing key magic constant",
        ]),
    }
}

/// The keys for messages from the server.
pub(super) fn to_client(secret: &Hash) -> Keys {
    Keys {
        signing: md5(&[
            secret,
            b"Digest session key to server-to-client signing key magic constant",
        ]),
        sealing: md5(&[
            secret,
            b"Digest H(A1) to server-to-client sealing key magic constant",
        ]),
    }
}

fn md5(parts: &[&[u8]]) -> Hash {
    let mut hash = Md5::new();
    for part in parts {
        hash.update(part);
    }
    hash.finalize().into()
}

fn hex(bytes: &[u8]) -> String {
    let digit = |nibble: u8| char::from(b"0123456789abcdef"[usize::from(nibble & 15)]);
    let digits = bytes.iter().flat_map(|byte| [byte >> 4, byte & 15]);
    digits.map(digit).collect()
}
