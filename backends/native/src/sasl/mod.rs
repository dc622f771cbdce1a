//! SASL, as `HBase`'s servers require it: mechanisms and security layers, without I/O.
//!
//! A mechanism proves who the client is, and that the server is genuine. Client and server agree on a protection. Above
//! authentication alone, a layer then signs every message, and seals it where privacy was agreed.

mod digest;
mod error;
mod gssapi;

pub(crate) use digest::Digest;
pub(crate) use error::{LayerError, SaslError};
pub(crate) use gssapi::Gssapi;

use crate::security::Protection;

/// The client's side of a mechanism.
///
/// It is complete only after a challenge that proves the server's identity: a server that says that the client is
/// logged in proves nothing.
pub(crate) trait Mechanism: Send {
    /// The first message; empty if the server speaks first.
    fn start(&mut self) -> Vec<u8>;

    /// Handles the next challenge.
    fn step(&mut self, challenge: &[u8]) -> Result<Step, SaslError>;
}

/// What follows a challenge.
pub(crate) enum Step {
    /// This is sent, and another challenge is awaited.
    Respond(Vec<u8>),
    /// The client is logged in.
    Complete(Agreement),
}

/// The outcome of a login.
pub(crate) struct Agreement {
    /// The last message, if one is still to be sent.
    pub(crate) last: Option<Vec<u8>>,
    pub(crate) protection: Protection,
    /// Converts all later messages; `None` under authentication alone.
    pub(crate) layer: Option<Box<dyn Layer>>,
}

/// Signs messages, and seals them under privacy.
///
/// A token that is not the peer's next one is an error, and ends the connection: nothing after it can be trusted.
pub(crate) trait Layer: Send {
    /// Maximum bytes of a message that is wrapped at once.
    fn most(&self) -> usize;

    /// Converts a message to a token.
    fn wrap(&mut self, message: &[u8]) -> Result<Vec<u8>, LayerError>;

    /// Converts the peer's next token to its message.
    fn unwrap(&mut self, token: &[u8]) -> Result<Vec<u8>, LayerError>;
}
