//! The embedded store with the capabilities of the Thrift gateway, which has none of those that writes need.

use std::sync::Arc;

use hbase_backend::backend::Layer;
use hbase_backend::{Backend, Capabilities, Capability};
use hbase_schema_embedded::Embedded;

#[derive(Debug)]
pub(crate) struct Limited(pub(crate) Arc<Embedded>);

impl Layer for Limited {
    fn inner(&self) -> Arc<dyn Backend> {
        Arc::<Embedded>::clone(&self.0)
    }

    fn name(&self) -> &'static str {
        "limited"
    }

    fn capabilities(&self) -> Capabilities {
        Capabilities::of(&[Capability::Filters, Capability::ReversedScan])
    }
}
