//! Excludes items whose `cfg` is off, and those of tests, whose tables are not for a cluster.

use syn::{Attribute, Item};

use super::build::{Build, Condition};

/// Whether an item with these attributes does not exist: `#[cfg(test)]`, `#[test]`, a `cfg` that is off.
pub(super) fn is_absent(attributes: &[Attribute], build: Build) -> bool {
    let conditions: Vec<Condition> = attributes.iter().filter_map(condition).collect();
    attributes.iter().any(is_test) || !build.all_hold(&conditions)
}

/// The attributes of an item that may contain types.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}

/// `#[test]`, `#[tokio::test(…)]`, `#[bench]`.
fn is_test(attribute: &Attribute) -> bool {
    let last = attribute.path().segments.last();
    last.is_some_and(|last| last.ident == "test" || last.ident == "bench")
}

/// The condition of `#[cfg(…)]`, if it is valid.
fn condition(attribute: &Attribute) -> Option<Condition> {
    let list = attribute.meta.require_list().ok()?;
    if !list.path.is_ident("cfg") {
        return None;
    }
    list.parse_args().ok()
}
