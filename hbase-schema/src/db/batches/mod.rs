//! Writes and deletes many rows, batch by batch.

pub(super) mod batch;
pub(super) mod call;
pub(super) mod delete_many;
mod in_flight;
mod put_many;
pub(super) mod report;
