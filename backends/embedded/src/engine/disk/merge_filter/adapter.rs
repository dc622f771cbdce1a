//! The engine's interface of compaction filters.

use fjall::compaction::filter::{CompactionFilter, Context, Factory, ItemAccessor, Verdict};

use super::drops::MergeDrops;
use super::limits::{LimitsWatch, MergeLimits};
use super::policies::DropPolicies;
use crate::engine::KeyspaceId;

/// Makes the filter for each merge of a keyspace.
pub(super) struct FilterFactory {
    id: KeyspaceId,
    policies: DropPolicies,
}

impl FilterFactory {
    pub(super) fn new(id: KeyspaceId, policies: DropPolicies) -> Self {
        Self { id, policies }
    }
}

impl Factory for FilterFactory {
    fn name(&self) -> &'static str {
        "hbase"
    }

    fn make_filter(&self, _: &Context) -> Box<dyn CompactionFilter> {
        let limits = MergeLimits::watch_next();
        // The engine's own merges keep everything: they must not hold the database when it is closed.
        let drops = limits
            .as_ref()
            .and_then(|_| self.policies.start_merge(self.id));
        Box::new(MergeFilter { drops, limits })
    }
}

/// The filter of a merge in progress.
struct MergeFilter {
    /// Decides about its entries; `None` keeps everything.
    drops: Option<MergeDrops>,
    /// The limits that end it early; `None` for the engine's own merges.
    limits: Option<LimitsWatch>,
}

impl CompactionFilter for MergeFilter {
    fn filter_item(&mut self, item: ItemAccessor<'_>, _: &Context) -> lsm_tree::Result<Verdict> {
        if let Some(limits) = &mut self.limits {
            limits.step(item.key().len() + item.value()?.len())?;
        }
        let Some(drops) = &mut self.drops else {
            return Ok(Verdict::Keep);
        };
        let is_dropped = drops.drops(item.key(), &item.value()?);
        Ok(if is_dropped {
            Verdict::Remove
        } else {
            Verdict::Keep
        })
    }

    fn finish(self: Box<Self>) {
        if let Some(drops) = self.drops {
            drops.finish();
        }
    }
}
