//! Strongly connected components, by Tarjan's algorithm.
use std::collections::BTreeMap;
use std::path::PathBuf;

use super::Imports;

/// The components with two files or more, each sorted.
pub(super) fn of(imports: &Imports) -> Vec<Vec<PathBuf>> {
    let mut search = Search {
        imports,
        marks: BTreeMap::new(),
        stack: Vec::new(),
        found: Vec::new(),
    };
    for file in imports.keys() {
        if !search.marks.contains_key(file) {
            search.visit(file);
        }
    }
    search.found.sort();
    search.found
}

struct Search<'a> {
    imports: &'a Imports,
    marks: BTreeMap<&'a PathBuf, Mark>,
    stack: Vec<&'a PathBuf>,
    found: Vec<Vec<PathBuf>>,
}

struct Mark {
    index: usize,
    is_on_stack: bool,
}

impl<'a> Search<'a> {
    fn visit(&mut self, file: &'a PathBuf) -> usize {
        let index = self.marks.len();
        self.marks.insert(
            file,
            Mark {
                index,
                is_on_stack: true,
            },
        );
        self.stack.push(file);
        let mut low = index;
        for other in self.imports[file].keys() {
            low = low.min(match self.marks.get(other) {
                None => self.visit(other),
                Some(mark) if mark.is_on_stack => mark.index,
                Some(_) => continue,
            });
        }
        if low == index {
            self.close(file);
        }
        low
    }

    fn close(&mut self, root: &PathBuf) {
        let start = self
            .stack
            .iter()
            .rposition(|file| *file == root)
            .unwrap_or(0);
        let mut files: Vec<PathBuf> = Vec::new();
        for file in self.stack.split_off(start) {
            if let Some(mark) = self.marks.get_mut(file) {
                mark.is_on_stack = false;
            }
            files.push(file.clone());
        }
        if files.len() > 1 {
            files.sort();
            self.found.push(files);
        }
    }
}
