//! Messages of RFC 4120, as far as a client reads or writes them.

mod application;
mod authenticator;
mod encrypted;
mod error;
mod kdc_reply;
mod kdc_request;
mod preauthentication;
mod ticket;

pub(crate) use application::{ApRep, ap_req};
pub(crate) use authenticator::{Authenticator, Checksum};
pub(crate) use encrypted::{EncryptedData, decode_key, encode_key};
pub(crate) use error::{KrbError, code};
pub(crate) use kdc_reply::{KdcReply, ReplyPart};
pub(crate) use kdc_request::{KdcRequest, option};
pub(crate) use preauthentication::{
    PreauthData, encrypted_timestamp, method_data, offered_types, preauth_type,
};
pub(crate) use ticket::Ticket;

/// The version of the protocol, in each message.
pub(crate) const VERSION: i64 = 5;

/// Key usages of RFC 4120 section 7.5.1.
pub(crate) mod usage {
    pub(crate) const TIMESTAMP: u32 = 1;
    pub(crate) const AS_REPLY: u32 = 3;
    pub(crate) const TGS_CHECKSUM: u32 = 6;
    pub(crate) const TGS_AUTHENTICATOR: u32 = 7;
    pub(crate) const TGS_REPLY_SESSION: u32 = 8;
    pub(crate) const TGS_REPLY_SUBKEY: u32 = 9;
    pub(crate) const AP_AUTHENTICATOR: u32 = 11;
    pub(crate) const AP_REPLY: u32 = 12;
}
