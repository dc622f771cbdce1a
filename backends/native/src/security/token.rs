//! Delegation tokens.

use std::fmt;
use std::path::Path;

use super::token_file::{TokenFileError, TokenRecord, encode, parse};

/// The kind of `HBase`'s tokens, among those of other services in a file.
pub(super) const KIND: &str = "HBASE_AUTH_TOKEN";

/// A delegation token: it logs in for the user who obtained it, without a ticket, until it expires (default 7 days).
///
/// A program with a ticket obtains it ([`Native::delegation_token`](crate::Native::delegation_token)) and hands it to
/// others. Whoever has the token is the user, so it is a secret: `Debug` leaves the password out.
///
/// ```
/// use hbase_native::DelegationToken;
/// let token = DelegationToken::new("identifier", "password", "6c3b4a2e-cluster");
/// let file = DelegationToken::encode_file([&token]);
/// assert_eq!(DelegationToken::parse_file(&file)?, [token]);
/// # Ok::<(), hbase_native::TokenFileError>(())
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DelegationToken {
    identifier: Vec<u8>,
    password: Vec<u8>,
    service: String,
}

impl DelegationToken {
    /// A token of these parts. The service is the cluster's id.
    pub fn new(
        identifier: impl Into<Vec<u8>>,
        password: impl Into<Vec<u8>>,
        service: impl Into<String>,
    ) -> Self {
        Self {
            identifier: identifier.into(),
            password: password.into(),
            service: service.into(),
        }
    }

    /// `HBase`'s tokens in a file of Hadoop (`HADOOP_TOKEN_FILE_LOCATION`).
    ///
    /// # Errors
    /// [`TokenFileError`] if the file cannot be read, or is no token file.
    pub fn read_file(path: impl AsRef<Path>) -> Result<Vec<Self>, TokenFileError> {
        let path = path.as_ref();
        let bytes =
            std::fs::read(path).map_err(|error| TokenFileError::unreadable(path, &error))?;
        Self::parse_file(&bytes)
    }

    /// `HBase`'s tokens in the bytes of such a file, in both of Hadoop's formats.
    ///
    /// # Errors
    /// [`TokenFileError`] for other bytes.
    pub fn parse_file(bytes: &[u8]) -> Result<Vec<Self>, TokenFileError> {
        let records = parse(bytes)?.into_iter();
        let ours = records.filter(|record| record.kind == KIND);
        Ok(ours.map(Self::from).collect())
    }

    /// A token file that Java's programs read too; each token's alias is its service.
    pub fn encode_file<'t>(tokens: impl IntoIterator<Item = &'t Self>) -> Vec<u8> {
        let records: Vec<_> = tokens.into_iter().cloned().map(TokenRecord::from).collect();
        encode(&records)
    }

    /// The public part, which names the user and the token's life.
    pub fn identifier(&self) -> &[u8] {
        &self.identifier
    }

    /// The secret part.
    pub fn password(&self) -> &[u8] {
        &self.password
    }

    /// The id of the cluster for which the token is valid.
    pub fn service(&self) -> &str {
        &self.service
    }
}

impl From<TokenRecord> for DelegationToken {
    fn from(record: TokenRecord) -> Self {
        Self::new(record.identifier, record.password, record.service)
    }
}

impl From<DelegationToken> for TokenRecord {
    fn from(token: DelegationToken) -> Self {
        Self {
            alias: token.service.clone(),
            identifier: token.identifier,
            password: token.password,
            kind: KIND.to_owned(),
            service: token.service,
        }
    }
}

impl fmt::Debug for DelegationToken {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DelegationToken")
            .field("service", &self.service)
            .finish_non_exhaustive()
    }
}
