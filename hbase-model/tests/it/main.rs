//! Compares the model with `HBase`'s own results, and with itself on random input.

mod attributes;
mod ddl;
mod decimals;
mod described;
#[cfg(feature = "json")]
mod description;
#[cfg(feature = "json")]
mod description_dates;
#[cfg(feature = "json")]
mod description_keys;
#[cfg(feature = "json")]
mod description_omitted;
#[cfg(feature = "json")]
mod description_text;
mod diff;
#[cfg(feature = "json")]
mod dynamic;
mod escape;
#[cfg(feature = "json")]
mod extremes;
mod hashes;
#[cfg(feature = "json")]
mod indexes;
mod interpreter;
mod java_bytes;
mod java_text;
mod layout_records;
mod layouts;
mod lengths;
mod lists;
mod lock;
mod names;
mod ordered_bytes;
mod parsed_values;
mod parts;
mod primitives;
mod random;
mod salts;
mod salts_of_others;
mod scans;
mod split_fits;
mod splits;
mod support;
mod tables;
mod terminators;
mod times;
mod unit_numbers;
mod validate;
