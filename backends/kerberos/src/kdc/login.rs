//! Login with a long-term key: `AS-REQ` and `AS-REP` of RFC 4120 section 3.1, with an encrypted timestamp where the KDC
//! requires it.

use std::time::{Instant, SystemTime};

use super::{Kdcs, failure};
use crate::config::Settings;
use crate::credential::Credential;
use crate::crypto::encryption_type::name_of;
use crate::crypto::{EncryptionType, random_u32};
use crate::error::LoginError;
use crate::keytab::ClientKeys;
use crate::list::join;
use crate::message::{
    KdcReply, KdcRequest, KrbError, PreauthData, ReplyPart, code, encrypted_timestamp, method_data,
    offered_types, option, preauth_type, usage,
};
use crate::principal::Principal;
use crate::time::{ClockOffset, Time};

/// Maximum number of requests: one that the KDC rejects, one with a timestamp, one with a corrected clock.
const MAX_REQUESTS: usize = 4;

/// The ticket-granting ticket of a login, and the difference to the KDC's clock.
pub(crate) type LoggedIn = (Credential, ClockOffset);

/// Logs in at a KDC of the client's realm.
pub(crate) async fn log_in(
    kdcs: &Kdcs,
    settings: &Settings,
    keys: &ClientKeys,
    deadline: Instant,
) -> Result<LoggedIn, LoginError> {
    let mut login = Login::new(settings, keys)?;
    let realm = &keys.principal.realm;
    for _ in 0..MAX_REQUESTS {
        let request = login.request(SystemTime::now())?;
        let reply = kdcs.exchange(settings, realm, &request, deadline).await?;
        if let Some(done) = login.read(&reply)? {
            return Ok(done);
        }
    }
    Err(failure::invalid_reply(
        realm,
        "it wants to have the same request again and again",
    ))
}

/// The state of a login. It does no I/O.
pub(super) struct Login<'a> {
    settings: &'a Settings,
    keys: &'a ClientKeys,
    request: KdcRequest,
    /// The difference to the clock of the KDC, which has not authenticated itself. Only the timestamp depends on it.
    offset: ClockOffset,
    is_corrected: bool,
    /// The type of the key for the timestamp, if the KDC has required one.
    timestamp: Option<EncryptionType>,
    cookie: Option<PreauthData>,
}

impl<'a> Login<'a> {
    pub(super) fn new(settings: &'a Settings, keys: &'a ClientKeys) -> Result<Self, LoginError> {
        let realm = &keys.principal.realm;
        // The KDC takes the first type of which it has a key. Session keys may have the others.
        let (first, rest): (Vec<_>, Vec<_>) = settings
            .login_types
            .iter()
            .partition(|kind| keys.has(**kind));
        if first.is_empty() {
            let (has, allowed) = (keys.kinds(), failure::names(&settings.login_types));
            return Err(LoginError::NoCommonType {
                principal: keys.principal.to_string(),
                found: format!(
                    "the keytab {} has {has}, krb5.conf allows {allowed}",
                    keys.file.display()
                ),
            });
        }
        let request = KdcRequest {
            options: 0,
            client: Some(keys.principal.clone()),
            service: Principal::ticket_granting(realm, realm),
            till: Time(0),
            renew_till: None,
            nonce: 0,
            kinds: [first, rest].concat(),
        };
        Ok(Self {
            settings,
            keys,
            request,
            offset: ClockOffset::default(),
            is_corrected: false,
            timestamp: None,
            cookie: None,
        })
    }

    /// Encodes the next request.
    pub(super) fn request(&mut self, clock: SystemTime) -> Result<Vec<u8>, LoginError> {
        let clock = self.offset.apply(clock);
        let now = Time::of(clock);
        let Self {
            settings, request, ..
        } = &mut *self;
        request.options = if settings.is_forwardable {
            option::FORWARDABLE
        } else {
            0
        };
        request.till = now.plus(settings.ticket_lifetime);
        request.renew_till = settings.renew_lifetime.map(|seconds| now.plus(seconds));
        if request.renew_till.is_some() {
            request.options |= option::RENEWABLE;
        }
        // 31 bits: some KDCs read a signed number.
        request.nonce = random_u32().map_err(LoginError::request)? >> 1;
        let mut preauth: Vec<_> = self.cookie.iter().cloned().collect();
        if let Some((_, key)) = self.timestamp.and_then(|kind| self.keys.newest(kind)) {
            preauth.push(encrypted_timestamp(key, clock).map_err(LoginError::request)?);
        }
        let encoded = self.request.encode(&preauth).map_err(LoginError::request)?;
        Ok(encoded.to_vec())
    }

    /// Reads a reply. `None`: another request is needed.
    pub(super) fn read(&mut self, reply: &[u8]) -> Result<Option<LoggedIn>, LoginError> {
        let invalid = failure::invalid(self.realm());
        if KrbError::is_error(reply) {
            let error = KrbError::decode(reply).map_err(invalid)?;
            return self.read_error(error).map(|()| None);
        }
        let reply = KdcReply::decode(11, reply).map_err(invalid)?;
        self.read_ticket(reply).map(Some)
    }

    fn read_error(&mut self, error: KrbError) -> Result<(), LoginError> {
        match error.code {
            code::PREAUTH_REQUIRED if self.timestamp.is_none() => {
                self.correct(&error)?;
                self.read_methods(error.data.as_deref())
            }
            code::SKEW if !self.is_corrected => {
                self.is_corrected = true;
                self.offset = failure::corrected(self.settings, &error, self.realm())?;
                Ok(())
            }
            code::SKEW => {
                let offset = ClockOffset::between(ClockOffset::default().now(), error.at);
                Err(failure::skew(self.settings, offset, self.realm()))
            }
            code::PREAUTH_FAILED | code::INTEGRITY => Err(self.rejected_key()),
            code::NO_COMMON_TYPE => Err(LoginError::NoCommonType {
                principal: self.keys.principal.to_string(),
                found: format!(
                    "the KDC of {} has no key of the requested types {}",
                    self.realm(),
                    failure::names(&self.request.kinds)
                ),
            }),
            _ => Err(failure::of(
                error,
                self.realm(),
                &self.keys.principal,
                &self.request.service,
            )),
        }
    }

    /// Follows the KDC's clock, whose time comes with each error, if it differs by more than would be accepted.
    fn correct(&mut self, error: &KrbError) -> Result<(), LoginError> {
        let offset = ClockOffset::between(ClockOffset::default().now(), error.at);
        if offset.seconds.unsigned_abs() > self.settings.clock_skew {
            self.offset = failure::corrected(self.settings, error, self.realm())?;
        }
        Ok(())
    }

    /// Chooses the key for the timestamp, by the methods that the KDC offers.
    fn read_methods(&mut self, data: Option<&[u8]>) -> Result<(), LoginError> {
        let invalid = failure::invalid(self.realm());
        let methods = method_data(data.unwrap_or(&[0x30, 0])).map_err(&invalid)?;
        let find = |kind| methods.iter().find(|method| method.kind == kind);
        if !methods.is_empty() && find(preauth_type::ENCRYPTED_TIMESTAMP).is_none() {
            let found = join(methods.iter().map(|method| method.kind.to_string()));
            return Err(LoginError::Disabled {
                principal: self.keys.principal.to_string(),
                cause: format!(
                    "it wants pre-authentication of the types {found}, expected 2, an encrypted timestamp"
                ),
            });
        }
        let offered = match find(preauth_type::ETYPE_INFO2) {
            Some(info) => offered_types(&info.value).map_err(invalid)?,
            None => self
                .request
                .kinds
                .iter()
                .map(|kind| kind.number())
                .collect(),
        };
        self.cookie = find(preauth_type::COOKIE).cloned();
        let known = offered
            .iter()
            .filter_map(|kind| EncryptionType::from_number(*kind));
        let mut usable =
            known.filter(|kind| self.request.kinds.contains(kind) && self.keys.has(*kind));
        self.timestamp = usable.next();
        if self.timestamp.is_some() {
            return Ok(());
        }
        let offered = join(offered.into_iter().map(name_of));
        let (keytab, has) = (self.keys.file.display(), self.keys.kinds());
        Err(LoginError::NoCommonType {
            principal: self.keys.principal.to_string(),
            found: format!("the KDC has {offered}, the keytab {keytab} has {has}"),
        })
    }

    fn rejected_key(&self) -> LoginError {
        let kind = self
            .timestamp
            .or_else(|| self.request.kinds.first().copied());
        LoginError::KeyRejected {
            keytab: self.keys.file.clone(),
            principal: self.keys.principal.to_string(),
            version: kind
                .and_then(|kind| self.keys.newest(kind))
                .map_or(0, |(version, _)| version),
        }
    }

    fn other_version(&self, expected: u32) -> LoginError {
        LoginError::KeyVersion {
            keytab: self.keys.file.clone(),
            principal: self.keys.principal.to_string(),
            found: self.keys.versions(),
            expected,
        }
    }

    /// RFC 4120 section 3.1.5: the reply must be for this client, service and nonce.
    fn read_ticket(&self, reply: KdcReply) -> Result<LoggedIn, LoginError> {
        let realm = self.realm();
        let part = self.decrypt(&reply)?;
        let request = &self.request;
        if part.nonce != request.nonce {
            return Err(failure::invalid_reply(
                realm,
                "its nonce is not that of the request",
            ));
        }
        for (found, expected) in [
            (&reply.client, &self.keys.principal),
            (&part.service, &request.service),
            (&reply.ticket.service, &request.service),
        ] {
            if found != expected {
                return Err(failure::invalid_reply(
                    realm,
                    format!("it is for {found}, expected {expected}"),
                ));
            }
        }
        let offset = failure::authenticated_offset(part.authenticated);
        if !self.settings.follows_clock && offset.seconds.unsigned_abs() > self.settings.clock_skew
        {
            return Err(failure::skew(self.settings, offset, realm));
        }
        let offset = if self.settings.follows_clock {
            offset
        } else {
            ClockOffset::default()
        };
        Ok((credential(reply, part), offset))
    }

    fn decrypt(&self, reply: &KdcReply) -> Result<ReplyPart, LoginError> {
        let encrypted = &reply.encrypted;
        let kind = EncryptionType::from_number(encrypted.kind)
            .filter(|kind| self.request.kinds.contains(kind));
        let Some(kind) = kind.filter(|kind| self.keys.has(*kind)) else {
            return Err(LoginError::NoCommonType {
                principal: self.keys.principal.to_string(),
                found: format!(
                    "the KDC replied with {}, the keytab has {}",
                    name_of(encrypted.kind),
                    self.keys.kinds()
                ),
            });
        };
        // Some KDCs count versions otherwise than whoever wrote the keytab: the newest key may be the right one.
        let of_version = self.keys.of_version(kind, encrypted.version);
        let newest = self.keys.newest(kind).map(|(_, key)| key);
        let Some(key) = of_version.or(newest) else {
            return Err(self.rejected_key());
        };
        let plain = key.decrypt(usage::AS_REPLY, &encrypted.bytes);
        let plain = plain.map_err(|_| match (of_version, encrypted.version) {
            (None, Some(expected)) => self.other_version(expected),
            // The key was changed without a new version.
            _ => self.rejected_key(),
        })?;
        ReplyPart::decode(&plain).map_err(failure::invalid(self.realm()))
    }

    fn realm(&self) -> &'a str {
        &self.keys.principal.realm
    }
}

/// The ticket of a reply that has been checked.
pub(super) fn credential(reply: KdcReply, part: ReplyPart) -> Credential {
    Credential {
        client: reply.client,
        service: part.service,
        key: part.key,
        ticket: reply.ticket.encoded,
        flags: part.flags,
        start: part.start.unwrap_or(part.authenticated),
        end: part.end,
        renew_till: part.renew_till,
    }
}
