//! The modules of a target, read from its root file along its `mod` items.
use std::path::{Path, PathBuf};

use syn::punctuated::Punctuated;
use syn::{Attribute, Item, ItemMod, Meta, Token, Visibility};

use crate::Error;

/// A target's modules: the first one is the root.
pub struct Crate {
    /// The target's name.
    pub name: String,
    /// Every module, parents before their children.
    pub modules: Vec<Module>,
}

/// One module, in a file of its own or within one.
pub struct Module {
    /// The last name of its path; `crate` for the root.
    pub name: String,
    /// The file that contains it.
    pub file: PathBuf,
    /// The module's own folder, where the files of its children are.
    pub folder: PathBuf,
    /// The module around it, by its index.
    pub parent: Option<usize>,
    /// The line of its `mod` item, in the parent's file.
    pub line: usize,
    /// Whether it is declared `pub`.
    pub is_public: bool,
    /// Its items, without its modules and without items that are compiled only for tests.
    pub items: Vec<Item>,
}

impl Crate {
    /// Reads the target whose root file is `root`.
    ///
    /// # Errors
    ///
    /// If a file is missing or is not Rust.
    pub fn read(name: &str, root: &Path) -> Result<Self, Error> {
        let mut read = Self {
            name: name.to_owned(),
            modules: Vec::new(),
        };
        read.add(Module {
            name: "crate".to_owned(),
            file: root.to_owned(),
            folder: root.parent().unwrap_or(Path::new("")).to_owned(),
            parent: None,
            line: 1,
            is_public: true,
            items: parse(root)?,
        })?;
        Ok(read)
    }

    /// Adds a module and, from its items, the modules in it.
    fn add(&mut self, mut module: Module) -> Result<(), Error> {
        let items = std::mem::take(&mut module.items).into_iter();
        let (children, items): (Vec<Item>, Vec<Item>) = items
            .filter(|item| !is_for_tests(attributes(item)))
            .partition(|item| matches!(item, Item::Mod(_)));
        module.items = items;
        let index = self.modules.len();
        let (file, folder) = (module.file.clone(), module.folder.clone());
        self.modules.push(module);
        for child in children {
            let Item::Mod(child) = child else { continue };
            self.add(Module::read(child, index, &file, &folder)?)?;
        }
        Ok(())
    }
}

impl Module {
    /// The module of a `mod` item in `file`, whose children's files are in `folder`.
    fn read(item: ItemMod, parent: usize, file: &Path, folder: &Path) -> Result<Self, Error> {
        let name = item.ident.to_string();
        let (file, folder, items) = if let Some((_, items)) = item.content {
            (file.to_owned(), folder.join(&name), items)
        } else {
            let found = file_of(&name, &item.attrs, file, folder)?;
            let items = parse(&found)?;
            (found.clone(), folder_of(&found), items)
        };
        let is_public = matches!(item.vis, Visibility::Public(_));
        Ok(Self {
            name,
            file,
            folder,
            parent: Some(parent),
            line: item.ident.span().start().line,
            is_public,
            items,
        })
    }
}

/// The folder of a module's children, if the module has its own file.
fn folder_of(file: &Path) -> PathBuf {
    if file.ends_with("mod.rs") {
        file.with_file_name("")
    } else {
        file.with_extension("")
    }
}

fn parse(file: &Path) -> Result<Vec<Item>, Error> {
    let text = std::fs::read_to_string(file).map_err(|cause| Error::Io {
        path: file.to_owned(),
        cause,
    })?;
    match syn::parse_file(&text) {
        Ok(parsed) => Ok(parsed.items),
        Err(cause) => Err(Error::Syntax {
            path: file.to_owned(),
            cause,
        }),
    }
}

fn file_of(
    name: &str,
    attributes: &[Attribute],
    file: &Path,
    folder: &Path,
) -> Result<PathBuf, Error> {
    if let Some(path) = attributes.iter().find_map(path_attribute) {
        return Ok(file.with_file_name(path));
    }
    let candidates = [
        folder.join(format!("{name}.rs")),
        folder.join(name).join("mod.rs"),
    ];
    candidates
        .into_iter()
        .find(|path| path.exists())
        .ok_or_else(|| Error::NoModule {
            path: file.to_owned(),
            name: name.to_owned(),
            dir: folder.to_owned(),
        })
}

fn path_attribute(attribute: &Attribute) -> Option<String> {
    let Meta::NameValue(pair) = &attribute.meta else {
        return None;
    };
    let syn::Expr::Lit(literal) = &pair.value else {
        return None;
    };
    match &literal.lit {
        syn::Lit::Str(text) if pair.path.is_ident("path") => Some(text.value()),
        _ => None,
    }
}

/// Tests may import anything, because nothing imports them.
fn is_for_tests(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| {
        attribute.path().is_ident("cfg")
            && attribute
                .parse_args::<Meta>()
                .is_ok_and(|condition| requires_test(&condition))
    })
}

/// Whether a `cfg` condition holds only in tests: `test`, and `all(…)` with it.
fn requires_test(condition: &Meta) -> bool {
    match condition {
        Meta::Path(path) => path.is_ident("test"),
        Meta::List(list) if list.path.is_ident("all") => list
            .parse_args_with(Punctuated::<Meta, Token![,]>::parse_terminated)
            .is_ok_and(|all| all.iter().any(requires_test)),
        _ => false,
    }
}

fn attributes(item: &Item) -> &[Attribute] {
    match item {
        Item::Const(item) => &item.attrs,
        Item::Enum(item) => &item.attrs,
        Item::Fn(item) => &item.attrs,
        Item::Impl(item) => &item.attrs,
        Item::Macro(item) => &item.attrs,
        Item::Mod(item) => &item.attrs,
        Item::Static(item) => &item.attrs,
        Item::Struct(item) => &item.attrs,
        Item::Trait(item) => &item.attrs,
        Item::Type(item) => &item.attrs,
        Item::Union(item) => &item.attrs,
        Item::Use(item) => &item.attrs,
        _ => &[],
    }
}
