//! Lists of filters (`FilterListWithAND`, `FilterListWithOR`).

use std::borrow::Cow;

use hbase_backend::Result;

use super::{Code, Hint, Node};
use crate::cell::CellView;

/// `AND`: passes cells that all filters pass. An empty list passes everything.
#[derive(Debug)]
pub(super) struct And {
    nodes: Vec<Box<dyn Node>>,
    /// The filters that returned a hint for the last cell.
    hinting: Vec<usize>,
}

impl And {
    pub(super) fn new(nodes: Vec<Box<dyn Node>>) -> Self {
        Self {
            nodes,
            hinting: Vec::new(),
        }
    }

    /// Evaluates the filters in order until one excludes the cell, since the remaining ones would
    /// count it. Returns the combined code and the number of filters evaluated.
    fn code_of(&mut self, cell: &CellView<'_>) -> Result<(Code, usize)> {
        let mut joined = Code::Include;
        for (index, node) in self.nodes.iter_mut().enumerate() {
            if node.is_all_done() {
                return Ok((Code::NextRow, index + 1));
            }
            let code = node.filter_cell(cell)?;
            if code == Code::Hint {
                self.hinting.push(index);
            }
            joined = joined.and(code);
            if !joined.includes() {
                return Ok((joined, index + 1));
            }
        }
        Ok((joined, self.nodes.len()))
    }
}

impl Node for And {
    fn reset(&mut self) {
        self.nodes.iter_mut().for_each(|node| node.reset());
        self.hinting.clear();
    }

    fn filter_row_key(&mut self, row: &[u8]) -> Result<bool> {
        let (mut is_out, mut has_hinting) = (false, false);
        for node in &mut self.nodes {
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
        self.hinting.clear();
        let (joined, asked) = self.code_of(cell)?;
        for (index, node) in self.nodes.iter_mut().enumerate().skip(asked) {
            if node.is_hinting() && node.filter_cell(cell)? == Code::Hint {
                self.hinting.push(index);
            }
        }
        Ok(if self.hinting.is_empty() {
            joined
        } else {
            Code::Hint
        })
    }

    /// Returns the farthest hint: no cell before it passes all of them.
    fn hint(&mut self, cell: &CellView<'_>) -> Option<Hint> {
        let mut farthest: Option<Hint> = None;
        for &index in &self.hinting {
            let node = self.nodes.get_mut(index)?;
            if node.is_all_done() {
                continue;
            }
            let Some(hint) = node.hint(cell) else {
                continue;
            };
            farthest = Some(match farthest {
                Some(far) => far.farther(hint),
                None => hint,
            });
        }
        farthest
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        self.nodes
            .iter()
            .fold(value, |value, node| node.transform(value))
    }

    fn filter_row(&mut self) -> bool {
        self.nodes.iter_mut().any(|node| node.filter_row())
    }

    fn minds_passed_rows(&self) -> bool {
        self.nodes.iter().any(|node| node.minds_passed_rows())
    }

    fn is_all_done(&self) -> bool {
        self.nodes.iter().any(|node| node.is_all_done())
    }
}

/// One filter of an `OR`, and its last code. Other filters may keep the scan in a column or row that this one
/// has finished; it must not count the cells there.
#[derive(Debug)]
struct Branch {
    node: Box<dyn Node>,
    last: Code,
    /// The hint, if the last code was one.
    hint: Option<Hint>,
    family: Vec<u8>,
    qualifier: Vec<u8>,
    has_included: bool,
}

impl Branch {
    fn reset(&mut self) {
        self.node.reset();
        self.last = Code::Include;
        self.hint = None;
        self.has_included = false;
    }

    fn filter_cell(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let code = match self.settled(cell) {
            Some(code) => code,
            None => self.code_of(cell)?,
        };
        self.last = code;
        self.has_included = code.includes();
        Ok(code)
    }

    fn code_of(&mut self, cell: &CellView<'_>) -> Result<Code> {
        let code = self.node.filter_cell(cell)?;
        self.hint = match code {
            Code::Hint => self.node.hint(cell),
            _ => None,
        };
        if !matches!(code, Code::Include | Code::Skip) {
            self.family.clear();
            self.family.extend_from_slice(cell.family);
            self.qualifier.clear();
            self.qualifier.extend_from_slice(cell.qualifier);
        }
        Ok(code)
    }

    /// The code for this cell that follows from the last one.
    fn settled(&self, cell: &CellView<'_>) -> Option<Code> {
        match self.last {
            Code::Include | Code::Skip => None,
            Code::Hint => self.is_before_hint(cell).then_some(Code::Hint),
            Code::NextColumn | Code::IncludeNextColumn => {
                let same = self.qualifier == cell.qualifier && self.family == cell.family;
                same.then_some(Code::NextColumn)
            }
            Code::NextRow | Code::IncludeNextRow => {
                (self.family == cell.family).then_some(Code::NextRow)
            }
        }
    }

    /// Whether the cell is before the hint. Hints end with the row.
    fn is_before_hint(&self, cell: &CellView<'_>) -> bool {
        match &self.hint {
            None => false,
            Some(Hint::Column(qualifier)) => {
                self.family == cell.family && cell.qualifier < qualifier.as_slice()
            }
            Some(Hint::Row(row)) => cell.row < row.as_slice(),
            Some(Hint::RowBelow(row)) => cell.row >= row.as_slice(),
        }
    }
}

/// `OR`: passes cells that any filter passes. An empty list passes everything.
#[derive(Debug)]
pub(super) struct Or(Vec<Branch>);

impl Or {
    pub(super) fn new(nodes: Vec<Box<dyn Node>>) -> Self {
        let branch = |node| Branch {
            node,
            last: Code::Include,
            hint: None,
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
            // All are evaluated: some keep state about the cells that they have seen.
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

    /// Returns the nearest hint, since one of them may pass there; `None` unless each has a hint.
    fn hint(&mut self, _cell: &CellView<'_>) -> Option<Hint> {
        let mut nearest: Option<Hint> = None;
        for branch in &self.0 {
            if branch.node.is_all_done() {
                continue;
            }
            let hint = branch.hint.clone()?;
            nearest = Some(match nearest {
                Some(near) => near.nearer(hint),
                None => hint,
            });
        }
        nearest
    }

    fn transform<'a>(&self, value: Cow<'a, [u8]>) -> Cow<'a, [u8]> {
        let including = self.0.iter().filter(|branch| branch.has_included);
        including.fold(value, |value, branch| branch.node.transform(value))
    }

    fn filter_row(&mut self) -> bool {
        // Once a filter passes the row, the remaining ones are not evaluated, so they do not count the row.
        !self.0.is_empty() && self.0.iter_mut().all(|branch| branch.node.filter_row())
    }

    fn minds_passed_rows(&self) -> bool {
        self.0.iter().any(|branch| branch.node.minds_passed_rows())
    }

    fn is_all_done(&self) -> bool {
        !self.0.is_empty() && self.0.iter().all(|branch| branch.node.is_all_done())
    }
}
