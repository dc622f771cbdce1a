//! The frame of the first tokens: RFC 2743 section 3.1, with the mechanism of RFC 4121.

use der::{Tag, TagNumber};

use super::GssError;
use crate::asn1::tlv;

/// The encoded object identifier 1.2.840.113554.1.2.2.
const MECHANISM: [u8; 11] = [
    0x06, 0x09, 0x2a, 0x86, 0x48, 0x86, 0xf7, 0x12, 0x01, 0x02, 0x02,
];

/// Maximum length of a token, bytes. `HBase` and Hadoop have the same limit.
const MAX: usize = 1 << 20;

/// Kinds of tokens: RFC 4121 section 4.1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TokenId {
    Request = 0x0100,
    Reply = 0x0200,
    Error = 0x0300,
}

/// Frames a message of Kerberos.
pub(super) fn frame(id: TokenId, message: &[u8]) -> Result<Vec<u8>, GssError> {
    let id = (id as u16).to_be_bytes();
    let body = [&MECHANISM, id.as_slice(), message].concat();
    let token = tlv(TagNumber(0).application(true), &body);
    Ok(token.map_err(GssError::request)?.to_vec())
}

/// The message in a frame of the acceptor.
pub(super) fn unframe(token: &[u8]) -> Result<(TokenId, &[u8]), GssError> {
    use der::{Decode as _, Tagged as _, asn1::AnyRef};
    if token.len() > MAX {
        let cause = format!("{} bytes, expected at most {MAX}", token.len());
        return Err(GssError::malformed(cause));
    }
    let outer = AnyRef::from_der(token).map_err(|error| GssError::malformed(error.to_string()))?;
    let expected: Tag = TagNumber(0).application(true);
    if outer.tag() != expected {
        return Err(GssError::malformed(format!(
            "found {}, expected {expected}",
            outer.tag()
        )));
    }
    let Some(rest) = outer.value().strip_prefix(&MECHANISM) else {
        return Err(GssError::malformed("it is not of the mechanism Kerberos 5"));
    };
    match rest.split_at_checked(2) {
        Some(([2, 0], message)) => Ok((TokenId::Reply, message)),
        Some(([3, 0], message)) => Ok((TokenId::Error, message)),
        Some((id, _)) => Err(GssError::malformed(format!(
            "it has the identifier {id:02x?}, expected [02, 00]"
        ))),
        None => Err(GssError::malformed("it has no identifier")),
    }
}
