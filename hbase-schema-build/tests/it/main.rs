//! From sources to described tables, and from described tables to texts.

mod aliases;
mod errors;
mod generate;
mod indexes;
mod names;
mod resolve;
mod snapshots;
mod support;
