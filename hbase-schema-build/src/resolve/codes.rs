//! The codes of enums.

use hbase_schema_syntax::single::{Single, SingleDerive, parse_single};
use syn::Type;

use super::params::{TypeScope, type_arguments};
use super::types::{Followed, MAX_DEPTH, Types, is_std};

/// The codes of a key part's type, as a layout lists them; empty for a type that is not an enum.
pub(super) fn of_part(types: &Types<'_>, ty: &Type, at: TypeScope<'_>) -> String {
    find(types, ty, at, (SingleDerive::KeyPart, MAX_DEPTH)).unwrap_or_default()
}

/// The codes of a column's type, as its schema lists them; empty for a type that is not an enum.
pub(super) fn of_cell(types: &Types<'_>, ty: &Type, at: TypeScope<'_>) -> String {
    find(types, ty, at, (SingleDerive::CellValue, MAX_DEPTH)).unwrap_or_default()
}

/// Reads the codes of a type, through aliases, newtypes and an `Option`.
fn find(
    types: &Types<'_>,
    ty: &Type,
    at: TypeScope<'_>,
    (derive, depth): (SingleDerive, usize),
) -> Option<String> {
    let depth = depth.checked_sub(1)?;
    let (own, input, written) = match types.follow(ty, at)? {
        Followed::Own(own, input, written) => (own, input, written),
        Followed::Foreign(name, written) if is_std(&name, &["Option"]) => {
            let Type::Path(path) = &written.ty else {
                return None;
            };
            let inner = type_arguments(&path.path.segments.last()?.arguments).next()?;
            return find(types, inner, written.at(), (derive, depth));
        }
        Followed::Foreign(..) | Followed::Unnamed(_) => return None,
    };
    if !types.sources.derives(own.scope, input, derive.name()) {
        return None;
    }
    match parse_single(input, derive).ok()? {
        Single::Newtype(of) => {
            let params = written.params_of(own, &input.generics);
            let at = TypeScope::of(own, &params);
            find(types, &of.field.ty, at, (derive, depth))
        }
        Single::Codes(of) => Some(of.list()),
    }
}
