//! The user as a cluster knows it, and delegation tokens.

use hbase_backend::Deadline;
use hbase_native::{DelegationToken, Native};

use super::builder::Builder;
use super::native;
use super::url::Target;
use crate::db::{CallContext, Error, Limits};
use crate::settings::{NativeSettings, SettingsError, TokenBytes};

/// The user as the servers know it: [`Builder::who_am_i`].
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct WhoAmI {
    /// The user, as in permissions.
    pub user: String,
    /// How the user was authenticated: `KERBEROS`, `TOKEN` or `SIMPLE`; `None` if the server does not report it.
    pub method: Option<String>,
}

impl Builder {
    /// Logs in by the delegation tokens in these bytes, which are the contents of a token file of Hadoop; they take precedence
    /// over the settings' credentials. Requires `hbase.security.authentication = kerberos`.
    pub fn delegation_tokens(mut self, file: impl Into<Vec<u8>>) -> Self {
        self.tokens = Some(TokenBytes(file.into()));
        self
    }

    /// Logs in by Kerberos, and obtains a delegation token, by which other programs log in without a ticket. Returns the
    /// contents of a token file, which Java's programs read too (`HADOOP_TOKEN_FILE_LOCATION`). Whoever has it is the user,
    /// until the token expires (by the servers' settings, after 7 days).
    ///
    /// ```no_run
    /// # #[tokio::main(flavor = "current_thread")]
    /// # async fn main() -> Result<(), Box<dyn std::error::Error>> {
    /// let builder = hbase_schema::Connection::builder().url("hbase://master:16000?hbase.security.authentication=kerberos");
    /// std::fs::write("alice.token", builder.delegation_token().await?)?;
    /// # Ok(())
    /// # }
    /// ```
    ///
    /// # Errors
    /// As of [`connect`](Self::connect), and for a url of another kind. Servers reject the call if they lack the coprocessor
    /// `org.apache.hadoop.hbase.security.token.TokenProvider`, or if the login was by a token.
    pub async fn delegation_token(&self) -> Result<Vec<u8>, Error> {
        let (client, deadline) = self.native_client()?;
        let token = client.delegation_token(deadline).await;
        let token = token.map_err(|error| CallContext::call("delegation_token").backend(error))?;
        Ok(DelegationToken::encode_file([&token]))
    }

    /// The user as a region server knows it, and how it was authenticated.
    ///
    /// # Errors
    /// As of [`connect`](Self::connect), and for a url of another kind. Servers reject the call if they lack the coprocessor
    /// `org.apache.hadoop.hbase.security.token.TokenProvider`, as those of a cluster that is not secured usually do.
    pub async fn who_am_i(&self) -> Result<WhoAmI, Error> {
        let (client, deadline) = self.native_client()?;
        let known = client.who_am_i(deadline).await;
        let known = known.map_err(|error| CallContext::call("who_am_i").backend(error))?;
        Ok(WhoAmI {
            user: known.user,
            method: known.method,
        })
    }

    fn native_client(&self) -> Result<(Native, Deadline), Error> {
        let (url, settings) = self.all_settings()?;
        let limits = Limits::from_settings(&settings)?;
        let settings = NativeSettings::read(&settings)?.with_tokens(self.tokens.as_ref());
        let client = match Target::parse(&url)? {
            Target::Servers(servers) => {
                let options = native::options(&url, &settings)?;
                Native::new(native::endpoints(servers), options)
            }
            #[cfg(feature = "zookeeper")]
            Target::ZooKeeper { quorum, znode } => {
                let options = native::options(&url, &settings)?;
                Native::of_zookeeper(native::endpoints(quorum), &znode, options)
            }
            _ => {
                let what = "expected a cluster that is reached by HBase's own RPC: `hbase://HOST:PORT` or `hbase+zk://HOST:PORT/ZNODE`";
                let what = what.to_owned();
                return Err(SettingsError::Url { url, what }.into());
            }
        };
        Ok((client, Deadline::after(limits.timeout)))
    }
}
