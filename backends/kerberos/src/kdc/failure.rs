//! The meaning of KDCs' errors.

use crate::asn1::DecodeError;
use crate::config::Settings;
use crate::crypto::EncryptionType;
use crate::error::LoginError;
use crate::list::join;
use crate::message::{KrbError, code};
use crate::principal::Principal;
use crate::time::{ClockOffset, Time};

/// Offsets of up to 2 s come from rounding and the network.
const MIN_OFFSET: i64 = 2;

/// The error of a realm's KDC about a request of `client` for `service`.
pub(super) fn of(
    error: KrbError,
    realm: &str,
    client: &Principal,
    service: &Principal,
) -> LoginError {
    let realm = realm.to_owned();
    let principal = client.to_string();
    let (service, text) = (service.to_string(), error.text);
    let cause = |default: &str| match &*text {
        "" => default.to_owned(),
        text => format!("{default} ({text})"),
    };
    match error.code {
        code::UNKNOWN_CLIENT | code::WRONG_REALM => LoginError::UnknownClient { principal, realm },
        code::UNKNOWN_SERVICE => LoginError::UnknownService { service, realm },
        code::CLIENT_EXPIRED => {
            let cause = cause("the account has expired");
            LoginError::Disabled { principal, cause }
        }
        code::CLIENT_REVOKED => {
            let cause = cause("the account is locked or disabled");
            LoginError::Disabled { principal, cause }
        }
        code::PASSWORD_EXPIRED => {
            let cause = cause("its key has expired");
            LoginError::Disabled { principal, cause }
        }
        code::NO_COMMON_TYPE => LoginError::NoCommonType {
            principal: service,
            found: format!("the KDC of {realm} has no key of a type that was requested"),
        },
        code => LoginError::Rejected {
            realm,
            service,
            code,
            text: if text.is_empty() {
                name_of(code).to_owned()
            } else {
                text
            },
        },
    }
}

/// The corrected clock after an error of a KDC about the time, or an error if the settings do not allow it.
pub(super) fn corrected(
    settings: &Settings,
    error: &KrbError,
    realm: &str,
) -> Result<ClockOffset, LoginError> {
    let offset = ClockOffset::between(ClockOffset::default().now(), error.at);
    if settings.follows_clock {
        return Ok(offset);
    }
    Err(skew(settings, offset, realm))
}

pub(super) fn skew(settings: &Settings, offset: ClockOffset, realm: &str) -> LoginError {
    LoginError::ClockSkew {
        realm: realm.to_owned(),
        seconds: offset.seconds,
        limit: settings.clock_skew,
    }
}

/// The offset by a time in a reply that was encrypted for this client, so that nobody else has made it.
pub(super) fn authenticated_offset(authenticated: Time) -> ClockOffset {
    let offset = ClockOffset::between(ClockOffset::default().now(), authenticated);
    if offset.seconds.abs() > MIN_OFFSET {
        offset
    } else {
        ClockOffset::default()
    }
}

pub(super) fn invalid(realm: &str) -> impl Fn(DecodeError) -> LoginError {
    move |error| invalid_reply(realm, error.to_string())
}

pub(super) fn invalid_reply(realm: &str, cause: impl Into<String>) -> LoginError {
    LoginError::InvalidReply {
        sender: format!("the KDC of {realm}"),
        cause: cause.into(),
    }
}

pub(super) fn names(kinds: &[EncryptionType]) -> String {
    join(kinds.iter().map(ToString::to_string))
}

fn name_of(code: i32) -> &'static str {
    match code {
        code::SERVICE_EXPIRED => "(the service's principal has expired)",
        code::NULL_KEY => "(the principal has no key)",
        code::NEVER_VALID => "(the requested start is after the end)",
        code::POLICY => "(the KDC's policy does not allow it)",
        code::SERVICE_REVOKED => "(the service's principal is locked)",
        code::TICKET_REVOKED => "(the ticket was revoked)",
        code::PREAUTH_FAILED => "(pre-authentication failed)",
        code::INTEGRITY => {
            "(the ticket was encrypted with another key: the service's key was changed)"
        }
        code::TICKET_EXPIRED => "(the ticket has expired)",
        code::BAD_VERSION => "(the version of the key is not known)",
        code::SKEW => "(the clocks differ too much)",
        _ => "(see RFC 4120 section 7.5.9)",
    }
}
