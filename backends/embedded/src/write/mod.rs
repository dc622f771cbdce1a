//! Writing: mutations, increments, appends and conditions, as changes of keyspaces.

mod condition;
mod stage;
mod stamps;
mod update;

pub(crate) use condition::observe;
pub(crate) use stage::{Stage, check_mutation};
pub(crate) use stamps::Stamps;
pub(crate) use update::{stage_append, stage_increment};
