//! Excludes items of tests, whose tables are not for a cluster.

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, Meta, Token};

/// Whether an item with these attributes exists only in tests: `#[cfg(test)]`, `#[test]`.
pub(super) fn is_absent(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| is_test(attribute) || is_cfg_without_hope(attribute))
}

/// Whether a condition can hold only in tests; `feature = "…"` and others may hold anywhere.
pub(super) fn cannot_hold(condition: &Meta) -> bool {
    holds(condition) == Some(false)
}

/// The attributes of an item that may contain types.
pub(super) fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
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

fn is_cfg_without_hope(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("cfg")
        && list
            .parse_args()
            .is_ok_and(|condition| cannot_hold(&condition))
}

/// Whether a condition holds outside of tests; `None` if that is unknown.
fn holds(condition: &Meta) -> Option<bool> {
    let Meta::List(list) = condition else {
        let is_of_tests = condition.path().is_ident("test") || condition.path().is_ident("doctest");
        return is_of_tests.then_some(false);
    };
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    let inner = list.parse_args_with(parse).ok()?;
    let inner: Vec<Option<bool>> = inner.iter().map(holds).collect();
    let all_are = |expected| inner.iter().all(|found| *found == Some(expected));
    match list.path.get_ident()?.to_string().as_str() {
        "not" => inner.first().copied().flatten().map(|holds| !holds),
        "all" if inner.contains(&Some(false)) => Some(false),
        "all" => all_are(true).then_some(true),
        "any" if inner.contains(&Some(true)) => Some(true),
        "any" => all_are(false).then_some(false),
        _ => None,
    }
}
