//! Resolves paths: names are followed through re-exports to the module that defines them.
use std::collections::HashMap;

use syn::{Item, UseTree};

use crate::read::Crate;

/// Re-exports of re-exports are followed this far; rustc rejects circles of them.
const MAX_STEPS: usize = 32;

/// The meanings of the names in each module of one target.
#[derive(Debug)]
pub(crate) struct Scope {
    modules: Vec<Names>,
}

#[derive(Debug, Default)]
struct Names {
    parent: Option<usize>,
    children: HashMap<String, usize>,
    /// Separate from `children`: a function may have the name of the module from which it is imported.
    items: HashMap<String, Name>,
    /// The modules of `use …::*`.
    globs: Vec<Vec<String>>,
}

#[derive(Debug, Clone)]
enum Name {
    Defined,
    /// Imported by `use`.
    Used(Vec<String>),
}

impl Scope {
    pub(crate) fn of(read: &Crate) -> Self {
        let mut modules: Vec<Names> = Vec::new();
        for (index, module) in read.modules.iter().enumerate() {
            if let Some(parent) = module.parent {
                modules[parent].children.insert(module.name.clone(), index);
            }
            let mut names = Names {
                parent: module.parent,
                ..Names::default()
            };
            for item in &module.items {
                names.declare(item);
            }
            modules.push(names);
        }
        Self { modules }
    }

    /// Whether a path that starts with `name` in `module` can lead to a module of this target.
    pub(crate) fn knows(&self, module: usize, name: &str) -> bool {
        let names = &self.modules[module];
        matches!(name, "crate" | "super" | "self")
            || names.children.contains_key(name)
            || names.items.contains_key(name)
    }

    /// The modules from which `module` imports all names.
    pub(crate) fn globs(&self, module: usize) -> impl Iterator<Item = usize> {
        self.modules[module]
            .globs
            .iter()
            .filter_map(move |path| self.module_at(module, path, 0))
    }

    /// The module that defines the item that `path` names in `from`, and its name there; `None` for other
    /// crates' names and for modules.
    pub(crate) fn definer(&self, from: usize, path: &[String]) -> Option<(usize, String)> {
        self.resolve(from, path, 0)?.item()
    }

    /// As [`Scope::definer`], for a name that `use module::*` imports.
    pub(crate) fn definer_in(&self, module: usize, name: &str) -> Option<(usize, String)> {
        self.within(module, &[name.to_owned()], 0)?.item()
    }

    fn module_at(&self, from: usize, path: &[String], steps: usize) -> Option<usize> {
        match self.resolve(from, path, steps)? {
            Target::Module(module) => Some(module),
            Target::Item(..) => None,
        }
    }

    fn resolve(&self, from: usize, path: &[String], steps: usize) -> Option<Target> {
        let (head, rest) = path.split_first()?;
        match head.as_str() {
            "crate" => self.within(0, rest, steps),
            "self" => self.within(from, rest, steps),
            "super" => self.above(from, rest, steps),
            _ => self.within(from, path, steps),
        }
    }

    fn above(&self, from: usize, rest: &[String], steps: usize) -> Option<Target> {
        let parent = self.modules[from].parent?;
        match rest.split_first() {
            Some((head, rest)) if head == "super" => self.above(parent, rest, steps),
            _ => self.within(parent, rest, steps),
        }
    }

    fn within(&self, module: usize, path: &[String], steps: usize) -> Option<Target> {
        let Some((head, rest)) = path.split_first() else {
            return Some(Target::Module(module));
        };
        if steps > MAX_STEPS {
            return None;
        }
        let names = &self.modules[module];
        let child = names
            .children
            .get(head)
            .filter(|_| !rest.is_empty() || !names.items.contains_key(head));
        if let Some(child) = child {
            return self.within(*child, rest, steps + 1);
        }
        match names.items.get(head) {
            Some(Name::Defined) => Some(Target::Item(module, head.clone())),
            Some(Name::Used(path)) => {
                let path: Vec<String> = path.iter().chain(rest).cloned().collect();
                self.resolve_used(module, &path, steps + 1)
            }
            // A glob of another crate is looked up in no other glob: two of them would take a time exponential in the steps.
            None => names
                .globs
                .iter()
                .filter(|glob| names.has_head(glob))
                .find_map(|glob| {
                    let source = self.module_at(module, glob, steps + 1)?;
                    self.within(source, path, steps + 1)
                }),
        }
    }

    /// `use name::…` may name another crate whose name is also an item of this module: `use bytes::Bytes`, `use
    /// memchr::memchr`.
    fn resolve_used(&self, module: usize, path: &[String], steps: usize) -> Option<Target> {
        let head = path.first()?;
        let names = &self.modules[module];
        match names.items.get(head) {
            Some(Name::Used(used))
                if used.first() == Some(head) && !names.children.contains_key(head) =>
            {
                None
            }
            _ => self.resolve(module, path, steps),
        }
    }
}

enum Target {
    /// The module that defines it, and its name there.
    Item(usize, String),
    Module(usize),
}

impl Target {
    fn item(self) -> Option<(usize, String)> {
        match self {
            Self::Item(module, name) => Some((module, name)),
            Self::Module(_) => None,
        }
    }
}

impl Names {
    /// Whether the module itself has the first name of a path.
    fn has_head(&self, path: &[String]) -> bool {
        let head = path.first().map_or("", String::as_str);
        matches!(head, "crate" | "self" | "super")
            || self.children.contains_key(head)
            || self.items.contains_key(head)
    }

    fn declare(&mut self, item: &Item) {
        let name = match item {
            Item::Const(item) => &item.ident,
            Item::Enum(item) => &item.ident,
            Item::Fn(item) => &item.sig.ident,
            Item::Static(item) => &item.ident,
            Item::Struct(item) => &item.ident,
            Item::Trait(item) => &item.ident,
            Item::TraitAlias(item) => &item.ident,
            Item::Type(item) => &item.ident,
            Item::Union(item) => &item.ident,
            Item::Macro(item) => match &item.ident {
                Some(name) => name,
                None => return,
            },
            Item::Use(item) => return self.declare_use(&item.tree, &mut Vec::new()),
            _ => return,
        };
        self.items.insert(name.to_string(), Name::Defined);
    }

    fn declare_use(&mut self, tree: &UseTree, path: &mut Vec<String>) {
        match tree {
            UseTree::Path(tree) => {
                path.push(tree.ident.to_string());
                self.declare_use(&tree.tree, path);
                path.pop();
            }
            UseTree::Name(tree) => self.bring_in(&tree.ident, &tree.ident, path),
            UseTree::Rename(tree) => self.bring_in(&tree.ident, &tree.rename, path),
            UseTree::Glob(_) => self.globs.push(path.clone()),
            UseTree::Group(group) => group
                .items
                .iter()
                .for_each(|tree| self.declare_use(tree, path)),
        }
    }

    fn bring_in(&mut self, name: &syn::Ident, alias: &syn::Ident, path: &[String]) {
        let mut path = path.to_vec();
        let alias = if name == "self" {
            path.last().cloned()
        } else {
            Some(alias.to_string())
        };
        if name != "self" {
            path.push(name.to_string());
        }
        if let Some(alias) = alias {
            self.items.insert(alias, Name::Used(path));
        }
    }
}
