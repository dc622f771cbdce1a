//! Whether a table is what was declared.

use hbase_model::TableDescriptor;

/// The server has every attribute that was said, letter by letter, the families and the splits.
///
/// # Panics
/// Where something is missing; it is named.
pub fn assert_same(declared: &TableDescriptor, live: &TableDescriptor) {
    let name = &declared.name;
    let there = live.attributes();
    for said in declared.attributes() {
        assert!(
            there.contains(&said),
            "{name}: {said:?} is not in {there:?}"
        );
    }
    assert_eq!(declared.families.len(), live.families.len(), "{name}");
    for family in declared.families.iter() {
        let live = live.family(family.name.as_bytes()).expect("the family");
        let there = live.attributes();
        for said in family.attributes() {
            assert!(
                there.contains(&said),
                "{name}, {}: {said:?} is not in {there:?}",
                family.name
            );
        }
    }
    let keys = |table: &TableDescriptor| table.splits.keys().expect("good splits");
    assert_eq!(keys(declared), keys(live), "{name}");
}
