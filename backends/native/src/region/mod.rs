//! Regions and their servers.

mod cache;
mod error;
mod limit;
mod locate;
mod looking;
mod meta;
mod place;
mod registry;

pub(crate) use cache::{Region, RegionCache};
pub(crate) use error::LocateError;
pub(crate) use locate::Locator;
pub(crate) use place::Place;
pub(crate) use registry::{Bootstrap, Registry};
