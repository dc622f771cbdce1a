//! The benchmark's table.

use hbase_schema_cluster_tests::{Cluster, create_anew};

use super::shared::{Outcome, User};

/// The regions of each table start here.
const SPLITS: &str = "SPLITS => ['25000000', '50000000', '75000000']";

/// Creates it without rows.
pub(super) fn create(cluster: &Cluster) -> Outcome {
    let ddl = format!("{}, {SPLITS}", User::DDL.trim_end());
    create_anew(cluster, "bench", &[&ddl])?;
    Ok(())
}
