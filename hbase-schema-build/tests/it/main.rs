//! From sources to described tables, and from those to texts.

mod errors;
mod resolve;
mod support;
