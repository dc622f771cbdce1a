//! Single writes and single regions that servers reject within a request.

use super::cluster::{Cluster, State};
use super::script::Thrown;

/// The next rejection: a write of a row, or all actions on a region.
#[derive(Debug, Default)]
pub(super) struct Rejections(Vec<Rejection>);

#[derive(Debug)]
struct Rejection {
    target: Target,
    left: usize,
    thrown: Thrown,
}

#[derive(Debug, PartialEq)]
enum Target {
    Row(Vec<u8>),
    /// The start key.
    Region(Vec<u8>),
}

impl Rejections {
    fn next(&mut self, target: &Target) -> Result<(), Thrown> {
        let mut all = self.0.iter_mut();
        let met = all.find(|one| one.left > 0 && one.target == *target);
        met.map_or(Ok(()), |one| {
            one.left -= 1;
            Err(one.thrown.clone())
        })
    }
}

impl State {
    pub(super) fn check_write(&mut self, row: &[u8]) -> Result<(), Thrown> {
        self.rejections.next(&Target::Row(row.to_vec()))
    }

    pub(super) fn check_region(&mut self, start: &[u8]) -> Result<(), Thrown> {
        self.rejections.next(&Target::Region(start.to_vec()))
    }
}

impl Cluster {
    /// Rejects the next writes of a row; others of the same request are carried out.
    pub(crate) fn reject_writes(&self, times: usize, row: &str, thrown: Thrown) {
        self.reject(times, Target::Row(row.as_bytes().to_vec()), thrown);
    }

    /// Rejects the next actions on a region in `Multi` requests; those on others are carried out.
    pub(crate) fn reject_region(&self, times: usize, start: &str, thrown: Thrown) {
        self.reject(times, Target::Region(start.as_bytes().to_vec()), thrown);
    }

    fn reject(&self, left: usize, target: Target, thrown: Thrown) {
        self.state().rejections.0.push(Rejection {
            target,
            left,
            thrown,
        });
    }

    /// Disables the table: its regions are served nowhere, and `hbase:meta` still names their servers.
    pub(crate) fn disable(&self) {
        self.state().is_disabled = true;
    }
}
