//! Attributes that the gateway's `createTable` has no word for.

use hbase_model::TableDescriptor;
use hbase_model::descriptor::AttributeSpec;

/// The attributes of a family that `createTable` takes.
const OF_FAMILY: [&str; 6] = [
    "VERSIONS",
    "TTL",
    "COMPRESSION",
    "BLOOMFILTER",
    "BLOCKCACHE",
    "IN_MEMORY",
];

/// Those that are declared, and with another value than `HBase`'s default.
pub(super) fn unsayable(table: &TableDescriptor) -> Vec<String> {
    let other = |(spec, value): &(&AttributeSpec, String)| spec.default != Some(value);
    let own = table.fields().filter(other);
    let mut found: Vec<_> = own.map(|(spec, _)| spec.name.to_owned()).collect();
    found.extend(table.metadata.iter().map(|(name, _)| name.to_string()));
    for family in &*table.families {
        let unknown = family.fields().filter(other);
        let unknown = unknown.map(|(spec, _)| spec.name);
        let unknown = unknown.filter(|name| !OF_FAMILY.contains(name));
        let metadata = family.metadata.iter().map(|(name, _)| name.as_ref());
        let named = |name: &str| format!("{name} of family {}", family.name);
        found.extend(unknown.chain(metadata).map(named));
    }
    found
}
