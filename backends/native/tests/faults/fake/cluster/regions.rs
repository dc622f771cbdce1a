//! Regions that move, split, merge or go.

use super::super::region::Region;
use super::Cluster;

impl Cluster {
    /// Moves the region that starts at a key.
    pub(crate) fn relocate(&self, start: &str, host: &str) {
        self.change(start, |region| {
            host.clone_into(&mut region.server);
            host.clone_into(&mut region.listed);
        });
    }

    /// Moves a region without recording it in `hbase:meta`.
    pub(crate) fn relocate_unlisted(&self, start: &str, host: &str) {
        self.change(start, |region| host.clone_into(&mut region.server));
    }

    /// Moves `hbase:meta`.
    pub(crate) fn relocate_meta(&self, host: &str) {
        host.clone_into(&mut self.state().meta);
    }

    fn change(&self, start: &str, change: impl FnOnce(&mut Region)) {
        let mut state = self.state();
        let mut regions = state.regions.iter_mut();
        let found = regions.position(|region| region.start == start && !region.is_parent);
        let found = found.expect("a region that starts there");
        change(&mut state.regions[found]);
        let start_code = state.start_code(&state.regions[found].listed);
        state.regions[found].start_code = start_code;
    }

    /// Splits the region with a key; the parent stays in `hbase:meta`.
    pub(crate) fn split(&self, at: &str, hosts: [&str; 2]) {
        let mut state = self.state();
        let mut regions = state.regions.iter_mut();
        let parent = regions.find(|region| region.contains(at.as_bytes()) && !region.is_parent);
        let parent = parent.expect("a region with the key");
        parent.is_parent = true;
        parent.server.clear();
        let (start, end) = (parent.start.clone(), parent.end.clone());
        state.add(&start, at.as_bytes(), hosts[0]);
        state.add(at.as_bytes(), &end, hosts[1]);
    }

    /// Merges the regions from `start` to `end`; they leave `hbase:meta`.
    pub(crate) fn merge(&self, start: &str, end: &str, host: &str) {
        let mut state = self.state();
        let (from, to) = (start.as_bytes(), end.as_bytes());
        let inside = |region: &Region| region.start >= from && (to.is_empty() || region.start < to);
        state.regions.retain(|region| !inside(region));
        state.add(from, to, host);
    }

    /// Takes a region out of `hbase:meta`.
    pub(crate) fn drop_region(&self, start: &str) {
        self.state().regions.retain(|region| region.start != start);
    }
}
