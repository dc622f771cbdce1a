//! Puts the sources whose tables are compared into one file that can be compiled, each as a module
//! with a function that gives the JSON of its tables' consts.

use std::path::{Path, PathBuf};
use std::{env, fs};

use quote::{ToTokens, format_ident, quote};
use syn::{AttrStyle, Item, ItemFn, ItemImpl, ItemMod, ItemStruct};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Structs of every kind, in files that also stand for themselves.
const FILES: [&str; 8] = [
    "hbase-schema/tests/tables.rs",
    "tests/ui-pass/fields.rs",
    "tests/ui-pass/forms.rs",
    "tests/ui-pass/types.rs",
    "tests/described/dynamic.rs",
    "tests/described/every.rs",
    "tests/described/salts.rs",
    "tests/described/spelled.rs",
];

fn main() -> Outcome<()> {
    let root = Path::new(&env::var("CARGO_MANIFEST_DIR")?)
        .join("../..")
        .canonicalize()?;
    let mut files: Vec<PathBuf> = FILES.iter().map(|file| root.join(file)).collect();
    println!(
        "cargo::rerun-if-changed={}",
        root.join("examples").display()
    );
    for entry in fs::read_dir(root.join("examples"))? {
        let path = entry?.path();
        if path.extension().is_some_and(|extension| extension == "rs") {
            files.push(path);
        }
    }
    files.sort();
    let mut text = String::new();
    let mut calls = Vec::new();
    for file in &files {
        println!("cargo::rerun-if-changed={}", file.display());
        let name = format_ident!("file_{}", calls.len());
        let items = with_schemas(syn::parse_file(&fs::read_to_string(file)?)?.items);
        let module =
            quote!(#[allow(warnings, clippy::all, clippy::pedantic)] mod #name { #(#items)* });
        text.push_str(&prettyplease::unparse(&syn::parse2(module)?));
        let path = file.display().to_string();
        calls.push(quote!((#path, #name::schemas())));
    }
    let all = quote! {
        pub(crate) fn all() -> Vec<(&'static str, Vec<String>)> { vec![#(#calls),*] }
    };
    text.push_str(&prettyplease::unparse(&syn::parse2(all)?));
    fs::write(Path::new(&env::var("OUT_DIR")?).join("files.rs"), text)?;
    Ok(())
}

/// The items of a module, with a function that gives the JSON of its structs and of those below.
fn with_schemas(items: Vec<Item>) -> Vec<Item> {
    let mut jsons = Vec::new();
    let mut all: Vec<Item> = Vec::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                if derives_table(&item) {
                    let name = &item.ident;
                    jsons.push(quote!(found.push(#name::SCHEMA.to_json());));
                }
                all.push(Item::Struct(item));
            }
            Item::Mod(module) => {
                let module = module_with_schemas(module);
                if module.content.is_some() {
                    let name = &module.ident;
                    jsons.push(quote!(found.extend(#name::schemas());));
                }
                all.push(Item::Mod(module));
            }
            // What runs is no part of a description, and would need its surroundings.
            Item::Fn(function) if !is_plain(&function) => {}
            Item::Impl(item) if !says_bytes(&item) => {}
            other => all.push(other),
        }
    }
    all.push(syn::parse_quote! {
        pub(crate) fn schemas() -> ::std::vec::Vec<::std::string::String> {
            let mut found = ::std::vec::Vec::new();
            #(#jsons)*
            found
        }
    });
    all
}

fn module_with_schemas(mut module: ItemMod) -> ItemMod {
    module
        .attrs
        .retain(|attribute| matches!(attribute.style, AttrStyle::Outer));
    module.content = module
        .content
        .map(|(brace, items)| (brace, with_schemas(items)));
    module
}

/// Whether a function runs by itself: those that columns name do.
fn is_plain(function: &ItemFn) -> bool {
    let asks = function.sig.asyncness.is_some() || !function.sig.inputs.is_empty();
    function.attrs.is_empty() && !asks && function.sig.generics.params.is_empty()
        || matches!(function.vis, syn::Visibility::Restricted(_))
}

/// Whether an impl says how a type becomes bytes.
fn says_bytes(item: &ItemImpl) -> bool {
    let last = item
        .trait_
        .as_ref()
        .and_then(|(path, _)| path.segments.last());
    last.is_some_and(|last| {
        let name = last.ident.to_string();
        ["Part", "Delimiting", "Cell"]
            .iter()
            .any(|end| name.ends_with(end))
    })
}

fn derives_table(item: &ItemStruct) -> bool {
    let mut derives = item.attrs.iter().filter(|a| a.path().is_ident("derive"));
    derives.any(|derive| derive.to_token_stream().to_string().contains("HTable"))
}
