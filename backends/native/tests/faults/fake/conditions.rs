//! Conditions of region actions: a column compared with bytes.

use hbase_backend::Row;
use hbase_rpc::message::{BinaryComparator, CompareType, Condition};
use prost::Message as _;

use super::cluster::{Cluster, Conditions, State};

impl State {
    /// Whether the value of a column equals the condition's; an empty one is that of no cell.
    pub(super) fn holds(&self, condition: &Condition) -> bool {
        assert_eq!(condition.compare_type(), CompareType::Equal);
        let comparator = condition.comparator.clone().unwrap_or_default();
        let bytes = comparator.serialized_comparator.unwrap_or_default();
        let given = BinaryComparator::decode(bytes).expect("a comparison with bytes");
        let row = self.rows.get(&condition.row[..]).cloned();
        let row = row.map(Row::from_trusted);
        let found = row
            .as_ref()
            .and_then(|row| row.value(condition.family(), condition.qualifier()));
        found.unwrap_or_default() == given.comparable.value()
    }
}

impl Cluster {
    /// Makes servers ignore conditions, and report nothing about them.
    pub(crate) fn ignore_conditions(&self) {
        self.state().conditions = Conditions::PassedOver;
    }
}
