//! The error for a filter that the language cannot express.

use hbase_backend::{Capability, Error};

use crate::unsupported::unsupported_use;

pub(super) fn inexpressible(what: &str) -> Error {
    let what = format!("HBase's filter language, which the gateway takes, cannot express {what}");
    unsupported_use(Capability::AllFilters, &what)
}
