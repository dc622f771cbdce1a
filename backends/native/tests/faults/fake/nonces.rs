//! The region servers' memory of increments: their nonces, for half an hour or until the process ends.

use std::collections::HashMap;
use std::time::Duration;

use bytes::Bytes;
use hbase_rpc::message::MutationProto;
use tokio::time::Instant;

use super::cluster::{Cluster, State};

/// `hbase.server.hashNonce.gracePeriod`
const KEPT: Duration = Duration::from_secs(30 * 60);

/// The cells of increments that were carried out, by host, nonce group and nonce: as the row was when the last request
/// with this nonce was answered, since `HBase` stamps each of them (`HRegion.completeMiniBatchOperations`).
pub(super) type Nonces = HashMap<(String, u64, u64), (Instant, Bytes)>;

impl State {
    pub(super) fn start_code(&self, host: &str) -> u64 {
        self.start_codes.get(host).copied().unwrap_or(1)
    }

    /// The cells that an increment wrote, if this host's process has carried it out.
    pub(super) fn remembered(
        &self,
        host: &str,
        group: u64,
        mutation: &MutationProto,
    ) -> Option<Bytes> {
        let (at, cells) = self
            .nonces
            .get(&(host.to_owned(), group, mutation.nonce?))?;
        (at.elapsed() <= KEPT).then(|| cells.clone())
    }

    pub(super) fn remember(
        &mut self,
        host: &str,
        group: u64,
        mutation: &MutationProto,
        cells: &[u8],
    ) {
        let Some(nonce) = mutation.nonce else { return };
        let (key, cells) = (
            (host.to_owned(), group, nonce),
            Bytes::copy_from_slice(cells),
        );
        self.nonces.insert(key, (Instant::now(), cells));
    }
}

impl Cluster {
    /// Restarts a host's process, which then opens its regions again.
    pub(crate) fn restart(&self, host: &str) {
        let mut state = self.state();
        let start_code = state.start_code(host) + 1;
        state.start_codes.insert(host.to_owned(), start_code);
        state.nonces.retain(|(server, ..), _| server != host);
        let of_host = state
            .regions
            .iter_mut()
            .filter(|region| region.server == host);
        of_host.for_each(|region| region.start_code = start_code);
        drop(state);
        self.cut(host);
    }
}
