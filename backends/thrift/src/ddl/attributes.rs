//! Attributes that the gateway's `createTable` does not support.

use hbase_model::TableDescriptor;
use hbase_model::descriptor::AttributeSpec;

/// The family attributes that `createTable` supports.
// The compiler does not report these places for a new one: `ddl.rs`, `wire/values.rs` and the docs of `lib.rs`.
const SUPPORTED: [&str; 6] = [
    "VERSIONS",
    "TTL",
    "COMPRESSION",
    "BLOOMFILTER",
    "BLOCKCACHE",
    "IN_MEMORY",
];

/// The declared attributes that `createTable` does not support and that differ from `HBase`'s defaults.
pub(super) fn unsupported(table: &TableDescriptor) -> Vec<String> {
    let differs = |(spec, value): &(&AttributeSpec, String)| spec.default != Some(value);
    let own = table.fields().filter(differs);
    let mut found: Vec<_> = own.map(|(spec, _)| spec.name.to_owned()).collect();
    found.extend(table.metadata.iter().map(|(name, _)| name.to_string()));
    for family in &*table.families {
        let differing = family.fields().filter(differs);
        let names = differing.map(|(spec, _)| spec.name);
        let names = names.filter(|name| !SUPPORTED.contains(name));
        let metadata = family.metadata.iter().map(|(name, _)| name.as_ref());
        let of_family = |name: &str| format!("{name} of family {}", family.name);
        found.extend(names.chain(metadata).map(of_family));
    }
    found
}
