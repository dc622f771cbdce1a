//! Finds functions that are too long.
use syn::visit::{self, Visit};
use syn::{Block, ImplItemFn, ItemFn, Signature, TraitItemFn};

use crate::Finding;
use crate::read::{Crate, Module};

/// Maximum lines from `fn` to the closing brace.
pub const MAX_LINES: usize = 45;

/// The functions of a target that have more than [`MAX_LINES`] lines, nested ones included.
#[must_use]
pub fn check(read: &Crate) -> Vec<Finding> {
    let mut findings = Vec::new();
    for module in &read.modules {
        let mut visitor = Visitor {
            module,
            findings: &mut findings,
        };
        for item in &module.items {
            visitor.visit_item(item);
        }
    }
    findings
}

struct Visitor<'a> {
    module: &'a Module,
    findings: &'a mut Vec<Finding>,
}

impl Visitor<'_> {
    fn measure(&mut self, signature: &Signature, block: &Block) {
        let first = signature.fn_token.span.start().line;
        let lines = block.brace_token.span.close().end().line + 1 - first;
        if lines > MAX_LINES {
            let message = format!("`{}` has {lines} lines, over {MAX_LINES}", signature.ident);
            self.findings.push(Finding {
                file: self.module.file.clone(),
                line: first,
                message,
            });
        }
    }
}

impl<'ast> Visit<'ast> for Visitor<'_> {
    fn visit_item_fn(&mut self, item: &'ast ItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_item_fn(self, item);
    }

    fn visit_impl_item_fn(&mut self, item: &'ast ImplItemFn) {
        self.measure(&item.sig, &item.block);
        visit::visit_impl_item_fn(self, item);
    }

    fn visit_trait_item_fn(&mut self, item: &'ast TraitItemFn) {
        if let Some(block) = &item.default {
            self.measure(&item.sig, block);
        }
        visit::visit_trait_item_fn(self, item);
    }
}
