//! Authenticates new connections.

use std::fmt;
use std::io;
use std::sync::Arc;
use std::time::{Duration, SystemTime};

use hbase_backend::{BoxFuture, Deadline};
use hbase_rpc::message::{GetConnectionRegistryResponse, SecurityPreamableResponse};
use hbase_rpc::{PreambleCall, Service, preamble};
use tokio::sync::OnceCell;

use super::connector::{Connector, Stream};
use super::handshake::send_header;
use super::login::{Outcome, failed, log_in};
use super::preamble_call;
use super::secured::Secured;
use crate::clock;
use crate::endpoint::Endpoint;
use crate::options::Options;
use crate::sasl::{Digest, Gssapi, Mechanism, SaslError};
use crate::security::{DelegationToken, Identity, Login, Principals};

/// Maximum time to obtain a ticket, so that the cause is known soon. A later call tries again until its deadline.
const MOST_LOGIN: Duration = Duration::from_millis(1800);

/// Logs in to servers.
pub(super) struct Authenticator {
    login: Login,
    /// The user if a server requires no authentication, and the settings allow that.
    user: String,
    response_bytes: usize,
    connector: Arc<dyn Connector>,
    /// The cluster's id, if it was needed.
    cluster: OnceCell<String>,
}

impl Authenticator {
    /// `None` for a client that does not log in.
    pub(super) fn of(options: &Options) -> Option<Self> {
        Some(Self {
            login: options.login.clone()?,
            user: options.user.clone(),
            response_bytes: options.response_bytes,
            connector: Arc::clone(&options.connector),
            cluster: OnceCell::new(),
        })
    }

    /// Authenticates client and server to each other, and sends the connection's header. Later bytes are protected as
    /// agreed.
    ///
    /// Boxed: the futures of tickets are deep.
    pub(super) fn greet<'a>(
        &'a self,
        stream: Box<dyn Stream>,
        server: &'a Endpoint,
        service: Service,
        until: Deadline,
    ) -> BoxFuture<'a, io::Result<Box<dyn Stream>>> {
        Box::pin(self.authenticated(stream, server, service, until))
    }

    async fn authenticated(
        &self,
        mut stream: Box<dyn Stream>,
        server: &Endpoint,
        service: Service,
        until: Deadline,
    ) -> io::Result<Box<dyn Stream>> {
        let mut mechanism = self.mechanism(server, service, until).await?;
        let first = preamble(self.login.auth());
        let allowed = self.login.is_simple_allowed;
        let logged_in = log_in(&mut *stream, &first, &mut *mechanism, allowed).await;
        let (mut stream, user) = match logged_in.map_err(failed)? {
            Outcome::Simple => {
                tracing::warn!(target: "hbase_schema", backend = crate::NAME, %server, "a server requires no authentication: whoever responds in its place can read and forge everything");
                (stream, Some(self.user.as_str()))
            }
            Outcome::Agreed(agreement) => {
                tracing::debug!(target: "hbase_schema", backend = crate::NAME, %server, protection = %agreement.protection, "logged in");
                let secured = match agreement.layer {
                    None => stream,
                    Some(layer) => Box::new(Secured::new(stream, layer, self.response_bytes)),
                };
                (secured, self.login.user())
            }
        };
        send_header(&mut *stream, user, service).await?;
        Ok(stream)
    }

    async fn mechanism(
        &self,
        server: &Endpoint,
        service: Service,
        until: Deadline,
    ) -> io::Result<Box<dyn Mechanism>> {
        match &self.login.identity {
            Identity::Kerberos(credentials) => {
                let principal = self.principal(server, service, until).await?;
                let limit = clock::at_most(until, MOST_LOGIN).instant();
                let ticket = credentials.service_ticket(&principal, limit).await;
                let ticket = ticket.map_err(|error| without_credentials(error.to_string()))?;
                let accepted = self.login.protections.clone();
                Ok(Box::new(Gssapi::new(&ticket, SystemTime::now(), accepted)))
            }
            Identity::Tokens(tokens) => {
                let token = self.token(tokens, server, until).await?;
                Ok(Box::new(self.digest(token)?))
            }
        }
    }

    /// The principal of a server. Where it may be one of two, the server names it; nothing authenticates this response,
    /// so that it only chooses.
    async fn principal(
        &self,
        server: &Endpoint,
        service: Service,
        until: Deadline,
    ) -> io::Result<String> {
        let known = self.login.principals.of(server, service);
        let (first, others) = known.split_first().ok_or_else(|| {
            let setting = Principals::setting(service);
            without_credentials(format!(
                "the server's principal is unknown: set `{setting}`"
            ))
        })?;
        if others.is_empty() {
            return Ok(first.clone());
        }
        let call = PreambleCall::Security;
        let response =
            preamble_call::call::<SecurityPreamableResponse>(&*self.connector, server, call, until);
        match response.await {
            Ok(response) if known.contains(&response.server_principal) => {
                Ok(response.server_principal)
            }
            // A server that has made its response before its own login names the system's user, as those of 2.6.1 do.
            Ok(response) if !response.server_principal.contains('@') => Ok(first.clone()),
            Ok(response) => Err(without_credentials(format!(
                "the server has the principal {}, expected {}",
                response.server_principal,
                known.join(" or ")
            ))),
            // Servers before 2.6 do not know the call. Those that a program names are usually masters.
            Err(error) if preamble_call::is_unknown(&error) => Ok(first.clone()),
            Err(error) => Err(error),
        }
    }

    fn digest(&self, token: &DelegationToken) -> io::Result<Digest> {
        let mut random = [0; 16];
        getrandom::fill(&mut random).map_err(io::Error::other)?;
        let accepted = self.login.protections.clone();
        Ok(Digest::of_token(token, random, accepted))
    }

    /// The token of the cluster to which the server belongs.
    async fn token<'t>(
        &self,
        tokens: &'t [DelegationToken],
        server: &Endpoint,
        until: Deadline,
    ) -> io::Result<&'t DelegationToken> {
        if let [token] = tokens {
            return Ok(token);
        }
        let id = self
            .cluster
            .get_or_try_init(|| self.cluster_id(server, until));
        let id = id.await?;
        let token = tokens.iter().find(|token| token.service() == id);
        token.ok_or_else(|| {
            let known: Vec<_> = tokens.iter().map(DelegationToken::service).collect();
            let known = if known.is_empty() {
                "none".to_owned()
            } else {
                known.join(", ")
            };
            let what = format!("no delegation token of the cluster {id}, found tokens of: {known}");
            without_credentials(what)
        })
    }

    async fn cluster_id(&self, server: &Endpoint, until: Deadline) -> io::Result<String> {
        let call = PreambleCall::Registry;
        let response = preamble_call::call::<GetConnectionRegistryResponse>(
            &*self.connector,
            server,
            call,
            until,
        );
        Ok(response.await?.cluster_id)
    }
}

fn without_credentials(what: String) -> io::Error {
    failed(SaslError::Credentials(what).into())
}

impl fmt::Debug for Authenticator {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Authenticator")
            .field("login", &self.login)
            .finish_non_exhaustive()
    }
}
