//! How a client logs in.

use hbase_rpc::Auth;
use hbase_schema_kerberos::Credentials;

use super::principals::Principals;
use super::protection::Protection;
use super::token::DelegationToken;

/// A client's credentials, and what it requires of servers: [`Options::login`](crate::Options::login).
///
/// A login belongs to one client: two clients of a program may be two users.
///
/// ```
/// use hbase_native::{DelegationToken, Login, Options, Protection};
/// let token = DelegationToken::new("identifier", "password", "the cluster's id");
/// let login = Login::token(token).protections([Protection::Privacy]);
/// let options = Options::default().login(login);
/// # drop(options);
/// ```
#[derive(Clone, Debug)]
#[must_use = "a login does nothing until a client is made with it"]
pub struct Login {
    pub(crate) identity: Identity,
    pub(crate) protections: Vec<Protection>,
    pub(crate) is_simple_allowed: bool,
    pub(crate) proxied: Option<String>,
    pub(crate) principals: Principals,
}

/// What proves who the client is.
#[derive(Clone, Debug)]
pub(crate) enum Identity {
    /// A principal of Kerberos.
    Kerberos(Credentials),
    /// Tokens of one or several clusters.
    Tokens(Vec<DelegationToken>),
}

impl Login {
    fn of(identity: Identity) -> Self {
        Self {
            identity,
            // As Hadoop's `hadoop.rpc.protection` and HBase's own default.
            protections: vec![Protection::Authentication],
            is_simple_allowed: false,
            proxied: None,
            principals: Principals::default(),
        }
    }

    /// Logs in by Kerberos. The principals are those of the masters and of the region servers
    /// (`hbase.master.kerberos.principal`, `hbase.regionserver.kerberos.principal`); the name of a server replaces
    /// `_HOST`.
    ///
    /// ```no_run
    /// use hbase_native::{Credentials, KerberosConfig, Login};
    /// let config = KerberosConfig::load()?;
    /// let alice = Credentials::from_keytab(config, "/etc/alice.keytab", "alice@EXAMPLE.ORG")?;
    /// let login = Login::kerberos(alice, "hbase/_HOST@EXAMPLE.ORG", "hbase/_HOST@EXAMPLE.ORG");
    /// # drop(login);
    /// # Ok::<(), hbase_native::LoginError>(())
    /// ```
    pub fn kerberos(
        credentials: Credentials,
        master: impl Into<String>,
        region_server: impl Into<String>,
    ) -> Self {
        let mut login = Self::of(Identity::Kerberos(credentials));
        login.principals = Principals {
            master: Some(master.into()).filter(|master| !master.is_empty()),
            region_server: Some(region_server.into()).filter(|server| !server.is_empty()),
        };
        login
    }

    /// Logs in by a delegation token.
    pub fn token(token: DelegationToken) -> Self {
        Self::tokens([token])
    }

    /// Logs in by that of several tokens whose service is the cluster's id, which servers report since `HBase` 2.6.
    pub fn tokens(tokens: impl IntoIterator<Item = DelegationToken>) -> Self {
        Self::of(Identity::Tokens(tokens.into_iter().collect()))
    }

    /// The accepted protections, in the order of preference (`hbase.rpc.protection`; default authentication alone). The
    /// first one that a server offers is used. A server that offers none of them is an error, and so is a message that is
    /// not protected as agreed.
    pub fn protections(mut self, protections: impl IntoIterator<Item = Protection>) -> Self {
        self.protections = protections.into_iter().collect();
        self
    }

    /// Whether connections without authentication are made to servers that require none
    /// (`hbase.ipc.client.fallback-to-simple-auth-allowed`); `false` by default. With `true`, whoever responds in a
    /// server's place can read and forge everything.
    pub fn fallback_to_simple(mut self, is_allowed: bool) -> Self {
        self.is_simple_allowed = is_allowed;
        self
    }

    /// Makes calls on behalf of another user (Hadoop's `doAs`). Servers allow it by `hadoop.proxyuser.USER.hosts` and
    /// `….users`. A token is always of one user, so that this has no effect with it.
    pub fn on_behalf_of(mut self, user: impl Into<String>) -> Self {
        self.proxied = Some(user.into());
        self
    }

    /// The method in a connection's preamble.
    pub(crate) fn auth(&self) -> Auth {
        match &self.identity {
            Identity::Kerberos(_) => Auth::Kerberos,
            Identity::Tokens(_) => Auth::Digest,
        }
    }

    /// The user in a connection's header: none but a proxied one, as servers know the others.
    pub(crate) fn user(&self) -> Option<&str> {
        match &self.identity {
            Identity::Kerberos(_) => self.proxied.as_deref(),
            Identity::Tokens(_) => None,
        }
    }
}
