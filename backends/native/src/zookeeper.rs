//! The active master and the server of `hbase:meta` in `ZooKeeper`.

use std::io;
use std::time::Duration;

use bytes::Bytes;
use hbase_backend::Deadline;
use hbase_rpc::WireError;
use hbase_rpc::message::{Master, MetaRegionServer, ServerName};
use hbase_rpc::region::parse_node;
use zookeeper_client::{Client, Error};

use crate::clock;
use crate::endpoint::Endpoint;
use crate::net::CallFailure;

/// Timeout of one read; reads are retried until the deadline.
const PATIENCE: Duration = Duration::from_secs(10);

/// The servers of `ZooKeeper`, and the cluster's node. A session lasts for one read.
#[derive(Debug)]
pub(crate) struct Quorum {
    /// `host:port,…`
    servers: String,
    endpoints: Vec<Endpoint>,
    /// Without a trailing slash.
    znode: String,
}

impl Quorum {
    pub(crate) fn new(servers: impl IntoIterator<Item = Endpoint>, znode: &str) -> Self {
        let endpoints: Vec<_> = servers.into_iter().collect();
        let servers: Vec<_> = endpoints.iter().map(ToString::to_string).collect();
        Self {
            servers: servers.join(","),
            endpoints,
            znode: znode.trim_end_matches('/').to_owned(),
        }
    }

    pub(crate) async fn master(&self, deadline: Deadline) -> Result<ServerName, CallFailure> {
        let node = self.node("master", deadline).await?;
        Ok(parse_node::<Master>(&node)?.master)
    }

    pub(crate) async fn meta(&self, deadline: Deadline) -> Result<ServerName, CallFailure> {
        let node = self.node("meta-region-server", deadline).await?;
        Ok(parse_node::<MetaRegionServer>(&node)?.server)
    }

    async fn node(&self, name: &str, deadline: Deadline) -> Result<Bytes, CallFailure> {
        let until = deadline.min(clock::after(PATIENCE));
        let path = format!("{}/{name}", self.znode);
        match clock::before(until, self.read(&path)).await {
            Some(Ok(data)) => Ok(Bytes::from(data)),
            Some(Err(Error::NoNode)) => self.missing(&path, until).await,
            Some(Err(Error::NoHosts)) => {
                let why = Box::pin(self.why_no_hosts(until)).await;
                Err(self.failed(io::ErrorKind::NotConnected, &why))
            }
            Some(Err(error)) => Err(self.failed(io::ErrorKind::NotConnected, &error.to_string())),
            None => Err(self.silent()),
        }
    }

    /// The failure of a caller whose deadline has passed before a response.
    pub(crate) fn silent(&self) -> CallFailure {
        self.failed(io::ErrorKind::TimedOut, "no response")
    }

    /// The reason why no server can be used; the `ZooKeeper` client does not report it.
    async fn why_no_hosts(&self, until: Deadline) -> String {
        let mut causes = Vec::new();
        for (left, server) in (1..=self.endpoints.len()).rev().zip(&self.endpoints) {
            let until = hbase_tcp::share(until.instant(), left);
            let cause = match hbase_tcp::connect(&server.host, server.port, until).await {
                Ok(_) => "it accepts connections, but does not respond like ZooKeeper: is the port right, and does it require TLS?".to_owned(),
                Err(cause) => cause.to_string(),
            };
            causes.push(format!("{server}: {cause}"));
        }
        format!("no server can be used: {}", causes.join("; "))
    }

    async fn read(&self, path: &str) -> Result<Vec<u8>, Error> {
        let client = self.client().await?;
        Ok(client.get_data(path).await?.0)
    }

    async fn client(&self) -> Result<Client, Error> {
        let connector = Client::connector()
            .with_session_timeout(PATIENCE)
            .with_fail_eagerly();
        connector.connect(&self.servers).await
    }

    /// A server may be registered later; a missing cluster node stays missing.
    async fn missing(&self, path: &str, until: Deadline) -> Result<Bytes, CallFailure> {
        let looking = async { self.client().await?.check_stat(&self.znode).await };
        if let Some(Ok(None)) = clock::before(until, looking).await {
            let (servers, znode) = (&self.servers, &self.znode);
            let what = format!("ZooKeeper at {servers} has no node {znode}: is it the cluster's?");
            return Err(CallFailure::Wire(WireError::Value { what }));
        }
        let why = format!("no server is registered as {path}");
        Err(self.failed(io::ErrorKind::NotConnected, &why))
    }

    fn failed(&self, kind: io::ErrorKind, why: &str) -> CallFailure {
        let what = format!("ZooKeeper at {}: {why}", self.servers);
        CallFailure::not_sent(io::Error::new(kind, what))
    }
}
