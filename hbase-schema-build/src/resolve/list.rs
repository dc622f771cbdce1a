//! The encoding of a list at the end of a key.

use std::borrow::Cow;

use hbase_model::{Encoding, ListEncoding};
use hbase_schema_syntax::text;
use syn::{GenericArgument, PathArguments, Type};

use super::params::TypeScope;
use super::part;
use super::types::{Followed, Role, Types, UnresolvedType, is_std};

/// The encoding of a `Vec` of elements.
pub(super) fn encoding(
    types: &Types<'_>,
    ty: &Type,
    at: TypeScope<'_>,
    sorted: bool,
) -> Result<Encoding, ListError> {
    let other = || ListError::Other(not_a_list(ty));
    let Some(Followed::Foreign(name, written)) = types.follow(ty, at) else {
        return Err(other());
    };
    let element = element_of(&written.ty).filter(|_| is_std(&name, &["Vec"]));
    let element = element.ok_or_else(other)?;
    let mut members = Vec::new();
    match types.follow(element, written.at()) {
        Some(Followed::Unnamed(tuple)) if matches!(&tuple.ty, Type::Tuple(_)) => {
            if let Type::Tuple(of) = &tuple.ty {
                for member in &of.elems {
                    members.push(member_of(types, member, tuple.at())?);
                }
            }
        }
        _ => members.push(member_of(types, element, written.at())?),
    }
    let list = ListEncoding {
        members: Cow::Owned(members),
        sorted,
    };
    match list.element_width() {
        Some(_) => Ok(Encoding::List(list)),
        None => Err(other()),
    }
}

/// Why a list has no encoding.
pub(super) enum ListError {
    /// The type of a member is unknown.
    Unresolved(UnresolvedType),
    /// The types are known, and are not those of a list.
    Other(String),
}

fn not_a_list(ty: &Type) -> String {
    format!(
        "`repeat` is for a `Vec` of key parts of a fixed width, or of tuples of them, found `{}`",
        text::of_type(ty)
    )
}

fn member_of(types: &Types<'_>, ty: &Type, at: TypeScope<'_>) -> Result<Encoding, ListError> {
    let resolved = types.resolve(ty, at, Role::Key);
    let field_type = resolved.map_err(ListError::Unresolved)?;
    let native = part::native(&field_type).filter(|encoding| encoding.width().is_some());
    native.ok_or_else(|| {
        ListError::Other(format!(
            "`{}` cannot be a member of an element of a list: expected a key part of a fixed width, such as `[u8; N]` or \
             an integer",
            text::of_type(ty)
        ))
    })
}

/// `T` of `Vec<T>`.
fn element_of(vec: &Type) -> Option<&Type> {
    let Type::Path(path) = vec else {
        return None;
    };
    let PathArguments::AngleBracketed(arguments) = &path.path.segments.last()?.arguments else {
        return None;
    };
    match arguments.args.first()? {
        GenericArgument::Type(element) => Some(element),
        _ => None,
    }
}
