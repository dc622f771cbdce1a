//! Reading what stands inside an attribute, option by option, going on after a mistake.

mod entry;
mod opt;
mod place;
mod slot;
mod suggest;
pub(crate) mod value;

pub(crate) use entry::{Entry, here, in_parens, list, note, read_attribute};
pub(crate) use opt::Opt;
pub(crate) use place::Place;
pub(crate) use slot::Slot;
pub(crate) use suggest::{among, did_you_mean};
