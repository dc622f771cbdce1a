//! The public names of items.
use syn::{Fields, Ident, ImplItem, Item, TraitItem, Visibility};

/// The names that items make public if their module is public.
pub(super) fn of(items: &[Item]) -> Vec<&Ident> {
    let mut names = Vec::new();
    for item in items {
        of_item(item, &mut names);
    }
    names
}

fn of_item<'a>(item: &'a Item, names: &mut Vec<&'a Ident>) {
    match item {
        Item::Const(item) if is_public(&item.vis) => names.push(&item.ident),
        Item::Fn(item) if is_public(&item.vis) => names.push(&item.sig.ident),
        Item::Static(item) if is_public(&item.vis) => names.push(&item.ident),
        Item::Type(item) if is_public(&item.vis) => names.push(&item.ident),
        Item::Struct(item) if is_public(&item.vis) => {
            names.push(&item.ident);
            names.extend(public_fields(&item.fields));
        }
        Item::Enum(item) if is_public(&item.vis) => {
            names.push(&item.ident);
            for variant in &item.variants {
                names.push(&variant.ident);
                names.extend(
                    variant
                        .fields
                        .iter()
                        .filter_map(|field| field.ident.as_ref()),
                );
            }
        }
        Item::Trait(item) if is_public(&item.vis) => {
            names.push(&item.ident);
            names.extend(item.items.iter().filter_map(trait_item));
        }
        Item::Impl(item) if item.trait_.is_none() => {
            names.extend(item.items.iter().filter_map(impl_item));
        }
        _ => {}
    }
}

fn public_fields(fields: &Fields) -> impl Iterator<Item = &Ident> {
    fields
        .iter()
        .filter(|field| is_public(&field.vis))
        .filter_map(|field| field.ident.as_ref())
}

fn trait_item(item: &TraitItem) -> Option<&Ident> {
    match item {
        TraitItem::Const(item) => Some(&item.ident),
        TraitItem::Fn(item) => Some(&item.sig.ident),
        TraitItem::Type(item) => Some(&item.ident),
        _ => None,
    }
}

fn impl_item(item: &ImplItem) -> Option<&Ident> {
    match item {
        ImplItem::Const(item) if is_public(&item.vis) => Some(&item.ident),
        ImplItem::Fn(item) if is_public(&item.vis) => Some(&item.sig.ident),
        _ => None,
    }
}

fn is_public(visibility: &Visibility) -> bool {
    matches!(visibility, Visibility::Public(_))
}
