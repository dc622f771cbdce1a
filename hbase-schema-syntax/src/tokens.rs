//! The names of constants of the struct.

use std::collections::BTreeSet;

use hbase_model::name::upper_snake;
use syn::Ident;
use syn::ext::IdentExt;

/// Generated constants in addition to the tokens of columns, groups, indexes and key parts.
pub const GENERATED: [&str; 2] = ["DDL", "SCHEMA"];

/// The constant of a field: its name in upper case; `None` if this is no identifier.
///
/// ```
/// let field = syn::parse_quote!(phoneNumber);
/// let token = hbase_schema_syntax::tokens::of_field(&field);
/// assert_eq!(token.unwrap(), "PHONE_NUMBER");
/// ```
pub fn of_field(field: &Ident) -> Option<Ident> {
    spanned(&upper_snake(&field.unraw().to_string()), field)
}

/// The constants of key parts: the fields' names in upper case, after `KEY_` if another constant has this name.
/// `None` if that is taken, too.
///
/// ```
/// use hbase_schema_syntax::tokens;
///
/// let (id, size) = (syn::parse_quote!(id), syn::parse_quote!(size));
/// let parts = tokens::of_parts([&id, &size], ["SIZE".to_owned()]);
/// assert_eq!(parts[0].as_ref().unwrap(), "ID");
/// assert_eq!(parts[1].as_ref().unwrap(), "KEY_SIZE");
/// ```
pub fn of_parts<'f>(
    fields: impl IntoIterator<Item = &'f Ident>,
    others: impl IntoIterator<Item = String>,
) -> Vec<Option<Ident>> {
    let generated = GENERATED.map(str::to_owned);
    let mut used: BTreeSet<String> = others.into_iter().chain(generated).collect();
    let of_part = |field: &Ident| {
        let name = upper_snake(&field.unraw().to_string());
        let names = [name.clone(), format!("KEY_{name}")];
        let free = names.into_iter().find(|name| !used.contains(name))?;
        let token = spanned(&free, field)?;
        used.insert(free);
        Some(token)
    };
    fields.into_iter().map(of_part).collect()
}

fn spanned(name: &str, field: &Ident) -> Option<Ident> {
    let mut token: Ident = syn::parse_str(name).ok()?;
    token.set_span(field.span());
    Some(token)
}
