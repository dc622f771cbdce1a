//! `lock![Order, Customer]`: compares the listed structs with the lock file of the crate.
//!
//! The macro reads the file, so that no const has to: consts compare the fingerprints of its tables, and read its text only if one
//! differs. `include_str!` makes the compiler watch the file.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::{env, fs};

use hbase_model::lock::{LOCK_FILE, LockFile};
use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Path, Token, Type};

use crate::table::names::private;

/// The listed types, and `crate = path;` before them.
struct Listed {
    crate_path: Option<Path>,
    types: Vec<Type>,
}

impl Parse for Listed {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let crate_path = if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            let path = input.parse()?;
            input.parse::<Token![;]>()?;
            Some(path)
        } else {
            None
        };
        let types = Punctuated::<Type, Token![,]>::parse_terminated(input)?;
        Ok(Self {
            crate_path,
            types: types.into_iter().collect(),
        })
    }
}

pub(crate) fn expand(input: TokenStream) -> TokenStream {
    let listed = match syn::parse2::<Listed>(input) {
        Ok(listed) => listed,
        Err(error) => return error.into_compile_error(),
    };
    match read() {
        Ok(lock) => checks(&listed, &lock),
        Err(message) => {
            let error = syn::Error::new(Span::call_site(), message).into_compile_error();
            // Compiled again when the variable changes, or the file.
            quote! {
                #error
                const _: ::core::option::Option<&str> = ::core::option_env!("HBASE_LOCK");
            }
        }
    }
}

/// The text of the lock, and its tables.
struct Lock {
    text: String,
    file: LockFile,
}

/// Whether the crate has a lock.
pub(crate) fn exists() -> bool {
    path().is_some_and(|path| path.exists())
}

fn path() -> Option<PathBuf> {
    let folder = env::var_os("CARGO_MANIFEST_DIR")?;
    Some(PathBuf::from(folder).join(LOCK_FILE))
}

fn read() -> Result<Lock, String> {
    let path = path().ok_or_else(|| {
        format!("the variable CARGO_MANIFEST_DIR is not set: {LOCK_FILE} is looked for in it")
    })?;
    let text = fs::read_to_string(path).map_err(|error| {
        format!(
            "cannot read {LOCK_FILE} beside Cargo.toml: {error}; create it by `hbase-schema lock`"
        )
    })?;
    // The test that writes the file reports its errors.
    let is_off = env::var("HBASE_LOCK").is_ok_and(|value| value == "write");
    let file = if is_off {
        Ok(LockFile::default())
    } else {
        text.parse()
    };
    let file = file.map_err(|error| error.to_string())?;
    Ok(Lock { text, file })
}

fn checks(listed: &Listed, lock: &Lock) -> TokenStream {
    let private = private(listed.crate_path.as_ref());
    let types = &listed.types;
    let ranges = ranges(lock);
    let path = quote!(::core::concat!(
        ::core::env!("CARGO_MANIFEST_DIR"),
        "/hbase.lock"
    ));
    quote! {
        #[doc(hidden)]
        #[allow(long_running_const_eval, clippy::all, clippy::pedantic)]
        const _: () = {
            use #private::{self as __hs, lock::Unlisted as _};
            // Without a parameter, the compiler evaluates all consts of the impl; the schemas take long, and are needed only if a
            // struct changed.
            struct __Lock<const __IS_LAZY: __hs::bool>;
            impl<const __IS_LAZY: __hs::bool> __hs::lock::IsLock for __Lock<__IS_LAZY> {
                const LOCK: __hs::lock::Lock = __hs::lock::Lock::new(
                    ::core::include_str!(#path),
                    &[#(#ranges),*],
                    ::core::option_env!("HBASE_LOCK"),
                );
                const NAMES: &'static [__hs::u64] =
                    &[#(<__hs::lock::Listed<#types, Self>>::NAME),*];
                const STRUCTS: &'static [&'static __hs::TableSchema] =
                    &[#(<__hs::lock::Listed<#types, Self>>::SCHEMA),*];
            }
            const _: () = {
                #(__hs::lock::is_declared::<#types>();)*
            };
            const _: () = __hs::lock::check_tables::<__Lock<true>>();
            #(const _: () = <__hs::lock::Listed<#types, __Lock<true>>>::CHECK;)*
        };

        #[cfg(test)]
        #[test]
        fn hbase_lock() {
            #[allow(unused_imports)]
            use #private::lock::{Listed as __Listed, Unlisted as _};
            #private::lock::keep(#path, &[#(<__Listed<#types, ()>>::SCHEMA),*]);
        }
    }
}

/// The tables with their fingerprints and the offsets of their lines, in the order of their names' hashes.
fn ranges(lock: &Lock) -> Vec<TokenStream> {
    let offsets = offsets(&lock.text);
    let tables = lock.file.tables();
    let mut ranges: Vec<_> = tables
        .map(|(name, table)| {
            let (from, to) = offsets.get(name).copied().unwrap_or_default();
            (LockFile::name_hash(name), table.fingerprint(), from, to)
        })
        .collect();
    ranges.sort_unstable();
    let ranges = ranges.into_iter().map(|(name, fingerprint, from, to)| {
        quote!(__hs::lock::LockedRange {
            name: #name,
            fingerprint: #fingerprint,
            from: #from,
            to: #to,
        })
    });
    ranges.collect()
}

/// The offset of each table's first line, and the one after its last.
fn offsets(text: &str) -> BTreeMap<&str, (usize, usize)> {
    let (mut offsets, mut at) = (BTreeMap::new(), 0);
    for line in text.split_inclusive('\n') {
        let next = at + line.len();
        if let Some((table, _)) = line.split_once(' ') {
            offsets.entry(table).or_insert((at, next)).1 = next;
        }
        at = next;
    }
    offsets
}
