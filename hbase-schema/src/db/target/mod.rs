//! The tables and the rows of requests.

pub(super) mod keys;
pub(super) mod table_ref;
