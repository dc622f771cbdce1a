//! The structs of one file, and the files of its modules.

use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::visit::{self, Visit};
use syn::{Attribute, DeriveInput, File, ItemEnum, ItemMod, ItemStruct, ItemUnion, Token};

use super::conditional::{resolve_input, resolved};
use super::modules::Home;
use super::{Mistake, Reader, SourceError, SourceTable};

/// Finds what a file holds, in functions and inline modules as well.
pub(super) fn in_file(
    reader: &mut Reader,
    path: &Path,
    home: Home,
    file: &File,
) -> Result<(), SourceError> {
    let mut finder = Finder {
        reader,
        path,
        home,
        result: Ok(()),
    };
    finder.visit_file(file);
    finder.result
}

struct Finder<'r> {
    reader: &'r mut Reader,
    path: &'r Path,
    home: Home,
    result: Result<(), SourceError>,
}

impl Finder<'_> {
    /// Enums and unions too, so that they are refused rather than overlooked.
    fn take(&mut self, attributes: &[Attribute], input: impl FnOnce() -> DeriveInput) {
        if !resolved(attributes).iter().any(derives_table) {
            return;
        }
        let mut input = input();
        resolve_input(&mut input);
        self.reader.found.push(SourceTable {
            file: self.path.to_path_buf(),
            input,
        });
    }

    fn module_file(&mut self, module: &ItemMod) -> Result<(), SourceError> {
        let places = self.home.places(module);
        match places.iter().find(|place| place.is_file()) {
            Some(file) => self.reader.file(file, Home::of_file(file, module)),
            // A module that is compiled elsewhere only may have its file made there.
            None if is_conditional(module) => Ok(()),
            None => Err(missing(self.path, module, &places)),
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.take(&item.attrs, || item.clone().into());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.take(&item.attrs, || item.clone().into());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.take(&item.attrs, || item.clone().into());
        visit::visit_item_union(self, item);
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        if self.result.is_err() {
            return;
        }
        if module.content.is_none() {
            self.result = self.module_file(module);
            return;
        }
        let inner = self.home.of_inline(module);
        let outer = std::mem::replace(&mut self.home, inner);
        visit::visit_item_mod(self, module);
        self.home = outer;
    }
}

/// `#[derive(HTable)]`, `#[derive(hbase_schema::HTable)]`.
fn derives_table(attribute: &Attribute) -> bool {
    if !attribute.path().is_ident("derive") {
        return false;
    }
    let paths = attribute.parse_args_with(Punctuated::<syn::Path, Token![,]>::parse_terminated);
    paths.into_iter().flatten().any(|path| {
        let last = path.segments.last();
        last.is_some_and(|segment| segment.ident == "HTable")
    })
}

fn is_conditional(module: &ItemMod) -> bool {
    let conditions = ["cfg", "cfg_attr"];
    module
        .attrs
        .iter()
        .any(|a| conditions.iter().any(|name| a.path().is_ident(name)))
}

fn missing(path: &Path, module: &ItemMod, places: &[PathBuf]) -> SourceError {
    let places: Vec<String> = places.iter().map(|p| p.display().to_string()).collect();
    let name = &module.ident;
    let message = format!(
        "found no file of module `{name}`: expected {}",
        places.join(" or ")
    );
    let error = syn::Error::new(name.span(), message);
    SourceError::NoModule(Mistake::of(path, &error))
}
