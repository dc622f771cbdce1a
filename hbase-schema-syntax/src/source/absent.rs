//! Evaluates `cfg`, and excludes items of tests, whose tables are not for a cluster.

use std::env::consts;

use syn::punctuated::Punctuated;
use syn::{Attribute, Expr, ExprLit, Item, Lit, Meta, MetaList, MetaNameValue, Token};

/// Whether an item with these attributes does not exist: `#[cfg(test)]`, `#[test]`, a `cfg` that is off.
pub(super) fn is_absent(attributes: &[Attribute]) -> bool {
    attributes
        .iter()
        .any(|attribute| is_test(attribute) || is_cfg_that_is_off(attribute))
}

/// Whether a condition holds for a build on this machine with all features, outside of tests.
///
/// Of two branches, `feature = "x"` and `not(feature = "x")`, exactly one is on.
pub(super) fn holds(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path
            .get_ident()
            .is_some_and(|name| is_set(&name.to_string())),
        Meta::NameValue(pair) => is_of_this_build(pair),
        Meta::List(list) => combination_holds(list),
    }
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

fn is_cfg_that_is_off(attribute: &Attribute) -> bool {
    let Meta::List(list) = &attribute.meta else {
        return false;
    };
    list.path.is_ident("cfg") && list.parse_args().is_ok_and(|condition| !holds(&condition))
}

fn combination_holds(list: &MetaList) -> bool {
    let parse = Punctuated::<Meta, Token![,]>::parse_terminated;
    // The compiler reports an invalid condition.
    let Ok(inner) = list.parse_args_with(parse) else {
        return true;
    };
    let mut inner = inner.iter();
    if list.path.is_ident("not") {
        inner.next().is_some_and(|condition| !holds(condition))
    } else if list.path.is_ident("any") {
        inner.any(holds)
    } else {
        inner.all(holds)
    }
}

/// Whether a name is set. Those that are set by flags and build scripts, such as `docsrs`, are not.
fn is_set(name: &str) -> bool {
    match name {
        "unix" => cfg!(unix),
        "windows" => cfg!(windows),
        "debug_assertions" | "true" => true,
        _ => false,
    }
}

fn is_of_this_build(pair: &MetaNameValue) -> bool {
    let Expr::Lit(ExprLit {
        lit: Lit::Str(value),
        ..
    }) = &pair.value
    else {
        return false;
    };
    let value = value.value();
    let Some(name) = pair.path.get_ident() else {
        return false;
    };
    match name.to_string().as_str() {
        "feature" => true,
        "target_os" => value == consts::OS,
        "target_arch" => value == consts::ARCH,
        "target_family" => value == consts::FAMILY,
        "target_pointer_width" => value == usize::BITS.to_string(),
        "target_endian" => value == ENDIAN,
        "panic" => value == "unwind",
        _ => false,
    }
}

const ENDIAN: &str = if cfg!(target_endian = "big") {
    "big"
} else {
    "little"
};
