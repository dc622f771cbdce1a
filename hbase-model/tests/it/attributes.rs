//! The tables of attributes against the descriptors' fields.

use hbase_model::descriptor::{AttributeKind, AttributeSpec};
use hbase_model::{FamilyDescriptor, TableChange, TableDescriptor, TableName};

/// A value within the bounds.
fn sample(spec: &AttributeSpec) -> String {
    match spec.kind {
        AttributeKind::Bool => "false".to_owned(),
        AttributeKind::Word { words, .. } => words.last().map_or("", |word| word.name).to_owned(),
        AttributeKind::Text => "any.Text".to_owned(),
        kind => kind.bounds().expect("a number").1.to_string(),
    }
}

#[test]
fn every_field_is_set_and_read_by_its_attribute() {
    let mut family = FamilyDescriptor::new("D1");
    let mut table = TableDescriptor::new(TableName::from_static("NS", "T"));
    let set = |spec: &AttributeSpec| spec.field.is_some();
    for spec in FamilyDescriptor::ATTRIBUTES.iter().filter(|spec| set(spec)) {
        // If the field's type is narrower than the bounds, this fails.
        family.set_attribute(spec.name, &sample(spec)).unwrap();
        assert_eq!(
            family.attribute(spec.name),
            Some(sample(spec)),
            "{}",
            spec.name
        );
    }
    for spec in TableDescriptor::ATTRIBUTES.iter().filter(|spec| set(spec)) {
        table.set_attribute(spec.name, &sample(spec)).unwrap();
        assert_eq!(
            table.attribute(spec.name),
            Some(sample(spec)),
            "{}",
            spec.name
        );
    }
    assert!(family.metadata.is_empty() && table.metadata.is_empty());
    assert_eq!(family.only(|name| name == "TTL").attributes().len(), 1);
    let mut other = FamilyDescriptor::new("D1");
    other.set(&family);
    assert_eq!(other, family);
}

#[test]
fn defaults_are_values() {
    let all = FamilyDescriptor::ATTRIBUTES
        .iter()
        .chain(TableDescriptor::ATTRIBUTES);
    for spec in all {
        let Some(default) = spec.default else {
            continue;
        };
        spec.check(default).unwrap();
        assert_eq!(spec.normalize(default), default, "{}", spec.name);
    }
}

#[test]
fn an_attribute_without_a_field_is_metadata() {
    let mut family = FamilyDescriptor::new("D1");
    family.set_attribute("IS_MOB", "true").unwrap();
    family.set_attribute("IS_MOB", "false").unwrap();
    assert_eq!(family.attributes(), [("IS_MOB".into(), "false".to_owned())]);
    assert_eq!(family.attribute("IS_MOB").as_deref(), Some("false"));
}

#[test]
fn values_out_of_bounds_are_named_with_the_bounds() {
    let mut found = Vec::new();
    for (name, value) in [
        ("VERSIONS", "0"),
        ("BLOCKSIZE", "1023"),
        ("REPLICATION_SCOPE", "2"),
    ] {
        let mut family = FamilyDescriptor::new("D1");
        family.set_attribute(name, value).unwrap();
        found.push(
            TableChange::AlterFamily(family)
                .validate()
                .unwrap_err()
                .to_string(),
        );
    }
    let mut table = TableDescriptor::new(TableName::from_static("NS", "T"));
    table.set_attribute("DURABILITY", "SURELY").unwrap();
    found.push(
        TableChange::AlterTable(Box::new(table))
            .validate()
            .unwrap_err()
            .to_string(),
    );
    for (found, expected) in found.iter().zip([
        "family \"D1\", VERSIONS: found \"0\", expected 1 to 2147483647",
        "family \"D1\", BLOCKSIZE: found \"1023\", expected 1024 to 16777216 bytes",
        "family \"D1\", REPLICATION_SCOPE: found \"2\", expected 0 to 1",
        "table NS:T, DURABILITY: found \"SURELY\", expected one of USE_DEFAULT, SKIP_WAL",
    ]) {
        assert!(found.contains(expected), "{found}");
    }
}

#[test]
fn a_value_of_another_type_is_an_error() {
    let mut family = FamilyDescriptor::new("D1");
    let error = family.set_attribute("BLOOMFILTER", "COLUMN").unwrap_err();
    assert_eq!(
        error.to_string(),
        "BLOOMFILTER: found \"COLUMN\", expected one of NONE, ROW, ROWCOL"
    );
    assert_eq!(family.bloom, None);
}
