//! The encoding of a list at the end of a key.

use std::borrow::Cow;

use hbase_model::{Encoding, ListEncoding};
use hbase_schema_syntax::text;
use syn::Type;

use super::params::{TypeScope, type_arguments};
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
    let mut arguments = type_arguments(written.arguments());
    let element = arguments.next().filter(|_| is_std(&name, &["Vec"]));
    let members = members_of(types, element.ok_or_else(other)?, written.at())?;
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

/// The members of an element: those of a tuple, or the element itself.
fn members_of(
    types: &Types<'_>,
    element: &Type,
    at: TypeScope<'_>,
) -> Result<Vec<Encoding>, ListError> {
    if let Some(Followed::Unnamed(written)) = types.follow(element, at)
        && let Type::Tuple(tuple) = &written.ty
    {
        let members = tuple.elems.iter();
        return members
            .map(|member| member_of(types, member, written.at()))
            .collect();
    }
    Ok(vec![member_of(types, element, at)?])
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
