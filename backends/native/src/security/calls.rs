//! Calls of `AuthenticationService`, a coprocessor at `hbase:meta` (`TokenProvider`).

use bytes::Bytes;
use hbase_backend::{Deadline, Error, Result};
use hbase_rpc::message::{
    CoprocessorServiceCall, CoprocessorServiceRequest, GetAuthenticationTokenRequest,
    GetAuthenticationTokenResponse, WhoAmIRequest, WhoAmIResponse,
};
use hbase_rpc::region::META_TABLE;
use prost::Message;

use super::token::DelegationToken;
use crate::NAME;
use crate::backend::Native;
use crate::client::Client;
use crate::failure::Operation;
use crate::retry::Idempotency;

/// Without `hbase.pb.`, which Java's client leaves out (`CoprocessorRpcUtils.getServiceName`).
const SERVICE: &str = "AuthenticationService";

/// The user as a server knows it: [`Native::who_am_i`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WhoAmI {
    /// The user, as in permissions.
    pub user: String,
    /// `KERBEROS`, `TOKEN` or `SIMPLE`; it may be missing.
    pub method: Option<String>,
}

impl Native {
    /// Obtains a delegation token for the client's user, by which other programs log in without a ticket.
    ///
    /// # Errors
    /// Servers reject the call unless the client has logged in by Kerberos, and if they lack the coprocessor
    /// `org.apache.hadoop.hbase.security.token.TokenProvider`.
    pub async fn delegation_token(&self, deadline: Deadline) -> Result<DelegationToken> {
        let operation = Operation::of_cluster("obtaining a delegation token", deadline);
        let request = GetAuthenticationTokenRequest {};
        let method = "GetAuthenticationToken";
        let response = self.client.authentication(operation, method, &request);
        let GetAuthenticationTokenResponse { token } = response.await?;
        let token = token.ok_or_else(|| operation.no_value("a token"))?;
        let part = |part: Option<Bytes>| part.unwrap_or_default().to_vec();
        let service = String::from_utf8_lossy(&part(token.service)).into_owned();
        Ok(DelegationToken::new(
            part(token.identifier),
            part(token.password),
            service,
        ))
    }

    /// The client's user as a region server knows it, and how it was authenticated.
    ///
    /// # Errors
    /// As of any read; servers without the coprocessor `org.apache.hadoop.hbase.security.token.TokenProvider` reject the
    /// call.
    pub async fn who_am_i(&self, deadline: Deadline) -> Result<WhoAmI> {
        let operation = Operation::of_cluster("reading the user's name", deadline);
        let response = self
            .client
            .authentication(operation, "WhoAmI", &WhoAmIRequest {});
        let WhoAmIResponse {
            username,
            auth_method,
        } = response.await?;
        Ok(WhoAmI {
            user: username.unwrap_or_default(),
            method: auth_method,
        })
    }
}

impl Client {
    async fn authentication<M: Message + Default>(
        &self,
        operation: Operation<'_>,
        method: &str,
        request: &impl Message,
    ) -> Result<M> {
        let request = Bytes::from(request.encode_to_vec());
        let call = || CoprocessorServiceCall {
            row: Bytes::new(),
            service_name: SERVICE.to_owned(),
            method_name: method.to_owned(),
            request: request.clone(),
        };
        let make = |region| {
            let call = call();
            (CoprocessorServiceRequest { region, call }, Bytes::new())
        };
        // A token that is obtained twice is two tokens, of which one expires unused.
        let target = (&META_TABLE, &b""[..]);
        let body = self
            .on_row(operation, target, Idempotency::Idempotent, make)
            .await?;
        let response = body.message::<CoprocessorServiceRequest>()?;
        let value = response
            .value
            .value
            .ok_or_else(|| operation.no_value("a value"))?;
        Ok(hbase_rpc::decode(value)?)
    }
}

impl Operation<'_> {
    fn no_value(&self, what: &str) -> Error {
        Error::Backend {
            backend: NAME,
            what: format!("{}: the response is without {what}", self.doing),
        }
    }
}
