//! DIGEST-MD5 (RFC 2831), by which delegation tokens log in.
//!
//! User and password are the token's identifier and password in base64. Java's servers name protocol and server
//! `null/default`, whatever their address (`SaslUtil.SASL_DEFAULT_REALM`).

mod challenge;
mod keys;
mod layer;
mod sealing;

use std::fmt;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;

use super::{Agreement, Layer, Mechanism, SaslError, Step};
use crate::security::{DelegationToken, Protection};
use challenge::{Challenge, MECHANISM};
use keys::{COUNT, Hash, Session};
use layer::DigestLayer;

const URI: &str = "null/default";

/// The largest token that this client takes, as it reports: the most that the field can have. Java's servers do not
/// look at it.
const OWN_BUFFER: usize = 0x00FF_FFFF;

/// A login by user and password.
pub(crate) struct Digest {
    user: String,
    password: String,
    cnonce: String,
    accepted: Vec<Protection>,
    state: State,
}

enum State {
    /// Nothing was received.
    Started,
    /// The response was sent, and the server's proof is awaited.
    Responded {
        expected: String,
        protection: Protection,
        layer: Option<DigestLayer>,
    },
    /// The login has ended.
    Ended,
}

impl Digest {
    /// A login; `cnonce` is random, and the protections are in the order of preference.
    fn new(user: String, password: String, cnonce: String, accepted: Vec<Protection>) -> Self {
        Self {
            user,
            password,
            cnonce,
            accepted,
            state: State::Started,
        }
    }

    /// A login by a token; `random` is of a cryptographic source.
    pub(crate) fn of_token(
        token: &DelegationToken,
        random: [u8; 16],
        accepted: Vec<Protection>,
    ) -> Self {
        let [user, password, cnonce] =
            [token.identifier(), token.password(), &random].map(|bytes| STANDARD.encode(bytes));
        Self::new(user, password, cnonce, accepted)
    }

    fn respond(&mut self, challenge: &[u8]) -> Result<Step, SaslError> {
        let challenge = Challenge::parse(challenge)?;
        let offered = &challenge.protections;
        let protection = Protection::choose(&self.accepted, offered)
            .ok_or_else(|| SaslError::no_common_protection(offered, &self.accepted))?;
        let cipher = (protection == Protection::Privacy).then(|| challenge.cipher());
        let cipher = cipher.transpose()?;
        let session = Session {
            challenge: &challenge,
            cnonce: &self.cnonce,
            uri: URI,
            protection,
            secret: keys::secret(&challenge, &self.user, &self.password, &self.cnonce),
        };
        let mut response = self.directives(&session);
        if let Some(cipher) = cipher {
            response.push_str(",cipher=\"");
            response.push_str(cipher.name());
            response.push('"');
        }
        let layer = layer(&challenge, protection, cipher, &session.secret);
        self.state = State::Responded {
            expected: session.expected(),
            protection,
            layer,
        };
        Ok(Step::Respond(response.into_bytes()))
    }

    fn directives(&self, session: &Session<'_>) -> String {
        let Challenge { realm, nonce, .. } = session.challenge;
        format!(
            r#"charset=utf-8,username="{}",realm="{}",nonce="{}",nc={COUNT},cnonce="{}",digest-uri="{URI}",maxbuf={OWN_BUFFER},response={},qop={}"#,
            quoted(&self.user),
            quoted(realm),
            quoted(nonce),
            self.cnonce,
            session.response(),
            session.protection.qop(),
        )
    }
}

impl Mechanism for Digest {
    fn start(&mut self) -> Vec<u8> {
        Vec::new()
    }

    fn step(&mut self, challenge: &[u8]) -> Result<Step, SaslError> {
        match std::mem::replace(&mut self.state, State::Ended) {
            State::Started => self.respond(challenge),
            State::Responded {
                expected,
                protection,
                layer,
            } => {
                if !is_same(challenge::proof(challenge)?.as_bytes(), expected.as_bytes()) {
                    let mechanism = MECHANISM;
                    return Err(SaslError::NotGenuine { mechanism });
                }
                Ok(Step::Complete(Agreement {
                    last: None,
                    protection,
                    layer: layer.map(|layer| Box::new(layer) as Box<dyn Layer>),
                }))
            }
            State::Ended => Err(SaslError::challenge(
                MECHANISM,
                "a challenge after the last one",
            )),
        }
    }
}

fn layer(
    challenge: &Challenge,
    protection: Protection,
    cipher: Option<challenge::Cipher>,
    secret: &Hash,
) -> Option<DigestLayer> {
    let (ours, theirs) = (keys::to_server(secret), keys::to_client(secret));
    let layer = || DigestLayer::new(challenge.buffer, cipher, ours, theirs);
    (protection != Protection::Authentication).then(layer)
}

/// Compares in constant time.
fn is_same(found: &[u8], expected: &[u8]) -> bool {
    let differences = found
        .iter()
        .zip(expected)
        .fold(0, |all, (a, b)| all | (a ^ b));
    found.len() == expected.len() && differences == 0
}

fn quoted(text: &str) -> String {
    text.replace('\\', r"\\").replace('"', "\\\"")
}

/// Without secrets.
impl fmt::Debug for Digest {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Digest")
            .field("accepted", &self.accepted)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
