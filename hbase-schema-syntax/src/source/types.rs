//! The types of a crate by module.
//!
//! Names resolve as in Rust: by definitions, `use` with renames, globs and modules, and within a
//! function's body also by the enclosing scopes. A name from outside the sources resolves to its
//! full path.

use std::collections::BTreeMap;
use std::path::PathBuf;

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, ItemImpl, ItemType, Token};

use super::resolve::{Found, Import};

/// A scope of names: a module, a file's root, or the body of a function.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Scope(pub(super) usize);

/// A type in the sources.
pub struct SourceType {
    /// Its file.
    pub file: PathBuf,
    /// Its scope, in which its fields' types are resolved.
    pub scope: Scope,
    /// The type.
    pub item: TypeItem,
}

/// The definition of a type in the sources.
pub enum TypeItem {
    /// A struct, an enum or a union.
    Defined(DeriveInput),
    /// `type Phone = String;`
    Alias(ItemType),
}

/// An impl of a trait.
pub struct SourceImpl {
    /// Its file.
    pub file: PathBuf,
    /// Its scope.
    pub scope: Scope,
    /// The impl.
    pub item: ItemImpl,
}

/// The target of a path.
pub enum Meaning<'s> {
    /// A type of these sources.
    Own(&'s SourceType),
    /// A type from outside these sources, by its full path: `std::string::String`, or a bare name
    /// without a `use`.
    Foreign(Vec<String>),
}

#[derive(Default)]
pub(super) struct Modules {
    pub(super) all: Vec<Module>,
    pub(super) types: Vec<SourceType>,
    pub(super) impls: Vec<SourceImpl>,
    /// The crate's library, with the name under which its binaries import it.
    pub(super) library: Option<(String, usize)>,
}

/// The segments of a path without arguments; for `::std` the first one is empty.
pub(super) fn names(path: &syn::Path) -> Vec<String> {
    let start = path.leading_colon.map(|_| String::new());
    let names = path.segments.iter().map(|s| s.ident.unraw().to_string());
    start.into_iter().chain(names).collect()
}

#[derive(Default)]
pub(super) struct Module {
    pub(super) parent: Option<usize>,
    /// Whether this is a function's body, which sees the names of enclosing scopes.
    pub(super) is_body: bool,
    pub(super) types: BTreeMap<String, usize>,
    pub(super) children: BTreeMap<String, usize>,
    /// The imports by their names, with their paths.
    pub(super) imports: BTreeMap<String, (Vec<String>, Import)>,
    pub(super) globs: Vec<(Vec<String>, Import)>,
}

impl Modules {
    pub(super) fn root(&mut self) -> Scope {
        self.add(Module::default())
    }

    pub(super) fn set_library(&mut self, name: String, root: Scope) {
        self.library = Some((name, root.0));
    }

    pub(super) fn child(&mut self, of: Scope, name: &str) -> Scope {
        let child = self.add(Module {
            parent: Some(of.0),
            ..Module::default()
        });
        self.all[of.0].children.insert(name.to_owned(), child.0);
        child
    }

    /// Adds another name for a known module.
    pub(super) fn adopt(&mut self, of: Scope, name: &str, known: Scope) {
        self.all[of.0].children.insert(name.to_owned(), known.0);
    }

    pub(super) fn body(&mut self, of: Scope) -> Scope {
        self.add(Module {
            parent: Some(of.0),
            is_body: true,
            ..Module::default()
        })
    }

    fn add(&mut self, module: Module) -> Scope {
        self.all.push(module);
        Scope(self.all.len() - 1)
    }

    pub(super) fn define(&mut self, scope: Scope, name: &str, item: SourceType) {
        self.types.push(item);
        let index = self.types.len() - 1;
        self.all[scope.0].types.insert(name.to_owned(), index);
    }

    pub(super) fn import(&mut self, scope: Scope, name: String, path: Vec<String>) {
        let import = (path, Import::Waiting);
        self.all[scope.0].imports.insert(name, import);
    }

    pub(super) fn glob(&mut self, scope: Scope, path: Vec<String>) {
        self.all[scope.0].globs.push((path, Import::Waiting));
    }

    /// Whether a type derives a trait, under any name that the trait has in its scope.
    pub(super) fn derives(&self, scope: Scope, input: &DeriveInput, name: &str) -> bool {
        let derives = input.attrs.iter().filter(|a| a.path().is_ident("derive"));
        let paths = derives.flat_map(|attribute| {
            let parse = Punctuated::<syn::Path, Token![,]>::parse_terminated;
            attribute.parse_args_with(parse).into_iter().flatten()
        });
        paths
            .map(|path| self.meaning(scope, &names(&path)))
            .any(|meaning| match meaning {
                Meaning::Own(_) => false,
                Meaning::Foreign(path) => path.last().is_some_and(|last| last == name),
            })
    }

    /// Resolves a path in a scope.
    pub(super) fn meaning(&self, scope: Scope, path: &[String]) -> Meaning<'_> {
        match self.resolve(scope, path) {
            Some(Found::Type(index)) => Meaning::Own(&self.types[index]),
            Some(Found::Foreign(path)) => Meaning::Foreign(path),
            Some(Found::Module(_)) | None => Meaning::Foreign(path.to_vec()),
        }
    }
}
