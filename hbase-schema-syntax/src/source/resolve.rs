//! Name resolution between the modules of a crate.
//!
//! Like rustc, [`Modules::link`] resolves imports and globs in rounds, until a round resolves
//! nothing more. Each round takes what earlier ones have resolved as it is and never follows an
//! import into another one, so that modules which import each other cost no more than others.

use std::collections::BTreeSet;

use super::types::{Modules, Scope};

/// The target of a name.
#[derive(Clone)]
pub(super) enum Found {
    Type(usize),
    Module(usize),
    Foreign(Vec<String>),
}

/// The state of an import or glob.
#[derive(Clone, Default)]
pub(super) enum Import {
    /// Depends on imports that are not resolved yet.
    #[default]
    Waiting,
    /// No type and no module, such as a function or a macro.
    Unknown,
    Found(Found),
}

/// The result of a look-up.
enum Lookup {
    Found(Found),
    Waiting,
    Absent,
}

/// The import that is being resolved, which its own path does not see.
type Importing<'n> = Option<(usize, &'n str)>;

/// The look-ups of one round.
#[derive(Clone, Copy)]
struct Names<'m> {
    modules: &'m Modules,
    /// Whether globs that wait count as empty.
    ignores_waiting_globs: bool,
}

impl Modules {
    /// Resolves all imports and globs.
    ///
    /// A name that nothing defines is that of another crate, but only once all globs that might
    /// define it are resolved. The glob of another crate (`use chrono::*`) waits for itself and for
    /// others like it: when nothing else is left, waiting globs count as empty for a round. Names that still wait then
    /// wait for themselves for ever.
    pub(super) fn link(&mut self) {
        while self.link_all(false) || self.link_all(true) || self.give_up() {}
    }

    /// One round over the imports and globs; returns whether it resolved one.
    fn link_all(&mut self, ignores_waiting_globs: bool) -> bool {
        let names = Names {
            modules: self,
            ignores_waiting_globs,
        };
        let (globs, imports) = (names.globs(), names.imports());
        let resolved = !globs.is_empty() || !imports.is_empty();
        for (module, glob, state) in globs {
            self.all[module].globs[glob].1 = state;
        }
        for (module, name, state) in imports {
            if let Some(import) = self.all[module].imports.get_mut(&name) {
                import.1 = state;
            }
        }
        resolved
    }

    /// Marks all waiting imports and globs as unknown. Returns whether one waited.
    fn give_up(&mut self) -> bool {
        let mut waited = false;
        for module in &mut self.all {
            let globs = module.globs.iter_mut();
            for (_, state) in globs.chain(module.imports.values_mut()) {
                if let Import::Waiting = state {
                    *state = Import::Unknown;
                    waited = true;
                }
            }
        }
        waited
    }

    /// Resolves a path in a scope, after [`link`](Self::link).
    pub(super) fn resolve(&self, scope: Scope, path: &[String]) -> Option<Found> {
        let names = Names {
            modules: self,
            ignores_waiting_globs: false,
        };
        match names.look_up(scope.0, path, None) {
            Lookup::Found(found) => Some(found),
            Lookup::Waiting | Lookup::Absent => None,
        }
    }
}

impl Names<'_> {
    /// The globs that waited and no longer wait, by module and index.
    fn globs(self) -> Vec<(usize, usize, Import)> {
        let modules = self.modules.all.iter().enumerate();
        let globs = modules.flat_map(|(module, this)| {
            let globs = this.globs.iter().enumerate();
            globs.map(move |(index, glob)| (module, index, glob))
        });
        globs
            .filter(|(.., (_, state))| matches!(state, Import::Waiting))
            .filter_map(|(module, index, (path, _))| {
                let state = import(self.look_up(module, path, None))?;
                Some((module, index, state))
            })
            .collect()
    }

    /// The imports that waited and no longer wait, by module and name.
    fn imports(self) -> Vec<(usize, String, Import)> {
        let modules = self.modules.all.iter().enumerate();
        let imports = modules.flat_map(|(module, this)| {
            let imports = this.imports.iter();
            imports.map(move |(name, import)| (module, name, import))
        });
        imports
            .filter(|(.., (_, state))| matches!(state, Import::Waiting))
            .filter_map(|(module, name, (path, _))| {
                let state = import(self.look_up(module, path, Some((module, name))))?;
                Some((module, name.clone(), state))
            })
            .collect()
    }

    fn look_up(self, module: usize, path: &[String], importing: Importing<'_>) -> Lookup {
        let Some((first, rest)) = path.split_first() else {
            return Lookup::Absent;
        };
        let start = match first.as_str() {
            "" => return self.external(module, rest, importing),
            "crate" => Lookup::Found(Found::Module(self.modules.root_of(module))),
            "self" => Lookup::Found(Found::Module(self.modules.module_of(module))),
            "super" => self.parent_of(module),
            name => self.name(module, name, importing),
        };
        match start {
            Lookup::Found(start) => self.steps(start, rest, importing),
            Lookup::Waiting => Lookup::Waiting,
            Lookup::Absent => self.external(module, path, importing),
        }
    }

    /// Resolves a path that starts with a crate's name.
    fn external(self, module: usize, path: &[String], importing: Importing<'_>) -> Lookup {
        match (&self.modules.library, path.split_first()) {
            (Some((library, root)), Some((first, rest)))
                if first == library && self.modules.root_of(module) != *root =>
            {
                self.steps(Found::Module(*root), rest, importing)
            }
            _ => Lookup::Found(Found::Foreign(path.to_vec())),
        }
    }

    fn steps(self, start: Found, names: &[String], importing: Importing<'_>) -> Lookup {
        let mut found = start;
        for name in names {
            match self.step(found, name, importing) {
                Lookup::Found(next) => found = next,
                other => return other,
            }
        }
        Lookup::Found(found)
    }

    fn step(self, from: Found, name: &str, importing: Importing<'_>) -> Lookup {
        match from {
            Found::Module(module) if name == "super" => self.parent_of(module),
            Found::Module(module) => self.member(module, name, importing),
            Found::Foreign(mut path) => {
                path.push(name.to_owned());
                Lookup::Found(Found::Foreign(path))
            }
            // Associated types (`Self::Item`) are not the types of a table.
            Found::Type(_) => Lookup::Absent,
        }
    }

    /// Resolves a single name, in the module or in the scopes around a function's body.
    fn name(self, mut module: usize, name: &str, importing: Importing<'_>) -> Lookup {
        loop {
            match (
                self.member(module, name, importing),
                self.modules.all[module].parent,
            ) {
                (Lookup::Absent, Some(parent)) if self.modules.all[module].is_body => {
                    module = parent;
                }
                (found, _) => return found,
            }
        }
    }

    /// The item with this name in a module: its own, or one of the modules that its globs reach,
    /// each of which is looked at once.
    fn member(self, module: usize, name: &str, importing: Importing<'_>) -> Lookup {
        let own = self.own(module, name, importing);
        if !matches!(own, Lookup::Absent) {
            return own;
        }
        let mut waits = false;
        let mut seen = BTreeSet::from([module]);
        let mut reached = vec![module];
        while let Some(from) = reached.pop() {
            if from != module {
                match self.own(from, name, importing) {
                    found @ Lookup::Found(_) => return found,
                    Lookup::Waiting => waits = true,
                    Lookup::Absent => {}
                }
            }
            for (_, glob) in self.modules.all[from].globs.iter().rev() {
                match glob {
                    Import::Waiting => waits |= !self.ignores_waiting_globs,
                    Import::Found(Found::Module(to)) if seen.insert(*to) => reached.push(*to),
                    Import::Found(_) | Import::Unknown => {}
                }
            }
        }
        if waits {
            Lookup::Waiting
        } else {
            Lookup::Absent
        }
    }

    /// The item with this name in a module, without its globs.
    fn own(self, module: usize, name: &str, importing: Importing<'_>) -> Lookup {
        let this = &self.modules.all[module];
        if let Some(index) = this.types.get(name) {
            return Lookup::Found(Found::Type(*index));
        }
        if importing != Some((module, name)) {
            match this.imports.get(name) {
                Some((_, Import::Found(found))) => return Lookup::Found(found.clone()),
                Some((_, Import::Waiting)) => return Lookup::Waiting,
                // A function may have the name of a module.
                Some((_, Import::Unknown)) | None => {}
            }
        }
        match this.children.get(name) {
            Some(child) => Lookup::Found(Found::Module(*child)),
            None => Lookup::Absent,
        }
    }

    fn parent_of(self, module: usize) -> Lookup {
        match self.modules.all[self.modules.module_of(module)].parent {
            Some(parent) => Lookup::Found(Found::Module(self.modules.module_of(parent))),
            None => Lookup::Absent,
        }
    }
}

impl Modules {
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

/// The state of an import after a look-up, unless it still waits.
fn import(lookup: Lookup) -> Option<Import> {
    match lookup {
        Lookup::Found(found) => Some(Import::Found(found)),
        Lookup::Absent => Some(Import::Unknown),
        Lookup::Waiting => None,
    }
}
