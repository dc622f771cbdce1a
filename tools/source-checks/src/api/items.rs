//! Public paths in rustdoc's JSON.
use std::collections::BTreeSet;

use rustdoc_types::{Crate, Id, Item, ItemEnum, ItemKind, Use};

/// Each public path of a module, type, trait, function, constant or macro, and its kind: `struct hbase_schema::Column`.
/// Sorted by path.
pub fn items(read: &Crate) -> Vec<String> {
    let mut walk = Walk {
        read,
        open: Vec::new(),
        found: BTreeSet::new(),
    };
    let root = &read.index[&read.root];
    walk.module(root.id, root.name.as_deref().unwrap_or_default());
    let line = |(path, kind)| format!("{kind} {path}");
    walk.found.into_iter().map(line).collect()
}

struct Walk<'a> {
    read: &'a Crate,
    /// The modules that contain the current one: a module may re-export one of them.
    open: Vec<Id>,
    found: BTreeSet<(String, &'static str)>,
}

impl Walk<'_> {
    fn module(&mut self, id: Id, path: &str) {
        let Some(ItemEnum::Module(module)) = self.read.index.get(&id).map(|item| &item.inner)
        else {
            return;
        };
        if self.open.contains(&id) {
            return;
        }
        self.open.push(id);
        // Items that rustdoc left out are hidden.
        let visible = module.items.iter().filter_map(|id| self.read.index.get(id));
        for item in visible {
            self.item(item, path);
        }
        self.open.pop();
    }

    fn item(&mut self, item: &Item, path: &str) {
        match &item.inner {
            ItemEnum::Use(re_export) => self.re_export(re_export, path),
            ItemEnum::Impl(_) => {}
            inner => {
                let name = item.name.as_deref().unwrap_or_default();
                self.add(item.id, inner.item_kind(), &format!("{path}::{name}"));
            }
        }
    }

    fn re_export(&mut self, re_export: &Use, path: &str) {
        let Some(id) = re_export.id else {
            return;
        };
        let here = self.read.index.get(&id);
        if re_export.is_glob {
            match here {
                Some(_) => self.module(id, path),
                None => self.add(id, ItemKind::Use, &format!("{path}::*")),
            }
            return;
        }
        let elsewhere = || {
            let summary = self.read.paths.get(&id)?;
            // Items of this crate that are not in the index are hidden.
            (summary.crate_id != 0).then_some(summary.kind)
        };
        let kind = here.map(|item| item.inner.item_kind()).or_else(elsewhere);
        if let Some(kind) = kind {
            self.add(id, kind, &format!("{path}::{}", re_export.name));
        }
    }

    fn add(&mut self, id: Id, kind: ItemKind, path: &str) {
        self.found.insert((path.to_owned(), name_of(kind)));
        if kind == ItemKind::Module {
            self.module(id, path);
        }
    }
}

fn name_of(kind: ItemKind) -> &'static str {
    match kind {
        ItemKind::Module => "mod",
        ItemKind::Struct => "struct",
        ItemKind::Union => "union",
        ItemKind::Enum => "enum",
        ItemKind::Variant => "variant",
        ItemKind::Trait => "trait",
        ItemKind::Function => "fn",
        ItemKind::TypeAlias => "type",
        ItemKind::Constant => "const",
        ItemKind::Static => "static",
        ItemKind::Macro => "macro",
        ItemKind::ProcDerive => "derive",
        ItemKind::ProcAttribute => "attribute",
        ItemKind::Use => "use",
        _ => "other",
    }
}
