//! The rules of `HBase`'s master for tables, namespaces and changes.

use hbase_model::validate::{InvalidTable, MAX_FAMILY, MAX_NAME, MAX_ROW, check_namespace};
use hbase_model::{FamilyDescriptor, Splits, TableChange, TableDescriptor, TableName};

fn family(name: &str) -> FamilyDescriptor {
    let mut family = FamilyDescriptor::new("D1");
    family.name = name.to_owned().into();
    family
}

fn table(name: &str, families: Vec<FamilyDescriptor>) -> TableDescriptor {
    let mut table = TableDescriptor::new(TableName::unchecked(name));
    table.families = families.into();
    table
}

fn good() -> TableDescriptor {
    table("NS:T", vec![family("D1")])
}

fn says(found: Result<(), InvalidTable>, expected: &str) {
    let said = found.expect_err(expected).to_string();
    assert!(said.contains(expected), "{said}");
}

#[test]
fn names_have_the_characters_and_the_lengths_of_hbase() {
    let long = |length| "T".repeat(length);
    assert_eq!(good().validate(), Ok(()));
    for name in [long(MAX_NAME), format!("{}:T", long(MAX_NAME))] {
        assert_eq!(table(&name, vec![family("D1")]).validate(), Ok(()));
    }
    let found = table(&long(MAX_NAME + 1), vec![family("D1")]).validate();
    says(found, "table's name of 256 bytes, expected at most 255");
    let name = format!("{}:T", long(MAX_NAME + 1));
    let found = table(&name, vec![family("D1")]).validate();
    says(found, "namespace's name of 256 bytes, expected at most 255");
    assert_eq!(check_namespace(&long(MAX_NAME)), Ok(()));
    says(check_namespace("a b"), "a b");
    says(table("NS:a b", vec![family("D1")]).validate(), "a b");
    says(table("NS:T", vec![family("a:b")]).validate(), "a:b");
}

#[test]
fn a_table_has_each_family_once() {
    says(table("NS:T", vec![]).validate(), "without a column family");
    let both = table("NS:T", vec![family("D1"), family("D2")]);
    assert_eq!(both.validate(), Ok(()));
    let twice = table("NS:T", vec![family("D1"), family("D2"), family("D1")]);
    says(twice.validate(), "table NS:T names the family D1 twice");
    let long = |length| table("NS:T", vec![family(&"D".repeat(length))]);
    assert_eq!(long(MAX_FAMILY).validate(), Ok(()));
    says(long(MAX_FAMILY + 1).validate(), "takes up to 127 bytes");
    let altered = |length| TableChange::AlterFamily(family(&"D".repeat(length))).validate();
    assert_eq!(altered(MAX_FAMILY), Ok(()));
    says(altered(MAX_FAMILY + 1), "a name has at most 127 bytes");
}

#[test]
fn min_versions_are_not_above_versions() {
    let with = |min_versions, versions| {
        let mut family = family("D1");
        (family.min_versions, family.versions) = (min_versions, versions);
        family
    };
    for (least, most, is_good) in [
        (Some(2), Some(3), true),
        (Some(3), Some(3), true),
        (Some(4), Some(3), false),
        (None, Some(1), true),
        // A table that says nothing keeps one version.
        (Some(1), None, true),
        (Some(2), None, false),
    ] {
        let family = with(least, most);
        let found = table("NS:T", vec![family.clone()]).validate();
        assert_eq!(found.is_ok(), is_good, "{least:?} {most:?}");
        let added = TableChange::AddFamily(family.clone()).validate();
        assert_eq!(added.is_ok(), is_good);
        if let Err(error) = found {
            let expected = "table NS:T, family \"D1\": MIN_VERSIONS must not be above VERSIONS";
            assert_eq!(error.to_string(), expected);
        }
        // That depends on the family as it is.
        assert_eq!(TableChange::AlterFamily(family).validate(), Ok(()));
    }
}

#[test]
fn attributes_and_splits_are_within_their_bounds() {
    let mut wrong = family("D1");
    wrong.versions = Some(0);
    says(table("NS:T", vec![wrong.clone()]).validate(), "VERSIONS");
    says(TableChange::AlterFamily(wrong).validate(), "VERSIONS");
    let mut wrong = good();
    wrong.durability = Some("NEVER".into());
    says(wrong.validate(), "DURABILITY");
    says(
        TableChange::AlterTable(wrong.clone().into()).validate(),
        "DURABILITY",
    );
    says(
        TableChange::SetMetadata(wrong.into()).validate(),
        "DURABILITY",
    );
    let name = |length| TableChange::DropFamily("D".repeat(length).into());
    assert_eq!(name(MAX_FAMILY).validate(), Ok(()));
    assert!(name(MAX_FAMILY + 1).validate().is_err());
    let split = |length| {
        let mut table = good();
        table.splits = Splits::Keys(vec![vec![b'x'; length].into()].into());
        table
    };
    assert_eq!(split(MAX_ROW).validate(), Ok(()));
    says(split(MAX_ROW + 1).validate(), "split key of 32768 bytes");
    says(split(0).validate(), "table NS:T: ");
}
