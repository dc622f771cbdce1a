//! The bytes that a client sends before its first request.

use bytes::Bytes;
use prost::Message as _;

use crate::error::{Result, WireError};
use crate::message::{ConnectionHeader, UserInformation, VersionInfo};
use crate::service::Service;

/// The length of the preamble, bytes.
pub const PREAMBLE: usize = 6;

const MAGIC: &[u8; 4] = b"HBas";
const VERSION: u8 = 0;

/// The codec of the cell blocks in both directions.
pub const CELL_CODEC: &str = "org.apache.hadoop.hbase.codec.KeyValueCodec";

/// The authentication method of a connection (`AuthMethod`).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum Auth {
    /// None: the server trusts the user's name.
    Simple,
    /// SASL with Kerberos; its tokens are sent between preamble and header.
    Kerberos,
    /// SASL with a token.
    Digest,
}

impl Auth {
    const fn code(self) -> u8 {
        match self {
            Self::Simple => 80,
            Self::Kerberos => 81,
            Self::Digest => 82,
        }
    }
}

/// The first bytes of a connection.
pub const fn preamble(auth: Auth) -> [u8; PREAMBLE] {
    let [h, b, a, s] = *MAGIC;
    [h, b, a, s, VERSION, auth.code()]
}

/// Parses the first bytes of a connection.
///
/// # Errors
/// [`WireError::Preamble`].
pub fn parse_preamble(bytes: [u8; PREAMBLE]) -> Result<Auth> {
    let methods = [Auth::Simple, Auth::Kerberos, Auth::Digest];
    let mut known = methods.into_iter();
    known
        .find(|auth| preamble(*auth) == bytes)
        .ok_or(WireError::Preamble { found: bytes })
}

/// A call that is the whole of a connection, instead of a preamble. The server responds with one frame and closes the
/// connection; its call id is that of an exception that ends a connection.
///
/// Nothing authenticates the response. `HBase` has these calls since 2.6.0 (HBASE-28321, HBASE-25051).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum PreambleCall {
    /// The server's Kerberos principal: [`SecurityPreamableResponse`](crate::message::SecurityPreamableResponse).
    Security,
    /// The cluster's id: [`GetConnectionRegistryResponse`](crate::message::GetConnectionRegistryResponse).
    Registry,
}

impl PreambleCall {
    /// The first bytes of the connection.
    pub const fn bytes(self) -> [u8; PREAMBLE] {
        match self {
            Self::Security => *b"Securi",
            Self::Registry => *b"Regist",
        }
    }
}

/// The header of a connection to one service, as a frame: its length, then the message.
///
/// The server trusts the user's name only if the connection is not authenticated. Otherwise it is that of a user on whose
/// behalf the authenticated one calls, and `None` for the authenticated one itself.
///
/// It contains a release: servers never report a multi-get that is too large
/// (`MultiActionResultTooLarge`) to clients without one, and its response has no bound.
///
/// ```
/// use hbase_rpc::{Auth, Service, connection_header, parse_preamble, preamble};
/// assert_eq!(parse_preamble(preamble(Auth::Simple))?, Auth::Simple);
/// let frame = connection_header(Some("alice"), Service::Client);
/// assert_eq!(frame[..4], u32::try_from(frame.len() - 4).unwrap().to_be_bytes());
/// # Ok::<(), hbase_rpc::WireError>(())
/// ```
pub fn connection_header(user: Option<&str>, service: Service) -> Bytes {
    let header = ConnectionHeader {
        user_info: user.map(|user| UserInformation {
            effective_user: user.to_owned(),
            real_user: None,
        }),
        service_name: Some(service.name().to_owned()),
        cell_block_codec_class: Some(CELL_CODEC.to_owned()),
        cell_block_compressor_class: None,
        version_info: Some(release()),
    };
    let length = u32::try_from(header.encoded_len()).unwrap_or(u32::MAX);
    let mut frame = length.to_be_bytes().to_vec();
    frame.extend_from_slice(&header.encode_to_vec());
    Bytes::from(frame)
}

/// The release whose behaviour the client expects of servers.
fn release() -> VersionInfo {
    VersionInfo {
        version: "2.6.1".to_owned(),
        url: String::new(),
        revision: String::new(),
        user: String::new(),
        date: String::new(),
        src_checksum: String::new(),
        version_major: Some(2),
        version_minor: Some(6),
    }
}
