//! The structs that a crate lists in `hbase_schema::lock!`.

use std::fs;

use syn::parse::Parser;
use syn::punctuated::Punctuated;
use syn::{Item, Macro, Token, Type};

use super::Sources;

impl Sources {
    /// The names of the structs in `hbase_schema::lock!`, without their paths and types; `None` if no file has the macro.
    pub fn locked(&self) -> Option<Vec<String>> {
        let texts = self
            .files
            .iter()
            .filter_map(|file| fs::read_to_string(file).ok());
        let files = texts.filter_map(|text| syn::parse_file(&text).ok());
        let mut found = None;
        for file in files {
            of_items(&file.items, &mut found);
        }
        found
    }
}

fn of_items(items: &[Item], found: &mut Option<Vec<String>>) {
    for item in items {
        match item {
            Item::Macro(item) if is_lock(&item.mac) => {
                found.get_or_insert_default().extend(types(&item.mac));
            }
            Item::Mod(module) => {
                let items = module.content.as_ref().map(|(_, items)| items.as_slice());
                of_items(items.unwrap_or_default(), found);
            }
            _ => {}
        }
    }
}

/// Whether a macro is `hbase_schema::lock!`, or `lock!` with an import.
fn is_lock(of: &Macro) -> bool {
    of.path
        .segments
        .last()
        .is_some_and(|name| name.ident == "lock")
}

/// The last names of the listed types.
fn types(of: &Macro) -> Vec<String> {
    let parse = |input: syn::parse::ParseStream<'_>| {
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            input.parse::<syn::Path>()?;
            input.parse::<Token![;]>()?;
        }
        Punctuated::<Type, Token![,]>::parse_terminated(input)
    };
    let types = parse.parse2(of.tokens.clone()).unwrap_or_default();
    let names = types.iter().filter_map(|ty| match ty {
        Type::Path(path) => Some(path.path.segments.last()?.ident.to_string()),
        _ => None,
    });
    names.collect()
}
