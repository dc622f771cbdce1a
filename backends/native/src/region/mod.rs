//! Regions and their servers.

mod cache;
mod locate;
mod meta;
mod place;
mod registry;

pub(crate) use cache::{Region, RegionCache};
pub(crate) use locate::{LocateError, Locator};
pub(crate) use place::Place;
pub(crate) use registry::{Bootstrap, Registry};
