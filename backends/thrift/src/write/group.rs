//! Many mutations, grouped so that each group is one call: one kind, one timestamp.

use std::collections::HashMap;

use hbase_model::Mutation;

use super::one::Manner;

/// Bytes of cells in one call. A framed gateway takes messages of 2 MB
/// (`hbase.regionserver.thrift.framed.max_frame_size_in_mb`).
const FRAMED_BYTES: usize = 1 << 20;
const BYTES: usize = 4 << 20;

/// Rows in one call.
const ROWS: usize = 10_000;

/// Mutations of one call, by their places in what was given.
#[derive(Debug, PartialEq, Eq)]
pub(super) struct Group {
    pub(super) manner: Manner,
    pub(super) at: Vec<usize>,
    bytes: usize,
}

impl Group {
    fn new(manner: Manner) -> Self {
        Self {
            manner,
            at: Vec::new(),
            bytes: 0,
        }
    }

    fn is_full(&self, more: usize, most: usize) -> bool {
        !self.at.is_empty() && (self.at.len() >= ROWS || self.bytes + more > most)
    }
}

/// The groups, in an order in which they can be written: what is given for one row in several
/// groups stays in its order.
pub(super) fn groups(
    mutations: &[Mutation],
    manners: &[Option<Manner>],
    framed: bool,
) -> Vec<Group> {
    let most = if framed { FRAMED_BYTES } else { BYTES };
    let mut known = manners.iter().flatten();
    let first = known.next();
    let alike = first.is_some_and(|first| known.all(|manner| manner == first));
    let mut groups = Groups::default();
    for (at, manner) in manners.iter().enumerate() {
        let (Some(manner), Some(mutation)) = (manner, mutations.get(at)) else {
            continue;
        };
        if !alike {
            groups.keep_order(mutation.row(), *manner);
        }
        groups.add(at, *manner, size(mutation), most);
    }
    groups.all
}

fn size(mutation: &Mutation) -> usize {
    mutation.row().len() + mutation.cells().as_bytes().len()
}

#[derive(Default)]
struct Groups<'m> {
    all: Vec<Group>,
    /// The last group of each manner that still takes mutations.
    open: HashMap<Manner, usize>,
    /// Which manner each row has had since groups were last closed.
    rows: HashMap<&'m [u8], Manner>,
}

impl<'m> Groups<'m> {
    /// A row that comes again in another manner closes all groups.
    fn keep_order(&mut self, row: &'m [u8], manner: Manner) {
        match self.rows.insert(row, manner) {
            Some(before) if before != manner => {
                self.open.clear();
                self.rows.clear();
                self.rows.insert(row, manner);
            }
            _ => {}
        }
    }

    fn add(&mut self, at: usize, manner: Manner, bytes: usize, most: usize) {
        let open = self.open.get(&manner).copied();
        let open = open.filter(|&open| !self.all[open].is_full(bytes, most));
        let group = open.unwrap_or_else(|| {
            self.all.push(Group::new(manner));
            self.open.insert(manner, self.all.len() - 1);
            self.all.len() - 1
        });
        self.all[group].at.push(at);
        self.all[group].bytes += bytes;
    }
}

#[cfg(test)]
mod tests;
