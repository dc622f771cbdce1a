//! From sources to described tables, and from those to texts.

mod aliases;
mod errors;
mod generate;
mod indexes;
mod names;
mod resolve;
mod snapshots;
mod support;
