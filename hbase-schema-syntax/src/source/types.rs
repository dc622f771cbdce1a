//! The types of a crate, and name resolution.
//!
//! Names resolve as in Rust: by definitions, `use` with renames, globs and modules, and within a
//! function's body also by the enclosing scopes. A name from outside the sources resolves to its
//! full path.

use std::collections::BTreeMap;
use std::path::PathBuf;

use syn::ext::IdentExt;
use syn::punctuated::Punctuated;
use syn::{DeriveInput, ItemImpl, ItemType, Token};

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

/// Maximum `use` items in a chain, which may be circular.
const MOST_STEPS: usize = 64;

#[derive(Default)]
pub(super) struct Modules {
    all: Vec<Module>,
    pub(super) types: Vec<SourceType>,
    pub(super) impls: Vec<SourceImpl>,
    /// The crate's library, with the name under which its binaries import it.
    library: Option<(String, usize)>,
}

/// The segments of a path without arguments; for `::std` the first one is empty.
pub(super) fn names(path: &syn::Path) -> Vec<String> {
    let start = path.leading_colon.map(|_| String::new());
    let names = path.segments.iter().map(|s| s.ident.unraw().to_string());
    start.into_iter().chain(names).collect()
}

#[derive(Default)]
struct Module {
    parent: Option<usize>,
    /// Whether this is a function's body, which sees the names of enclosing scopes.
    is_body: bool,
    types: BTreeMap<String, usize>,
    children: BTreeMap<String, usize>,
    imports: BTreeMap<String, Vec<String>>,
    globs: Vec<Vec<String>>,
}

/// The target of a name in a module.
enum Found {
    Type(usize),
    Module(usize),
    Foreign(Vec<String>),
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
        self.all[scope.0].imports.insert(name, path);
    }

    pub(super) fn glob(&mut self, scope: Scope, path: Vec<String>) {
        self.all[scope.0].globs.push(path);
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
        match self.path(scope.0, path, None, MOST_STEPS) {
            Some(Found::Type(index)) => Meaning::Own(&self.types[index]),
            Some(Found::Foreign(path)) => Meaning::Foreign(path),
            Some(Found::Module(_)) | None => Meaning::Foreign(path.to_vec()),
        }
    }

    /// Resolves a path; `importing` is the name that a `use` is defining, which does not resolve to
    /// itself.
    fn path(
        &self,
        module: usize,
        path: &[String],
        importing: Option<&str>,
        steps: usize,
    ) -> Option<Found> {
        let steps = steps.checked_sub(1)?;
        let (first, rest) = path.split_first()?;
        let start = match first.as_str() {
            "" => return self.external(module, rest, steps),
            "crate" => Some(Found::Module(self.root_of(module))),
            "self" => Some(Found::Module(self.module_of(module))),
            "super" => self.all[self.module_of(module)]
                .parent
                .map(|parent| Found::Module(self.module_of(parent))),
            name => self.name(module, name, importing, steps),
        };
        match start {
            Some(start) => self.steps(start, rest, steps),
            None => self.external(module, path, steps),
        }
    }

    /// Resolves a path that starts with a crate's name.
    fn external(&self, module: usize, path: &[String], steps: usize) -> Option<Found> {
        match (&self.library, path.split_first()) {
            (Some((library, root)), Some((first, rest)))
                if first == library && self.root_of(module) != *root =>
            {
                self.steps(Found::Module(*root), rest, steps)
            }
            _ => Some(Found::Foreign(path.to_vec())),
        }
    }

    fn steps(&self, start: Found, names: &[String], steps: usize) -> Option<Found> {
        names
            .iter()
            .try_fold(start, |found, name| self.step(found, name, steps))
    }

    fn step(&self, from: Found, name: &str, steps: usize) -> Option<Found> {
        match from {
            Found::Module(module) if name == "super" => {
                let parent = self.all[module].parent?;
                Some(Found::Module(self.module_of(parent)))
            }
            Found::Module(module) => self.member(module, name, None, steps),
            Found::Foreign(mut path) => {
                path.push(name.to_owned());
                Some(Found::Foreign(path))
            }
            // Associated types (`Self::Item`) are not the types of a table.
            Found::Type(_) => None,
        }
    }

    /// Resolves a single name, in the module or the scopes around the body.
    fn name(
        &self,
        module: usize,
        name: &str,
        importing: Option<&str>,
        steps: usize,
    ) -> Option<Found> {
        let found = self.member(module, name, importing, steps);
        if found.is_some() || !self.all[module].is_body {
            return found;
        }
        self.name(self.all[module].parent?, name, None, steps)
    }

    /// The item with this name in a module itself.
    fn member(
        &self,
        module: usize,
        name: &str,
        importing: Option<&str>,
        steps: usize,
    ) -> Option<Found> {
        let steps = steps.checked_sub(1)?;
        let this = &self.all[module];
        if let Some(index) = this.types.get(name) {
            return Some(Found::Type(*index));
        }
        if let Some(path) = this.imports.get(name).filter(|_| importing != Some(name)) {
            return self.path(module, path, Some(name), steps);
        }
        if let Some(child) = this.children.get(name) {
            return Some(Found::Module(*child));
        }
        let mut globs = this.globs.iter();
        globs.find_map(|glob| match self.path(module, glob, None, steps)? {
            Found::Module(from) if from != module => self.member(from, name, importing, steps),
            _ => None,
        })
    }

    /// The module that contains a body.
    fn module_of(&self, mut module: usize) -> usize {
        while let (true, Some(parent)) = (self.all[module].is_body, self.all[module].parent) {
            module = parent;
        }
        module
    }

    fn root_of(&self, mut module: usize) -> usize {
        while let Some(parent) = self.all[module].parent {
            module = parent;
        }
        module
    }
}
