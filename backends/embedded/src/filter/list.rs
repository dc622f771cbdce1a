//! Lists of filters (`FilterListWithAND`, `FilterListWithOR`).

use std::borrow::Cow;

use hbase_model::Result;

use super::{Code, Node};
use crate::read::CellView;

/// What all let through. An empty list lets everything through.
#[derive(Debug)]
pub(super) struct And(pub(super) Vec<Box<dyn Node>>);

impl Node for And {
    fn reset(&mut self) {
        self.0.iter_mut().for_each(|node| node.reset());
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        let (mut is_out, mut has_hinting) = (false, false);
        for node in &mut self.0 {
            if node.is_all_done() {
                return Ok(true);
            }
            if node.filter_row_key(row)? {
                is_out = true;
            } else {
                has_hinting |= node.is_hinting();
            }
        }
        Ok(is_out && !has_hinting)
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let mut joined = Code::Include;
        for node in &mut self.0 {
            if node.is_all_done() {
                return Ok(Code::NextRow);
            }
            joined = joined.and(node.filter_cell(cell)?);
            // A cell that is left out is not shown to the rest: it would count it.
            if !joined.includes() {
                break;
            }
        }
        Ok(joined)
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        self.0
            .iter()
            .fold(value, |value, node| node.transform(value))
    }

    fn filter_row(&mut self) -> bool {
        self.0.iter_mut().any(|node| node.filter_row())
    }

    fn has_filter_row(&self) -> bool {
        self.0.iter().any(|node| node.has_filter_row())
    }

    fn may_fail(&self) -> bool {
        self.0.iter().any(|node| node.may_fail())
    }

    fn is_all_done(&self) -> bool {
        self.0.iter().any(|node| node.is_all_done())
    }
}

/// One filter of a list of which one is enough, and what it last said. Others may hold the scan
/// on a column or row that this one has done with, whose cells it must not count.
#[derive(Debug)]
struct Branch {
    node: Box<dyn Node>,
    last: Code,
    family: Vec<u8>,
    qualifier: Vec<u8>,
    has_included: bool,
}

impl Branch {
    fn reset(&mut self) {
        self.node.reset();
        self.last = Code::Include;
        self.has_included = false;
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let code = match self.settled(cell) {
            Some(code) => code,
            None => self.node.filter_cell(cell)?,
        };
        self.last = code;
        if !matches!(code, Code::Include | Code::Skip | Code::Hint) {
            self.family.clear();
            self.family.extend_from_slice(cell.family);
            self.qualifier.clear();
            self.qualifier.extend_from_slice(cell.qualifier);
        }
        self.has_included = code.includes();
        Ok(code)
    }

    /// What the last answer already says about this cell.
    fn settled(&self, cell: &CellView<'_>) -> Option<Code> {
        match self.last {
            Code::Include | Code::Skip | Code::Hint => None,
            Code::NextColumn | Code::IncludeNextColumn => {
                let same = self.qualifier == cell.qualifier && self.family == cell.family;
                same.then_some(Code::NextColumn)
            }
            Code::NextRow | Code::IncludeNextRow => {
                (self.family == cell.family).then_some(Code::NextRow)
            }
        }
    }
}

/// What any lets through. An empty list lets everything through.
#[derive(Debug)]
pub(super) struct Or(Vec<Branch>);

impl Or {
    pub(super) fn new(nodes: Vec<Box<dyn Node>>) -> Self {
        let branch = |node| Branch {
            node,
            last: Code::Include,
            family: Vec::new(),
            qualifier: Vec::new(),
            has_included: false,
        };
        Self(nodes.into_iter().map(branch).collect())
    }
}

impl Node for Or {
    fn reset(&mut self) {
        self.0.iter_mut().for_each(Branch::reset);
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        let mut is_out = !self.0.is_empty();
        for branch in &mut self.0 {
            // Every one is asked: some remember what they were asked about.
            if !branch.node.is_all_done() && !branch.node.filter_row_key(row)? {
                is_out = false;
            }
        }
        Ok(is_out)
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        if self.0.is_empty() {
            return Ok(Code::Include);
        }
        let mut joined: Option<Code> = None;
        for branch in &mut self.0 {
            branch.has_included = false;
            if branch.node.is_all_done() {
                continue;
            }
            let code = branch.filter_cell(cell)?;
            joined = Some(joined.map_or(code, |joined| joined.or(code)));
        }
        Ok(joined.unwrap_or(Code::Skip))
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        let including = self.0.iter().filter(|branch| branch.has_included);
        including.fold(value, |value, branch| branch.node.transform(value))
    }

    fn filter_row(&mut self) -> bool {
        // As soon as one lets the row through, the rest is not asked, so that it does not count.
        !self.0.is_empty() && self.0.iter_mut().all(|branch| branch.node.filter_row())
    }

    fn has_filter_row(&self) -> bool {
        self.0.iter().any(|branch| branch.node.has_filter_row())
    }

    fn may_fail(&self) -> bool {
        self.0.iter().any(|branch| branch.node.may_fail())
    }

    fn is_all_done(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|branch| branch.node.is_all_done())
    }
}
