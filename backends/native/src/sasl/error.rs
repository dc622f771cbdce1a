//! Errors of logins, and of messages after them.

use crate::security::Protection;

/// Why a connection was not authenticated.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum SaslError {
    /// The server's exception.
    #[error(
        "the server rejects the login: {class}: {message}{}",
        help_for(message)
    )]
    Rejected { class: String, message: String },
    /// The server wants no authentication.
    #[error(
        "the server requires no authentication, but this client does (`hbase.security.authentication`): it is not secured, or somebody else responds in its place; `hbase.ipc.client.fallback-to-simple-auth-allowed` would allow connections that nothing authenticates"
    )]
    Downgraded,
    /// The length of a challenge.
    #[error("the server sent a SASL challenge of {found} bytes, expected 1 to {most}")]
    ChallengeLength { found: i32, most: usize },
    /// The length of a text in a rejection.
    #[error("the server sent a rejection with a text of {found} bytes, expected 0 to {most}")]
    TextLength { found: i32, most: usize },
    /// A challenge after the last one.
    #[error("the server sent {found} SASL challenges without an end, expected at most {most}")]
    Endless { found: usize, most: usize },
    /// A challenge that breaks the mechanism's rules.
    #[error("{mechanism}: {what}")]
    Challenge {
        mechanism: &'static str,
        what: String,
    },
    /// The server could not prove that it has the key.
    #[error(
        "{mechanism}: the server's proof of its identity is wrong: it does not have the key, or somebody else responds in its place"
    )]
    NotGenuine { mechanism: &'static str },
    /// No protection is both offered and accepted.
    #[error(
        "no common protection: the server offers {offered}, this client accepts {accepted} (`hbase.rpc.protection`)"
    )]
    NoCommonProtection { offered: String, accepted: String },
    /// A layer without a common cipher.
    #[error("no common cipher for privacy: the server offers {offered}, expected {expected}")]
    NoCommonCipher {
        offered: String,
        expected: &'static str,
    },
    /// There is no ticket, or no token.
    #[error("{0}")]
    Credentials(String),
}

impl SaslError {
    pub(crate) fn challenge(mechanism: &'static str, what: impl Into<String>) -> Self {
        let what = what.into();
        Self::Challenge { mechanism, what }
    }

    pub(crate) fn no_common_protection(offered: &[Protection], accepted: &[Protection]) -> Self {
        Self::NoCommonProtection {
            offered: Protection::list(offered),
            accepted: Protection::list(accepted),
        }
    }
}

/// What servers do not say of their own rejections.
fn help_for(message: &str) -> &'static str {
    if message.contains("GSS initiate failed") {
        return ": its log has the cause; often its keytab has another key than the KDC, or the clocks of both machines differ by more than 5 minutes";
    }
    if message.contains("can't be found in cache") || message.contains("is expired") {
        return ": the token has expired or was cancelled: obtain a new one";
    }
    ""
}

/// Why a message after the login is not accepted.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub(crate) enum LayerError {
    /// The token is too short, or has a wrong format.
    #[error("a token that is malformed: {what}")]
    Malformed { what: String },
    /// The signature does not match: bytes were changed.
    #[error("a token with a wrong checksum: it was changed on its way, or is not the server's")]
    Checksum,
    /// The token is not the next one: it was repeated, left out, or reordered.
    #[error(
        "a token with the sequence number {found}, expected {expected}: tokens were repeated, dropped or reordered"
    )]
    Sequence { found: u64, expected: u64 },
    /// The numbers of a connection are used up.
    #[error("all sequence numbers of the connection are used")]
    Exhausted,
    /// The error of Kerberos for the token.
    #[error("a token: {0}")]
    Mechanism(String),
}
