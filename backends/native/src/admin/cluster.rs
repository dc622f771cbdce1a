//! The cluster's status.

use hbase_backend::{Deadline, Get, Result};
use hbase_rpc::message::{ClusterOption, GetClusterStatusRequest};
use hbase_rpc::region::META_TABLE;

use crate::client::Client;
use crate::clock;
use crate::failure::Operation;

impl Client {
    /// The cluster's release and its servers, in one line.
    ///
    /// Rows are read and written without a master. So if no master responds within half of the time, for
    /// example during a fail-over, it is enough that `hbase:meta` can be read.
    pub(crate) async fn status(&self, deadline: Deadline) -> Result<String> {
        let half = clock::at_most(deadline, clock::remaining(deadline) / 2);
        match self.status_of_master(half).await {
            Ok(status) => Ok(status),
            Err(error) => self.status_of_meta(deadline).await.map_err(|_| error),
        }
    }

    async fn status_of_meta(&self, deadline: Deadline) -> Result<String> {
        let get = Get {
            existence_only: true,
            ..Get::new(META_TABLE.to_string())
        };
        let operation = Operation::of_cluster("reading the cluster's status", deadline);
        // Reads search for it until their deadline; here, a cluster that cannot be reached at all is reported
        // at once.
        let meta = self.locator.registry.meta(deadline).await;
        let meta = meta.map_err(|failure| operation.error(failure, "the servers given"))?;
        self.get_row(&META_TABLE, &get, deadline).await?;
        Ok(format!(
            "HBase, hbase:meta at {}, no active master: rows can be read and written, tables cannot be created or changed",
            meta.server
        ))
    }

    async fn status_of_master(&self, deadline: Deadline) -> Result<String> {
        let operation = Operation::of_cluster("reading the cluster's status", deadline);
        let options = [
            ClusterOption::HbaseVersion,
            ClusterOption::Master,
            ClusterOption::ServersName,
        ];
        let request = GetClusterStatusRequest {
            options: options.map(i32::from).to_vec(),
        };
        // A cluster that cannot be reached at all is reported at once.
        let master = self.locator.registry.master(deadline).await;
        master.map_err(|failure| operation.error(failure, "the servers given"))?;
        let response = self.ask_master(operation, &request).await?;
        let status = response.cluster_status;
        let version = status.hbase_version.map_or_else(String::new, |v| v.version);
        let count = status.servers_name.len();
        let servers = if count == 1 {
            "region server"
        } else {
            "region servers"
        };
        let master = status.master.unwrap_or_default();
        Ok(format!(
            "HBase {version}, master {}:{}, {count} {servers}",
            master.host_name,
            master.port.unwrap_or_default()
        ))
    }
}
