//! A request of a batch to one server, with the rows of each region.

use std::sync::Arc;

use hbase_rpc::Body;

use crate::endpoint::Endpoint;
use crate::net::CallFailure;
use crate::region::Region;
use crate::retry::Pauses;

/// The rows of one region action, by their index in the batch.
pub(super) struct Group {
    pub(super) region: Arc<Region>,
    pub(super) items: Vec<usize>,
}

/// A request to one server.
pub(super) struct Call {
    pub(super) server: Endpoint,
    pub(super) groups: Vec<Group>,
    /// Later writes of the rows in it: they are sent after its response.
    pub(super) deferred: Vec<usize>,
    /// How often its items were tried before.
    pub(super) pauses: Pauses,
}

impl Call {
    pub(super) fn new(server: &Endpoint, pauses: &Pauses) -> Self {
        Self {
            server: server.clone(),
            groups: Vec::new(),
            deferred: Vec::new(),
            pauses: pauses.clone(),
        }
    }
}

/// A request and its outcome; its groups are those of its region actions.
pub(super) struct Answered {
    pub(super) call: Call,
    pub(super) outcome: Result<Body, CallFailure>,
}
