//! Writes: mutations, increments, appends and conditions, as changes of keyspaces.

mod apply;
mod check_many;
mod condition;
mod stage;
mod update;
