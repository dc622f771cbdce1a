//! Puts the sources whose tables are compared into one file that can be compiled, each as a module
//! with a function that gives the JSON of its tables' consts.

use std::path::{Path, PathBuf};
use std::{env, fs};

use quote::{ToTokens, format_ident, quote};
use syn::token::Brace;
use syn::{AttrStyle, Attribute, Item, ItemFn, ItemImpl, ItemMod, ItemStruct, LitStr};

type Outcome<T> = Result<T, Box<dyn std::error::Error>>;

/// Structs of every kind, in files that also stand for themselves.
const FILES: [&str; 9] = [
    "hbase-schema/tests/tables.rs",
    "tests/ui-pass/fields.rs",
    "tests/ui-pass/forms.rs",
    "tests/ui-pass/types.rs",
    "tests/described/dynamic.rs",
    "tests/described/every.rs",
    "tests/described/periods.rs",
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
        let name = format_ident!("file_{}", calls.len());
        let folder = file.parent().ok_or("a file without a folder")?;
        let items = with_schemas(parse(file)?, folder)?;
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

fn parse(file: &Path) -> Outcome<Vec<Item>> {
    println!("cargo::rerun-if-changed={}", file.display());
    Ok(syn::parse_file(&fs::read_to_string(file)?)?.items)
}

/// The items of a module, with a function that gives the JSON of its structs and of those below. Paths of the files of
/// modules are relative to `folder`.
fn with_schemas(items: Vec<Item>, folder: &Path) -> Outcome<Vec<Item>> {
    let mut jsons = Vec::new();
    let mut all: Vec<Item> = Vec::new();
    for item in items {
        match item {
            Item::Struct(item) => {
                if derives_table(&item) {
                    let name = &item.ident;
                    jsons.push(quote!(found.push(#name::SCHEMA.to_json());));
                    // A generic struct has facts for each of its types.
                    if item.generics.params.is_empty() {
                        jsons.push(quote!(crate::compare_facts(#name::SCHEMA);));
                    }
                }
                all.push(Item::Struct(item));
            }
            Item::Mod(module) => {
                let module = module_with_schemas(module, folder)?;
                let name = &module.ident;
                jsons.push(quote!(found.extend(#name::schemas());));
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
    Ok(all)
}

/// The module with its items, also if they are in the file that its `path` names.
fn module_with_schemas(mut module: ItemMod, folder: &Path) -> Outcome<ItemMod> {
    let items = match module.content.take() {
        Some((_, items)) => items,
        None => parse(&folder.join(path_of(&module)?))?,
    };
    module.content = Some((Brace::default(), with_schemas(items, folder)?));
    module.semi = None;
    let is_kept = |a: &Attribute| matches!(a.style, AttrStyle::Outer) && !a.path().is_ident("path");
    module.attrs.retain(is_kept);
    Ok(module)
}

fn path_of(module: &ItemMod) -> Outcome<String> {
    let path = module.attrs.iter().find(|a| a.path().is_ident("path"));
    let path = path.ok_or_else(|| format!("`mod {};` without a `path`", module.ident))?;
    let value = &path.meta.require_name_value()?.value;
    let path: LitStr = syn::parse2(value.to_token_stream())?;
    Ok(path.value())
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
