//! Hand-written impls whose consts are literals.

use hbase_model::{CellFacts, Encoding};
use hbase_schema_syntax::source::{Meaning, Scope, SourceImpl, SourceType, Sources};
use syn::{DeriveInput, Expr, ImplItem, Path, Type};

use super::constants::{encoding, facts, is_named};
use super::field_type::FieldType;
use super::params::type_arguments;
use super::types::{Resolved, Role, UnresolvedType, location_of};

/// The field type that the impl of a type sets; `None` without an impl.
pub(super) fn field_type(
    sources: &Sources,
    own: &SourceType,
    input: &DeriveInput,
    role: Role,
) -> Option<Resolved> {
    let (name, codec) = trait_for(role);
    let found = impl_of(sources, own, name, codec)?;
    let declared = match role {
        Role::Key => constant(found, "ENCODING")
            .and_then(encoding)
            .map(FieldType::PartByHand),
        // An impl without the constant says nothing about its cells.
        Role::Cell | Role::TextCell | Role::JavaTextCell => {
            let facts = match constant(found, "FACTS") {
                Some(expr) => facts(expr),
                None => Some(CellFacts::UNKNOWN),
            };
            facts.map(FieldType::CellByHand)
        }
    };
    Some(declared.ok_or_else(|| UnresolvedType::Computed {
        name: input.ident.to_string(),
        location: location_of(own, input.ident.span()),
    }))
}

/// The type whose facts the impl repeats, by `<String as EncodeCell<NativeCodec>>::FACTS`, and the scope of the impl.
pub(super) fn repeated<'s>(
    sources: &'s Sources,
    own: &SourceType,
    role: Role,
) -> Option<(&'s Type, Scope)> {
    let (name, codec) = trait_for(role);
    let found = impl_of(sources, own, name, codec)?;
    let Expr::Path(path) = constant(found, "FACTS")? else {
        return None;
    };
    let of = path
        .qself
        .as_ref()
        .filter(|_| is_named(&path.path, "FACTS"))?;
    let mut segments = path.path.segments.iter().rev().skip(1);
    let argument = type_arguments(&segments.next()?.arguments).last();
    let is_same = matches!(
        argument,
        Some(Type::Path(argument)) if codec.iter().any(|codec| is_named(&argument.path, codec))
    );
    is_same.then_some((&of.ty, found.scope))
}

/// The trait that sets the bytes of a type, and the names of its argument.
const fn trait_for(role: Role) -> (&'static str, &'static [&'static str]) {
    match role {
        Role::Key => ("NativePart", &[]),
        // `Native` is the deprecated name.
        Role::Cell => ("EncodeCell", &["NativeCodec", "Native"]),
        Role::TextCell => ("EncodeCell", &["Text"]),
        Role::JavaTextCell => ("EncodeCell", &["JavaText"]),
    }
}

fn impl_of<'s>(
    sources: &'s Sources,
    own: &SourceType,
    name: &str,
    codec: &[&str],
) -> Option<&'s SourceImpl> {
    sources.impls().iter().find(|found| {
        let of_trait = trait_of(found).is_some_and(|path| {
            let argument = type_argument(path);
            let argument = argument.and_then(|path| path.segments.last());
            let is_codec = argument.map_or(codec.is_empty(), |argument| {
                codec.iter().any(|codec| argument.ident == codec)
            });
            is_named(path, name) && is_codec
        });
        of_trait && is_type(sources, found, own)
    })
}

/// The encoding that `impl KeyPart<Path> for …` sets for a user's own encoding: the impl for the part's
/// type, or the only one.
pub(super) fn custom(sources: &Sources, scope: Scope, path: &Path, ty: &Type) -> Option<Encoding> {
    let impls = impls_for(sources, scope, path, "KeyPart");
    let of_type = impls.iter().find(|found| is_for(sources, found, scope, ty));
    let chosen = match (of_type, impls.as_slice()) {
        (Some(found), _) => found,
        (None, [only]) => only,
        _ => return None,
    };
    constant(chosen, "ENCODING").and_then(encoding)
}

/// Whether the type of a part declares, by `impl SelfDelimiting<Path> for …`, that its bytes in a user's own encoding
/// determine their end.
pub(super) fn is_self_delimiting(sources: &Sources, scope: Scope, path: &Path, ty: &Type) -> bool {
    let impls = impls_for(sources, scope, path, "SelfDelimiting");
    impls.iter().any(|found| is_for(sources, found, scope, ty))
}

/// The impls of a trait for the marker of a user's own encoding, such as `impl KeyPart<Path> for …`.
fn impls_for<'s>(
    sources: &'s Sources,
    scope: Scope,
    path: &Path,
    name: &str,
) -> Vec<&'s SourceImpl> {
    let Meaning::Own(marker) = sources.meaning(scope, path) else {
        return Vec::new();
    };
    let is_for_marker = |found: &&SourceImpl| {
        trait_of(found).is_some_and(|path| {
            let argument = type_argument(path);
            is_named(path, name)
                && argument.is_some_and(|path| is_own(sources, found.scope, path, marker))
        })
    };
    sources.impls().iter().filter(is_for_marker).collect()
}

fn trait_of(found: &SourceImpl) -> Option<&Path> {
    found.item.trait_.as_ref().map(|(path, _)| path)
}

/// The path that is the last argument of a trait.
fn type_argument(path: &Path) -> Option<&Path> {
    match type_arguments(&path.segments.last()?.arguments).last()? {
        Type::Path(path) => Some(&path.path),
        _ => None,
    }
}

fn is_type(sources: &Sources, found: &SourceImpl, own: &SourceType) -> bool {
    match &*found.item.self_ty {
        Type::Path(path) => is_own(sources, found.scope, &path.path, own),
        _ => false,
    }
}

fn is_own(sources: &Sources, scope: Scope, path: &Path, own: &SourceType) -> bool {
    matches!(sources.meaning(scope, path), Meaning::Own(found) if std::ptr::eq(found, own))
}

/// Whether an impl is for a type that is written in another scope.
fn is_for(sources: &Sources, found: &SourceImpl, scope: Scope, ty: &Type) -> bool {
    let (Type::Path(left), Type::Path(right)) = (&*found.item.self_ty, ty) else {
        return false;
    };
    let left = sources.meaning(found.scope, &left.path);
    match (left, sources.meaning(scope, &right.path)) {
        (Meaning::Own(left), Meaning::Own(right)) => std::ptr::eq(left, right),
        (Meaning::Foreign(left), Meaning::Foreign(right)) => left.last() == right.last(),
        _ => false,
    }
}

fn constant<'i>(found: &'i SourceImpl, name: &str) -> Option<&'i Expr> {
    found.item.items.iter().find_map(|item| match item {
        ImplItem::Const(item) if item.ident == name => Some(&item.expr),
        _ => None,
    })
}
