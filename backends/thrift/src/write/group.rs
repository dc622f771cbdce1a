//! Groups of mutations of one kind, each written by one call.

use std::collections::HashMap;

use hbase_backend::Mutation;

use super::kind::WriteKind;

/// Maximum bytes of cells per call. A framed gateway accepts messages of 2 MB
/// (`hbase.regionserver.thrift.framed.max_frame_size_in_mb`).
const MAX_FRAMED_BYTES: usize = 1 << 20;
const MAX_BYTES: usize = 4 << 20;

/// Maximum rows per call.
const MAX_ROWS: usize = 10_000;

/// The mutations of one call, by their indexes.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) kind: WriteKind,
    pub(super) indexes: Vec<usize>,
    bytes: usize,
}

impl Group {
    fn new(kind: WriteKind) -> Self {
        Self {
            kind,
            indexes: Vec::new(),
            bytes: 0,
        }
    }

    fn is_full(&self, more: usize, max_bytes: usize) -> bool {
        !self.indexes.is_empty()
            && (self.indexes.len() >= MAX_ROWS || self.bytes + more > max_bytes)
    }
}

/// The groups, in write order: mutations of one row keep their order, also across groups.
pub(super) fn groups(
    mutations: &[Mutation],
    kinds: &[Option<WriteKind>],
    framed: bool,
) -> Vec<Group> {
    let max_bytes = if framed { MAX_FRAMED_BYTES } else { MAX_BYTES };
    let mut known = kinds.iter().flatten();
    let first = known.next();
    let alike = first.is_some_and(|first| known.all(|kind| kind == first));
    let mut groups = Groups::default();
    for (index, kind) in kinds.iter().enumerate() {
        let (Some(kind), Some(mutation)) = (kind, mutations.get(index)) else {
            continue;
        };
        if !alike {
            groups.keep_order(mutation.row(), *kind);
        }
        groups.add(index, *kind, size(mutation), max_bytes);
    }
    groups.all
}

fn size(mutation: &Mutation) -> usize {
    mutation.row().len() + mutation.cells().as_bytes().len()
}

#[derive(Default)]
struct Groups<'m> {
    all: Vec<Group>,
    /// The open group of each kind.
    open: HashMap<WriteKind, usize>,
    /// The kind of each row since the groups were last closed.
    rows: HashMap<&'m [u8], WriteKind>,
}

impl<'m> Groups<'m> {
    /// Closes all groups if a row is repeated with another kind.
    fn keep_order(&mut self, row: &'m [u8], kind: WriteKind) {
        match self.rows.insert(row, kind) {
            Some(before) if before != kind => {
                self.open.clear();
                self.rows.clear();
                self.rows.insert(row, kind);
            }
            _ => {}
        }
    }

    fn add(&mut self, index: usize, kind: WriteKind, bytes: usize, max_bytes: usize) {
        let open = self.open.get(&kind).copied();
        let open = open.filter(|&open| !self.all[open].is_full(bytes, max_bytes));
        let group = open.unwrap_or_else(|| {
            self.all.push(Group::new(kind));
            self.open.insert(kind, self.all.len() - 1);
            self.all.len() - 1
        });
        self.all[group].indexes.push(index);
        self.all[group].bytes += bytes;
    }
}

#[cfg(test)]
mod tests;
