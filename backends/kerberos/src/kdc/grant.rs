//! A ticket by a ticket-granting ticket: `TGS-REQ` and `TGS-REP` of RFC 4120 section 3.3.

use std::time::SystemTime;

use super::{failure, login};
use crate::config::Settings;
use crate::credential::Credential;
use crate::crypto::{CryptoError, Key, random_u32};
use crate::error::LoginError;
use crate::message::{
    Authenticator, Checksum, EncryptedData, KdcReply, KdcRequest, KrbError, PreauthData, ReplyPart,
    ap_req, code, option, preauth_type, usage,
};
use crate::principal::Principal;
use crate::time::{ClockOffset, with_micros};

/// What a request is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Purpose {
    /// A ticket for a service, or a referral.
    Service,
    /// The same ticket-granting ticket with a later end.
    Renewal,
}

/// A reply.
#[derive(Debug)]
pub(super) enum Grant {
    Ticket(Credential),
    /// A ticket-granting ticket for another realm, which is closer to the service (RFC 6806 section 8).
    Referral(Credential),
    /// The KDC's clock differs: the request must be made with this offset.
    Skew(ClockOffset),
}

/// One request. It does no I/O.
pub(super) struct Request<'a> {
    settings: &'a Settings,
    granting: &'a Credential,
    body: KdcRequest,
    subkey: Key,
}

impl<'a> Request<'a> {
    /// A request to the realm of `granting`, in which the service is looked for.
    pub(super) fn new(
        settings: &'a Settings,
        granting: &'a Credential,
        service: &[String],
        purpose: Purpose,
    ) -> Result<Self, LoginError> {
        let realm = granting.granted_realm();
        let options = match purpose {
            Purpose::Service => option::CANONICALIZE,
            Purpose::Renewal => option::RENEW | option::RENEWABLE,
        };
        let forwardable = if settings.is_forwardable {
            option::FORWARDABLE
        } else {
            0
        };
        let body = KdcRequest {
            options: options | forwardable,
            client: None,
            service: Principal {
                realm: realm.to_owned(),
                components: service.to_vec(),
            },
            till: match purpose {
                Purpose::Service => granting.end,
                Purpose::Renewal => granting.renew_till.unwrap_or(granting.end),
            },
            renew_till: granting.renew_till.filter(|_| purpose == Purpose::Renewal),
            nonce: random_u32().map_err(LoginError::request)? >> 1,
            kinds: settings.ticket_types.clone(),
        };
        let subkey = Key::random(granting.key.kind()).map_err(LoginError::request)?;
        Ok(Self {
            settings,
            granting,
            body,
            subkey,
        })
    }

    pub(super) fn realm(&self) -> &str {
        &self.body.service.realm
    }

    pub(super) fn encode(&self, clock: SystemTime) -> Result<Vec<u8>, LoginError> {
        let authentication = PreauthData {
            kind: preauth_type::TGS_REQ,
            value: self.authentication(clock)?,
        };
        let encoded = self
            .body
            .encode(&[authentication])
            .map_err(LoginError::request)?;
        Ok(encoded.to_vec())
    }

    /// The `AP-REQ` with the ticket-granting ticket. Its authenticator has a checksum of the request.
    fn authentication(&self, clock: SystemTime) -> Result<Vec<u8>, LoginError> {
        let key = &self.granting.key;
        let body = self.body.encode_body().map_err(LoginError::request)?;
        let signing = key
            .signing(usage::TGS_CHECKSUM)
            .map_err(LoginError::request)?;
        let authenticator = Authenticator {
            client: &self.granting.client,
            checksum: Checksum {
                kind: key.kind().checksum_number(),
                bytes: &signing.sign(&[&body]),
            },
            at: with_micros(clock),
            subkey: &self.subkey,
            sequence: None,
        };
        let authenticator = authenticator.encode().map_err(LoginError::request)?;
        let encrypted = key.encrypt(usage::TGS_AUTHENTICATOR, &authenticator);
        let authenticator = EncryptedData {
            kind: key.kind().number(),
            version: None,
            bytes: encrypted.map_err(LoginError::request)?,
        };
        let request = ap_req(0, &self.granting.ticket, &authenticator);
        Ok(request.map_err(LoginError::request)?.to_vec())
    }

    pub(super) fn read(&self, reply: &[u8]) -> Result<Grant, LoginError> {
        let invalid = failure::invalid(self.realm());
        if KrbError::is_error(reply) {
            let error = KrbError::decode(reply).map_err(invalid)?;
            if error.code == code::SKEW {
                return failure::corrected(self.settings, &error, self.realm()).map(Grant::Skew);
            }
            let (client, service) = (&self.granting.client, &self.body.service);
            return Err(failure::of(error, self.realm(), client, service));
        }
        let reply = KdcReply::decode(13, reply).map_err(&invalid)?;
        let part = self.decrypt(&reply)?;
        let part = ReplyPart::decode(&part).map_err(invalid)?;
        self.check(reply, part)
    }

    fn decrypt(&self, reply: &KdcReply) -> Result<crate::crypto::Secret, LoginError> {
        let encrypted = &reply.encrypted;
        let with = |key: &Key, usage| {
            if encrypted.kind == key.kind().number() {
                key.decrypt(usage, &encrypted.bytes)
            } else {
                Err(CryptoError::Checksum)
            }
        };
        // Old KDCs do not use the subkey.
        let plain = with(&self.subkey, usage::TGS_REPLY_SUBKEY)
            .or_else(|_| with(&self.granting.key, usage::TGS_REPLY_SESSION));
        plain.map_err(|error| {
            failure::invalid_reply(self.realm(), format!("its encrypted part: {error}"))
        })
    }

    /// RFC 4120 section 3.3.4: the reply must be for this client, service and nonce.
    fn check(&self, reply: KdcReply, part: ReplyPart) -> Result<Grant, LoginError> {
        let invalid = |cause: String| Err(failure::invalid_reply(self.realm(), cause));
        if part.nonce != self.body.nonce {
            return invalid("its nonce is not that of the request".to_owned());
        }
        if reply.client != self.granting.client {
            return invalid(format!(
                "it is for {}, expected {}",
                reply.client, self.granting.client
            ));
        }
        if reply.ticket.service != part.service {
            return invalid(format!(
                "its ticket is for {}, but its key for {}",
                reply.ticket.service, part.service
            ));
        }
        if !self.settings.permitted_types.contains(&part.key.kind()) {
            return Err(LoginError::NoCommonType {
                principal: part.service.to_string(),
                found: format!(
                    "the KDC chose {}, which krb5.conf does not allow",
                    part.key.kind()
                ),
            });
        }
        let (found, expected) = (&part.service, &self.body.service);
        if found == expected {
            return Ok(Grant::Ticket(login::credential(reply, part)));
        }
        let is_referral = self.body.options & option::CANONICALIZE != 0
            && found.realm == expected.realm
            && found
                .granted_realm()
                .is_some_and(|realm| realm != expected.realm);
        if is_referral {
            return Ok(Grant::Referral(login::credential(reply, part)));
        }
        invalid(format!(
            "it is for the service {found}, expected {expected}"
        ))
    }
}
