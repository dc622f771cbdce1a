//! The messages of `HBase`'s services that clients use; names and numbers are those of the server's descriptors (release
//! 2.6.1). Unused fields are omitted: decoding skips them.

#![allow(
    missing_docs,
    reason = "fields and values carry the names of the server's own descriptors"
)]

#[macro_use]
mod declare;

mod admin;
mod cell;
mod client;
mod cluster;
mod common;
mod comparator;
mod filter;
mod header;
mod master;
mod registry;
mod scan;
mod security;
mod zookeeper;

pub use admin::*;
pub use cell::*;
pub use client::*;
pub use cluster::*;
pub use common::*;
pub use comparator::*;
pub use filter::*;
pub use header::*;
pub use master::*;
pub use registry::*;
pub use scan::*;
pub use security::*;
pub use zookeeper::*;
