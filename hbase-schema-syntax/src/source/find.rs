//! Finds the items of one file, and the files of its modules.

use std::path::{Path, PathBuf};

use syn::ext::IdentExt;
use syn::visit::{self, Visit};
use syn::{
    Attribute, Block, DeriveInput, File, Ident, ImplItemFn, Item, ItemEnum, ItemImpl, ItemMacro,
    ItemMod, ItemStruct, ItemType, ItemUnion, ItemUse, UseTree,
};

use super::absent::{attributes, is_absent};
use super::conditional::{resolve_input, resolved};
use super::locked::LockList;
use super::modules::ModulePaths;
use super::{Reader, Scope, SourceError, SourceImpl, SourceType, SpannedError, TypeItem};

/// Finds the items of a file, including those in functions and inline modules.
pub(super) fn in_file(
    reader: &mut Reader,
    path: &Path,
    paths: ModulePaths,
    scope: Scope,
    file: &File,
) {
    Finder {
        reader,
        path,
        paths,
        scope,
    }
    .visit_file(file);
}

struct Finder<'r> {
    reader: &'r mut Reader,
    path: &'r Path,
    paths: ModulePaths,
    scope: Scope,
}

impl Finder<'_> {
    fn take(&mut self, mut input: DeriveInput) {
        resolve_input(&mut input, self.reader.build);
        self.define(&input.ident.unraw(), TypeItem::Defined(input));
    }

    fn define(&mut self, name: &Ident, item: TypeItem) {
        let item = SourceType {
            file: self.path.to_path_buf(),
            scope: self.scope,
            item,
        };
        let name = name.to_string();
        self.reader.modules.define(self.scope, &name, item);
    }

    fn module_file(&mut self, module: &ItemMod, attributes: &[Attribute], name: &str) {
        let candidates = self.paths.candidates(attributes, &module.ident);
        match candidates.iter().find(|place| place.is_file()) {
            Some(file) => {
                if let Some(known) = self.reader.scope_of(file) {
                    return self.reader.modules.adopt(self.scope, name, known);
                }
                let scope = self.reader.modules.child(self.scope, name);
                self.reader
                    .file(file, ModulePaths::of_file(file, attributes), scope);
            }
            // The file of a module under `cfg` may be generated during compilation.
            None if is_conditional(module) => {}
            None => self
                .reader
                .errors
                .push(missing(self.path, module, &candidates)),
        }
    }

    fn import(&mut self, mut path: Vec<String>, tree: &UseTree) {
        match tree {
            UseTree::Path(step) => {
                path.push(step.ident.unraw().to_string());
                self.import(path, &step.tree);
            }
            UseTree::Group(group) => {
                for tree in &group.items {
                    self.import(path.clone(), tree);
                }
            }
            UseTree::Name(name) => self.import_as(path, &name.ident, &name.ident),
            UseTree::Rename(rename) => self.import_as(path, &rename.ident, &rename.rename),
            UseTree::Glob(_) => self.reader.modules.glob(self.scope, path),
        }
    }

    /// `use a::b as c`; `use a::{self}` is `use a`.
    fn import_as(&mut self, mut path: Vec<String>, name: &Ident, given: &Ident) {
        let mut given = given.unraw().to_string();
        if name == "self" {
            if given == "self"
                && let Some(last) = path.last()
            {
                given.clone_from(last);
            }
        } else {
            path.push(name.unraw().to_string());
        }
        self.reader.modules.import(self.scope, given, path);
    }

    fn within(&mut self, scope: Scope, paths: Option<ModulePaths>, visit: impl FnOnce(&mut Self)) {
        let outer_scope = std::mem::replace(&mut self.scope, scope);
        let outer_paths = paths.map(|paths| std::mem::replace(&mut self.paths, paths));
        visit(self);
        self.scope = outer_scope;
        if let Some(paths) = outer_paths {
            self.paths = paths;
        }
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_file(&mut self, file: &'ast File) {
        if !is_absent(&file.attrs, self.reader.build) {
            visit::visit_file(self, file);
        }
    }

    fn visit_item(&mut self, item: &'ast Item) {
        if !is_absent(attributes(item), self.reader.build) {
            visit::visit_item(self, item);
        }
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        if !is_absent(&item.attrs, self.reader.build) {
            visit::visit_impl_item_fn(self, item);
        }
    }

    fn visit_item_struct(&mut self, item: &'ast ItemStruct) {
        self.take(item.clone().into());
        visit::visit_item_struct(self, item);
    }

    fn visit_item_enum(&mut self, item: &'ast ItemEnum) {
        self.take(item.clone().into());
        visit::visit_item_enum(self, item);
    }

    fn visit_item_union(&mut self, item: &'ast ItemUnion) {
        self.take(item.clone().into());
        visit::visit_item_union(self, item);
    }

    fn visit_item_type(&mut self, item: &'ast ItemType) {
        self.define(&item.ident.unraw(), TypeItem::Alias(item.clone()));
    }

    fn visit_item_use(&mut self, item: &'ast ItemUse) {
        let start = item.leading_colon.map(|_| String::new());
        self.import(start.into_iter().collect(), &item.tree);
    }

    fn visit_item_macro(&mut self, item: &'ast ItemMacro) {
        let list = LockList::of(&item.mac, &self.reader.root, self.path, self.scope);
        self.reader.lock_lists.extend(list);
    }

    fn visit_item_impl(&mut self, item: &'ast ItemImpl) {
        if item.trait_.is_some() {
            self.reader.modules.impls.push(SourceImpl {
                file: self.path.to_path_buf(),
                scope: self.scope,
                item: item.clone(),
            });
        }
        visit::visit_item_impl(self, item);
    }

    fn visit_block(&mut self, block: &'ast Block) {
        let body = self.reader.modules.body(self.scope);
        self.within(body, None, |this| visit::visit_block(this, block));
    }

    fn visit_item_mod(&mut self, module: &'ast ItemMod) {
        let name = module.ident.unraw().to_string();
        let attributes = resolved(&module.attrs, self.reader.build);
        if module.content.is_none() {
            self.module_file(module, &attributes, &name);
            return;
        }
        let scope = self.reader.modules.child(self.scope, &name);
        let paths = self.paths.of_inline(&attributes, &module.ident);
        self.within(scope, Some(paths), |this| {
            visit::visit_item_mod(this, module);
        });
    }
}

fn is_conditional(module: &ItemMod) -> bool {
    let conditions = ["cfg", "cfg_attr"];
    let is = |a: &Attribute| conditions.iter().any(|name| a.path().is_ident(name));
    module.attrs.iter().any(is)
}

fn missing(path: &Path, module: &ItemMod, candidates: &[PathBuf]) -> SourceError {
    let candidates: Vec<String> = candidates.iter().map(|p| p.display().to_string()).collect();
    let name = &module.ident;
    let message = format!(
        "found no file of module `{name}`: expected {}",
        candidates.join(" or ")
    );
    let error = syn::Error::new(name.span(), message);
    SourceError::NoModule(SpannedError::of(path, &error))
}
