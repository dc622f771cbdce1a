//! Identities: who logs in, by what, and the tickets that were issued to it.

mod granting;
mod identity;
mod keeper;
mod source;
mod state;
mod ticket;
mod tickets;

use std::fmt;
use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::Instant;

pub use ticket::ServiceTicket;

use crate::cache;
use crate::config::Config;
use crate::error::LoginError;
use crate::principal::Principal;
use identity::Identity;
use source::Source;

/// An identity, by which a program authenticates itself to services.
///
/// It belongs to whoever holds it, never to the process: a program may have several. A clone is the same identity, with
/// the same tickets. `Debug` shows no secret, and keys are cleared from memory when they are dropped.
///
/// After the first login, a task of the Tokio runtime replaces or renews tickets after a third of their life. It ends when
/// the last clone is dropped. Calls that need a new ticket share one login: the others wait for it until their deadlines.
///
/// ```no_run
/// use std::time::{Duration, Instant, SystemTime};
///
/// use hbase_schema_kerberos::{Config, Credentials, Initiator};
///
/// # async fn example() -> Result<(), Box<dyn std::error::Error>> {
/// let credentials = Credentials::from_keytab(Config::load()?, "/etc/shop.keytab", "shop@EXAMPLE.COM")?;
/// let deadline = Instant::now() + Duration::from_secs(5);
/// let ticket = credentials.service_ticket("hbase/host.example.com", deadline).await?;
/// let (initiator, token) = Initiator::start(&ticket, SystemTime::now());
/// # Ok(())
/// # }
/// ```
#[derive(Clone)]
pub struct Credentials {
    identity: Arc<Identity>,
}

impl Credentials {
    /// The identity of a principal with keys in a keytab, which is read at each login. Without `@REALM`, the principal
    /// is in the default realm.
    ///
    /// # Errors
    /// [`LoginError::Principal`], or [`LoginError::NoRealm`].
    pub fn from_keytab(
        config: Config,
        keytab: impl Into<PathBuf>,
        principal: &str,
    ) -> Result<Self, LoginError> {
        let (components, realm) = Principal::parse(principal)?;
        let realm = realm.or_else(|| config.default_realm().map(str::to_owned));
        let realm = realm.ok_or_else(|| LoginError::NoRealm {
            principal: principal.to_owned(),
        })?;
        let source = Source::Keytab(keytab.into());
        Ok(Self::new(config, source, Principal { realm, components }))
    }

    /// The identity of [`from_keytab`](Self::from_keytab), with the keytab of `KRB5_KTNAME`, or else of `default_keytab_name` in
    /// `krb5.conf`, or else `/etc/krb5.keytab`.
    ///
    /// # Errors
    /// As `from_keytab`, and [`LoginError::Request`] if the keytab is not a file.
    pub fn from_default_keytab(config: Config, principal: &str) -> Result<Self, LoginError> {
        let keytab = cache::default_keytab(&config)?;
        Self::from_keytab(config, keytab, principal)
    }

    /// The identity of a credential cache, which is a file. It is read again when it changes. While its ticket can be
    /// renewed, it is renewed in memory; the file stays as it is.
    ///
    /// # Errors
    /// A cache that cannot be read. Tickets that have expired are an error of [`service_ticket`](Self::service_ticket).
    pub fn from_cache(config: Config, cache: impl AsRef<Path>) -> Result<Self, LoginError> {
        let file = cache.as_ref();
        let client = cache::read(file)?.client;
        Ok(Self::new(config, Source::Cache(file.to_owned()), client))
    }

    /// The identity of [`from_cache`](Self::from_cache), with the cache of `KRB5CCNAME`, or else of `default_ccache_name` in
    /// `krb5.conf`, or else `/tmp/krb5cc_` with the user's number.
    ///
    /// # Errors
    /// As `from_cache`, and [`LoginError::UnsupportedCache`] for a cache that is not a file.
    pub fn from_default_cache(config: Config) -> Result<Self, LoginError> {
        let file = cache::default_cache(&config)?;
        Self::from_cache(config, file)
    }

    /// The principal, with its realm.
    pub fn principal(&self) -> String {
        self.identity.principal.to_string()
    }

    /// A ticket for a service such as `hbase/host.example.com@EXAMPLE.COM`. Without a realm, `[domain_realm]` of
    /// `krb5.conf` has it, or else the KDCs find it.
    ///
    /// Until the first login has succeeded, an error is returned as soon as it is known. Later, if the error may pass
    /// (such as a KDC that is down), the call tries again until its deadline, and then returns the last error.
    ///
    /// # Errors
    /// The reason why there is no ticket.
    pub async fn service_ticket(
        &self,
        service_principal: &str,
        deadline: Instant,
    ) -> Result<ServiceTicket, LoginError> {
        let service = self.service(service_principal)?;
        self.identity.service_ticket(&service, deadline).await
    }

    fn new(config: Config, source: Source, principal: Principal) -> Self {
        let identity = Arc::new(Identity::new(config, source, principal));
        Self { identity }
    }

    /// The realm stays empty if only the KDCs know it.
    fn service(&self, text: &str) -> Result<Principal, LoginError> {
        let (components, realm) = Principal::parse(text)?;
        let realm = match (realm, &*components) {
            (Some(realm), _) => realm,
            (None, [_, host]) => {
                let realm = self.identity.config.settings().realm_of(host);
                realm.unwrap_or_default().to_owned()
            }
            (None, _) => self.identity.principal.realm.clone(),
        };
        Ok(Principal { realm, components })
    }
}

impl fmt::Debug for Credentials {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Credentials")
            .field("principal", &self.identity.principal)
            .field("source", &self.identity.source)
            .finish_non_exhaustive()
    }
}

#[cfg(test)]
mod tests;
