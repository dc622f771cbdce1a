//! The cluster's status.

use hbase_model::{Deadline, Result};
use hbase_rpc::message::{ClusterOption, GetClusterStatusRequest};

use crate::client::Client;
use crate::failure::Operation;

impl Client {
    /// The cluster's release and its servers, in one line.
    pub(crate) async fn status(&self, deadline: Deadline) -> Result<String> {
        let operation = Operation::of_cluster("reading the cluster's status");
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
        let response = self.ask_master(operation, &request, deadline).await?;
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
