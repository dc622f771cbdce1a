//! Failures of gateways and connections, on a scripted gateway.

mod calls;
mod connections;
mod fake;
mod inserts;
mod scans;
mod states;

use std::time::Duration;

use hbase_backend::Deadline;
use hbase_model::TableName;

pub(crate) fn soon() -> Deadline {
    Deadline::after(Duration::from_secs(20))
}

pub(crate) fn table() -> TableName {
    TableName::from_static("default", "t")
}
