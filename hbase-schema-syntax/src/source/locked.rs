//! The structs that a crate lists in `hbase_schema::lock!`.

use std::path::{Path, PathBuf};

use syn::parse::{ParseStream, Parser};
use syn::punctuated::Punctuated;
use syn::{Ident, Macro, Token, Type};

use super::types::names;
use super::{Meaning, Scope, SourceTable, SourceType, Sources, TypeItem};

/// The structs in one `hbase_schema::lock!`.
pub struct LockList {
    /// The file of the macro.
    pub file: PathBuf,
    /// The root file of its library or program.
    pub root: PathBuf,
    scope: Scope,
    types: Vec<syn::Path>,
}

/// A type in [`LockList`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Listed {
    /// The table at this position in [`Sources::tables`].
    Table(usize),
    /// A type that does not derive `HTable`, by its path as it is listed.
    Other(String),
    /// A type that is not in the sources, such as one that a macro generates.
    Unknown(String),
}

impl LockList {
    /// The list, if the macro is `hbase_schema::lock!`, or `lock!` with an import.
    pub(super) fn of(item: &Macro, root: &Path, file: &Path, scope: Scope) -> Option<Self> {
        let name = item.path.segments.last()?;
        (name.ident == "lock").then(|| Self {
            file: file.to_path_buf(),
            root: root.to_path_buf(),
            scope,
            types: types(item),
        })
    }
}

/// The longest chain of aliases that is followed.
const MAX_ALIASES: usize = 32;

impl Sources {
    /// The types of a list, each once.
    pub fn listed(&self, list: &LockList) -> Vec<Listed> {
        let mut found: Vec<Listed> = Vec::new();
        for path in &list.types {
            let listed = self.listed_type(list.scope, path);
            if !found.contains(&listed) {
                found.push(listed);
            }
        }
        found
    }

    fn listed_type(&self, scope: Scope, path: &syn::Path) -> Listed {
        let text = names(path).join("::");
        let Some((scope, name)) = self.defined(scope, path) else {
            return Listed::Unknown(text);
        };
        let is_it = |table: &SourceTable| table.scope == scope && table.input.ident == *name;
        match self.tables.iter().position(is_it) {
            Some(index) => Listed::Table(index),
            None => Listed::Other(text),
        }
    }

    /// The scope and the name of the type that a path means, aliases followed.
    fn defined<'s>(&'s self, mut scope: Scope, path: &'s syn::Path) -> Option<(Scope, &'s Ident)> {
        let mut path = path;
        for _ in 0..MAX_ALIASES {
            let Meaning::Own(found) = self.meaning(scope, path) else {
                return None;
            };
            match target(found) {
                Target::Defined(name) => return Some((found.scope, name)),
                Target::Alias(next) => (scope, path) = (found.scope, next),
                Target::None => return None,
            }
        }
        None
    }
}

/// What a type is, or the path that an alias stands for.
enum Target<'s> {
    Defined(&'s Ident),
    Alias(&'s syn::Path),
    None,
}

fn target(found: &SourceType) -> Target<'_> {
    match &found.item {
        TypeItem::Defined(input) => Target::Defined(&input.ident),
        TypeItem::Alias(alias) => match &*alias.ty {
            Type::Path(ty) if ty.qself.is_none() => Target::Alias(&ty.path),
            _ => Target::None,
        },
    }
}

/// The paths of the listed types.
fn types(item: &Macro) -> Vec<syn::Path> {
    let parse = |input: ParseStream<'_>| {
        if input.peek(Token![crate]) && input.peek2(Token![=]) {
            input.parse::<Token![crate]>()?;
            input.parse::<Token![=]>()?;
            input.parse::<syn::Path>()?;
            input.parse::<Token![;]>()?;
        }
        Punctuated::<Type, Token![,]>::parse_terminated(input)
    };
    let types = parse.parse2(item.tokens.clone()).unwrap_or_default();
    let paths = types.into_iter().filter_map(|ty| match ty {
        Type::Path(path) => Some(path.path),
        _ => None,
    });
    paths.collect()
}
