//! Policies from JSON to keys.

mod bad_policies;
mod bad_values;
mod findings;
mod operations;
mod previews;
mod random;
mod round_trips;
mod salt_findings;
mod salts;
mod schema;
mod section_9;
mod support;
