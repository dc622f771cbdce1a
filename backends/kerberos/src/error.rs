//! Errors of logins.

use std::io;
use std::path::PathBuf;

use crate::config::ConfigError;
use crate::cursor::FormatError;
use crate::principal::PrincipalError;

/// A keytab or credential cache that cannot be used.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileError {
    /// A file that cannot be read.
    #[error("{} cannot be read: {source}; check that it exists and that this user may read it", file.display())]
    Unreadable {
        /// The file.
        file: PathBuf,
        /// The error of the operating system.
        source: io::Error,
    },
    /// Bytes that do not follow the format.
    #[error("{}, byte {offset}: found {found}, expected {expected}; write the file again with `ktutil`, `ktadd` or `kinit`", file.display())]
    Format {
        /// The file.
        file: PathBuf,
        /// The offset of the first byte that does not fit.
        offset: usize,
        /// What was found there.
        found: String,
        /// What the format allows.
        expected: String,
    },
}

impl FileError {
    pub(crate) fn unreadable(file: &std::path::Path) -> impl Fn(io::Error) -> Self + use<> {
        let file = file.to_owned();
        move |source| Self::Unreadable {
            file: file.clone(),
            source,
        }
    }

    pub(crate) fn format(file: &std::path::Path) -> impl Fn(FormatError) -> Self + use<> {
        let file = file.to_owned();
        move |error| Self::Format {
            file: file.clone(),
            offset: error.offset,
            found: error.found,
            expected: error.expected,
        }
    }
}

/// The reason why there is no ticket. Each message names the cause and how to fix it. No message contains a secret.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum LoginError {
    /// A `krb5.conf` that cannot be used.
    #[error(transparent)]
    Config(#[from] ConfigError),
    /// A keytab or credential cache that cannot be used.
    #[error(transparent)]
    File(#[from] FileError),
    /// Text that is not the name of a principal.
    #[error(transparent)]
    Principal(#[from] PrincipalError),
    /// A principal without a realm, and no default realm.
    #[error(
        "the principal {principal} has no realm: add `@REALM`, or set `default_realm` in krb5.conf"
    )]
    NoRealm {
        /// The principal.
        principal: String,
    },
    /// No credential cache exists.
    #[error("no credentials: the cache {} does not exist; run `kinit`, set `KRB5CCNAME` to another cache, or log in by a keytab", cache.display())]
    NoCredentials {
        /// The cache.
        cache: PathBuf,
    },
    /// The cache has no ticket that could be used.
    #[error("no credentials: the cache {} has no ticket of {principal} for {needed}; run `kinit`", cache.display())]
    NoTicket {
        /// The cache.
        cache: PathBuf,
        /// The cache's principal.
        principal: String,
        /// The service for which a ticket is needed.
        needed: String,
    },
    /// A cache that is not a file.
    #[error(
        "the credential cache {name} is not a file: set `KRB5CCNAME=FILE:/path`, or `default_ccache_name` in krb5.conf, and run `kinit`"
    )]
    UnsupportedCache {
        /// The name of the cache.
        name: String,
    },
    /// The ticket in the cache has ended.
    #[error("the ticket of {principal} in {} expired at {end}: run `kinit`, or log in by a keytab", cache.display())]
    Expired {
        /// The principal.
        principal: String,
        /// The ticket's end, in UTC.
        end: String,
        /// The cache.
        cache: PathBuf,
    },
    /// The cache has another principal than before.
    #[error("the cache {} now has the principal {found}, expected {expected}: give each principal a cache of its own", cache.display())]
    OtherPrincipal {
        /// The cache.
        cache: PathBuf,
        /// The principal in the cache.
        found: String,
        /// The principal for which the credentials were opened.
        expected: String,
    },
    /// The keytab has no key of the principal.
    #[error("the keytab {} has no key of {principal}, only of {found}: use one of these, or add it with `ktadd`", keytab.display())]
    NotInKeytab {
        /// The keytab.
        keytab: PathBuf,
        /// The principal.
        principal: String,
        /// The principals that it has.
        found: String,
    },
    /// The KDC has another key than the keytab, usually a newer one.
    #[error("the KDC rejects the key of {principal} in {} (version {version}): the key was changed since; write the keytab again with `ktadd`, and compare `klist -k` with `kvno`", keytab.display())]
    KeyRejected {
        /// The keytab.
        keytab: PathBuf,
        /// The principal.
        principal: String,
        /// The version of the keytab's key.
        version: u32,
    },
    /// The KDC encrypted its reply with a version of the key that the keytab lacks.
    #[error("the keytab {} has the versions {found} of the key of {principal}, but the KDC uses version {expected}: write the keytab again with `ktadd`", keytab.display())]
    KeyVersion {
        /// The keytab.
        keytab: PathBuf,
        /// The principal.
        principal: String,
        /// The versions in the keytab.
        found: String,
        /// The version that the KDC uses.
        expected: u32,
    },
    /// The KDC does not know the client.
    #[error(
        "the KDC of {realm} does not know {principal}: check the spelling and the realm, or create it with `addprinc`"
    )]
    UnknownClient {
        /// The principal.
        principal: String,
        /// The realm whose KDC was called.
        realm: String,
    },
    /// The KDC does not know the service.
    #[error(
        "the KDC of {realm} does not know the service {service}: check the principal in the settings, the host's name and `[domain_realm]`, or create it with `addprinc`"
    )]
    UnknownService {
        /// The service's principal.
        service: String,
        /// The realm whose KDC was called.
        realm: String,
    },
    /// The client may not log in now.
    #[error("the KDC rejects {principal}: {cause}; ask the realm's administrator to enable it")]
    Disabled {
        /// The principal.
        principal: String,
        /// The reason of the KDC.
        cause: String,
    },
    /// `krb5.conf` names no KDC of a realm, and does not allow to ask DNS.
    #[error(
        "no KDC of the realm {realm} is configured in {files}, where `dns_lookup_kdc` is `false`: add `kdc = host` to the realm in `[realms]`, allow to ask DNS, or set `KRB5_CONFIG`"
    )]
    NoKdc {
        /// The realm.
        realm: String,
        /// The files that were read.
        files: String,
    },
    /// `krb5.conf` names no KDC of a realm, and neither does DNS.
    #[error(
        "no KDC of the realm {realm} is configured in {files}, and none was found in DNS at {name}: {cause}; check the realm's spelling, add `kdc = host` to it in `[realms]`, or set `KRB5_CONFIG`"
    )]
    NotInDns {
        /// The realm.
        realm: String,
        /// The files that were read.
        files: String,
        /// The name of the SRV records.
        name: String,
        /// The reply of each name server.
        cause: String,
    },
    /// No KDC of a realm replied.
    #[error(
        "no KDC of the realm {realm} replied: {failures}; check the network, the ports, and `kdc` in krb5.conf"
    )]
    Unreachable {
        /// The realm.
        realm: String,
        /// The error of each KDC.
        failures: String,
    },
    /// The clocks of this machine and the KDC differ too much.
    #[error(
        "the clock of this machine differs by {seconds} s from the KDC's of {realm}, expected at most {limit} s: synchronize both, for example by NTP"
    )]
    ClockSkew {
        /// The realm.
        realm: String,
        /// Seconds that the KDC's clock is ahead.
        seconds: i64,
        /// The limit, seconds.
        limit: u64,
    },
    /// Client and KDC, or the service, have no encryption type in common.
    #[error(
        "no common encryption type for {principal}: {found}; supported are AES types (17 to 20) that `permitted_enctypes` in krb5.conf allows; create new keys with `ktadd -e aes256-cts-hmac-sha1-96:normal`"
    )]
    NoCommonType {
        /// The principal whose key or ticket is concerned.
        principal: String,
        /// The types of both sides.
        found: String,
    },
    /// Another error of a KDC.
    #[error(
        "the KDC of {realm} rejects the request for {service}: error {code} {text}; its log has more about it"
    )]
    Rejected {
        /// The realm.
        realm: String,
        /// The principal of the service.
        service: String,
        /// The code of RFC 4120 section 7.5.9.
        code: i32,
        /// The KDC's text.
        text: String,
    },
    /// A reply that does not follow the protocol, or that does not belong to the request.
    #[error(
        "the reply of {sender} is not valid: {cause}; check that `kdc` in krb5.conf is a KDC of this realm"
    )]
    InvalidReply {
        /// The KDC or realm.
        sender: String,
        /// The first difference.
        cause: String,
    },
    /// Referrals from realm to realm without an end.
    #[error(
        "{service} was not found by way of the realms {realms}: check `[domain_realm]` in krb5.conf, and the trust between these realms"
    )]
    Referrals {
        /// The principal of the service.
        service: String,
        /// The realms in order.
        realms: String,
    },
    /// The deadline passed first.
    #[error("no ticket for {service} until the deadline: waited for {step}")]
    DeadlineExceeded {
        /// The principal of the service.
        service: String,
        /// The step, with the last error.
        step: String,
    },
    /// The operating system failed, or a value cannot be encoded.
    #[error("a request cannot be made: {cause}")]
    Request {
        /// The error.
        cause: String,
    },
}

impl LoginError {
    /// Whether the same login may succeed later without a change of the settings.
    pub(crate) fn is_transient(&self) -> bool {
        match self {
            Self::NoCredentials { .. }
            | Self::NoTicket { .. }
            | Self::Expired { .. }
            | Self::KeyRejected { .. }
            | Self::KeyVersion { .. }
            | Self::NotInKeytab { .. }
            | Self::File(_)
            | Self::NotInDns { .. }
            | Self::Unreachable { .. }
            | Self::InvalidReply { .. }
            | Self::Rejected { .. }
            | Self::ClockSkew { .. } => true,
            Self::Config(_)
            | Self::Principal(_)
            | Self::NoRealm { .. }
            | Self::UnsupportedCache { .. }
            | Self::OtherPrincipal { .. }
            | Self::UnknownClient { .. }
            | Self::UnknownService { .. }
            | Self::Disabled { .. }
            | Self::NoKdc { .. }
            | Self::NoCommonType { .. }
            | Self::Referrals { .. }
            | Self::DeadlineExceeded { .. }
            | Self::Request { .. } => false,
        }
    }

    pub(crate) fn request(cause: impl Into<Box<dyn std::error::Error>>) -> Self {
        let cause = cause.into().to_string();
        Self::Request { cause }
    }
}
