//! Parses attributes, option by option; an error in one does not hide the others.

mod entry;
mod opt;
mod option_set;
mod slot;
mod suggest;
pub(crate) mod value;

pub(crate) use entry::{Entry, comma, here, in_parens, list, note, read_attribute};
pub(crate) use opt::Opt;
pub(crate) use option_set::{OptionList, OptionSet, OptionSpec, TakesName, Value};
pub(crate) use slot::Slot;
pub(crate) use suggest::{among, did_you_mean, nearest};
