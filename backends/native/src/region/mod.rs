//! Regions and their servers.

mod cache;
mod locate;
mod meta;
mod registry;

pub(crate) use cache::{Region, RegionCache};
pub(crate) use locate::{LocateError, Locator, Place};
pub(crate) use registry::{Bootstrap, Registry};
