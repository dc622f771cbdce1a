//! Guesses the parts of a struct with errors: its attributes are scanned word by word, since they
//! may not parse.

use std::collections::BTreeSet;

use hbase_model::name::upper_snake;
use hbase_schema_syntax::tokens::{self, GENERATED};
use proc_macro2::{Ident, TokenStream, TokenTree};
use syn::{Attribute, Data, DeriveInput, Field, Path};

use crate::table::names::plain;

/// The fields of a struct; empty for other items.
pub(crate) fn fields(input: &DeriveInput) -> Vec<(&Ident, &Field)> {
    let Data::Struct(data) = &input.data else {
        return Vec::new();
    };
    let fields = data.fields.iter();
    fields
        .filter_map(|field| Some((field.ident.as_ref()?, field)))
        .collect()
}

/// Whether a field has an attribute with this name.
pub(crate) fn has(field: &Field, attribute: &str) -> bool {
    field.attrs.iter().any(|a| a.path().is_ident(attribute))
}

/// Whether an attribute of the field contains this word.
pub(crate) fn has_word(field: &Field, attribute: &str, word: &str) -> bool {
    let named = field.attrs.iter().filter(|a| a.path().is_ident(attribute));
    let mut words = named.flat_map(inside);
    words.any(|token| matches!(token, TokenTree::Ident(ident) if ident == word))
}

/// The tokens within an attribute's parentheses.
fn inside(attribute: &Attribute) -> TokenStream {
    match &attribute.meta {
        syn::Meta::List(list) => list.tokens.clone(),
        _ => TokenStream::new(),
    }
}

/// `crate = path` in `#[table]` or `#[columns]`.
pub(crate) fn crate_path(input: &DeriveInput, attribute: &str) -> Option<Path> {
    path_of(input, attribute, "crate")
}

/// `key = CallId` or `scan = CallQuery` in `#[table]`.
pub(super) fn type_name(input: &DeriveInput, option: &str) -> Option<Ident> {
    path_of(input, "table", option)?.get_ident().cloned()
}

fn path_of(input: &DeriveInput, attribute: &str, option: &str) -> Option<Path> {
    let named = input.attrs.iter().filter(|a| a.path().is_ident(attribute));
    let mut tokens = named.flat_map(inside);
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == option))?;
    let is_punct =
        |token: &TokenTree, with: char| matches!(token, TokenTree::Punct(p) if p.as_char() == with);
    tokens.next().filter(|token| is_punct(token, '='))?;
    let path = tokens.take_while(|token| !is_punct(token, ','));
    syn::parse2(path.collect()).ok()
}

/// A column's constant and field.
type Known<'f> = (Ident, &'f Field);

/// The columns of each `#[index]` on the struct that has several columns, all of them known.
pub(super) fn indexed_together<'c, 'f>(
    input: &DeriveInput,
    columns: &'c [Known<'f>],
) -> Vec<Vec<&'c Known<'f>>> {
    let attributes = input.attrs.iter().filter(|a| a.path().is_ident("index"));
    let of_one = |name: &Ident| {
        let token = upper_snake(&plain(name));
        columns.iter().find(|(known, _)| *known == token)
    };
    let known = attributes.filter_map(|attribute| {
        let names = fields_of(inside(attribute))?;
        let fields: Option<Vec<_>> = names.iter().map(of_one).collect();
        fields.filter(|fields| fields.len() > 1)
    });
    known.collect()
}

/// The names in `fields(…)`.
fn fields_of(tokens: TokenStream) -> Option<Vec<Ident>> {
    let mut tokens = tokens.into_iter();
    tokens.find(|token| matches!(token, TokenTree::Ident(ident) if ident == "fields"))?;
    let Some(TokenTree::Group(group)) = tokens.next() else {
        return None;
    };
    let names = group.stream().into_iter().filter_map(|token| match token {
        TokenTree::Ident(name) => Some(name),
        _ => None,
    });
    Some(names.collect())
}

/// The constants of columns, each name once.
pub(super) fn columns<'f>(fields: &[(&'f Ident, &'f Field)]) -> Vec<(Ident, &'f Field)> {
    let mut taken = BTreeSet::from(GENERATED.map(str::to_owned));
    let columns = fields.iter().filter(|(_, field)| is_column(field));
    columns
        .filter_map(|(ident, field)| {
            let constant = tokens::of_field(ident)?;
            taken
                .insert(constant.to_string())
                .then_some((constant, *field))
        })
        .collect()
}

/// The constants of key parts, each name once.
pub(super) fn part_tokens(
    input: &DeriveInput,
    parts: &[(&Ident, &Field)],
    columns: &[Known<'_>],
) -> Vec<Ident> {
    let columns = columns.iter();
    let columns = columns.flat_map(|(token, _)| [token.to_string(), format!("BY_{token}")]);
    let groups = fields(input).into_iter();
    let groups = groups.filter(|(_, field)| has_word(field, "column", "flatten"));
    let groups = groups.filter_map(|(ident, _)| tokens::of_field(ident));
    let others = columns.chain(groups.map(|token| token.to_string()));
    let parts = tokens::of_parts(parts.iter().map(|(ident, _)| *ident), others);
    parts.into_iter().flatten().collect()
}

fn is_column(field: &Field) -> bool {
    let other = has(field, "rowkey") || has(field, "timestamp") || has(field, "table_date");
    !other && !has_word(field, "column", "skip") && !has_word(field, "column", "flatten")
}
