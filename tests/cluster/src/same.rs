//! Compares a live table with its declaration.

use hbase_model::TableDescriptor;

/// Asserts that the server has every declared attribute with exactly its value, the families and the splits.
///
/// # Panics
/// At the first attribute, family or split that differs.
pub fn assert_same(declared: &TableDescriptor, live: &TableDescriptor) {
    let name = &declared.name;
    let live_attributes = live.attributes();
    for attribute in declared.attributes() {
        assert!(
            live_attributes.contains(&attribute),
            "{name}: {attribute:?} is not in {live_attributes:?}"
        );
    }
    assert_eq!(declared.families.len(), live.families.len(), "{name}");
    for family in declared.families.iter() {
        let live = live.family(family.name.as_bytes()).expect("the family");
        let live_attributes = live.attributes();
        for attribute in family.attributes() {
            assert!(
                live_attributes.contains(&attribute),
                "{name}, {}: {attribute:?} is not in {live_attributes:?}",
                family.name
            );
        }
    }
    let keys = |table: &TableDescriptor| table.splits.keys().expect("good splits");
    assert_eq!(keys(declared), keys(live), "{name}");
}
