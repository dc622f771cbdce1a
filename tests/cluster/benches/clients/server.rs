//! The processor time of the server, as Linux counts it.

use std::fs;

use hbase_schema_cluster_tests::Cluster;

use super::shared::Outcome;

/// The kernel's unit of a process's time, seconds.
const TICK: f64 = 0.01;

/// The server's process.
pub(super) struct ServerCpu {
    stat: String,
}

impl ServerCpu {
    pub(super) fn of(cluster: &Cluster) -> Outcome<Self> {
        let id = fs::read_to_string(cluster.directory().join("server.pid"))?;
        let id = id.split(' ').next().unwrap_or_default();
        let stat = format!("/proc/{}/stat", id.trim());
        Ok(Self { stat })
    }

    /// What the process has used since its start, seconds.
    pub(super) fn seconds(&self) -> Outcome<f64> {
        let stat = fs::read_to_string(&self.stat)?;
        let (_, fields) = stat
            .rsplit_once(") ")
            .ok_or("no name in a process's status")?;
        let times = fields.split(' ').skip(11).take(2);
        let ticks: Result<Vec<f64>, _> = times.map(str::parse).collect();
        Ok(ticks?.iter().sum::<f64>() * TICK)
    }
}
