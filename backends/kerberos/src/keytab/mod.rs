//! Keytabs: long-term keys of principals. Format: `keytab_file_format` of MIT's documentation, version 2.

mod format;
mod keys;

#[cfg(test)]
pub(crate) use format::parse;
pub(crate) use keys::{ClientKeys, read};

#[cfg(test)]
pub(crate) mod tests;
