//! The input of generated operations.

use fastrand::Rng;
use hbase_backend::{Capabilities, Capability};

use super::tables::Plan;
use super::values::Times;
/// The input of generated operations.
#[derive(Debug)]
pub(super) struct Source<'a> {
    pub(super) rng: &'a mut Rng,
    pub(super) plan: &'a Plan,
    pub(super) times: Times,
    pub(super) can: Capabilities,
}

impl Source<'_> {
    pub(super) fn can(&self, capability: Capability) -> bool {
        self.can.has(capability)
    }
}
