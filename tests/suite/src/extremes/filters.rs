//! Filters of every type and any depth.

use hbase_backend::{Comparator, CompareOp, Filter, MAX_FILTER_DEPTH};

use super::Extremes;

/// Patterns that are invalid, or slow in some engine.
const PATTERNS: &[&str] = &[
    "[",
    "(",
    "\\",
    "(a*)*b",
    "a{1000000}",
    "(?P<x>a)",
    "^(a|aa)+$",
];

/// All operators.
const OPS: &[CompareOp] = &[
    CompareOp::Less,
    CompareOp::LessOrEqual,
    CompareOp::Equal,
    CompareOp::NotEqual,
    CompareOp::GreaterOrEqual,
    CompareOp::Greater,
];

impl Extremes {
    pub(super) fn op(&mut self) -> CompareOp {
        *self.one_of(OPS)
    }

    pub(super) fn comparator(&mut self) -> Comparator {
        match self.rng.u8(..6) {
            0 => Comparator::Binary(self.value()),
            1 => Comparator::BinaryPrefix(self.value()),
            2 => Comparator::Long(self.amount()),
            3 => Comparator::Regex(self.pattern()),
            4 => Comparator::Substring(self.text().into_owned()),
            _ => Comparator::Null,
        }
    }

    fn pattern(&mut self) -> String {
        if !self.is_odd() || self.scale.spares_server {
            return "^a.*".to_owned();
        }
        match self.rng.u8(..3) {
            0 => (*self.one_of(PATTERNS)).to_owned(),
            1 => "(".repeat(10_000) + &")".repeat(10_000),
            _ => self.odd_text(),
        }
    }

    pub(super) fn filter(&mut self) -> Filter {
        if !self.is_odd() {
            return self.tree(3);
        }
        let depths = [10, MAX_FILTER_DEPTH, MAX_FILTER_DEPTH + 1, 5_000, 200_000];
        let depth = (*self.one_of(&depths)).min(self.scale.deepest);
        let mut filter = self.leaf();
        for _ in 1..depth {
            filter = match self.rng.u8(..5) {
                0 => Filter::And(vec![filter]),
                1 => Filter::Or(vec![Filter::RowPrefix(b"a".to_vec()), filter]),
                2 => Filter::Not(Box::new(filter)),
                3 => Filter::Skip(Box::new(filter)),
                _ => Filter::WhileMatch(Box::new(filter)),
            };
        }
        filter
    }

    fn tree(&mut self, depth: usize) -> Filter {
        if depth == 0 {
            return self.leaf();
        }
        match self.rng.u8(..8) {
            0 => Filter::And(self.list(|x| x.tree(depth - 1))),
            1 => Filter::Or(self.list(|x| x.tree(depth - 1))),
            2 => Filter::Not(Box::new(self.tree(depth - 1))),
            3 => Filter::Skip(Box::new(self.tree(depth - 1))),
            4 => Filter::WhileMatch(Box::new(self.tree(depth - 1))),
            _ => self.leaf(),
        }
    }

    fn leaf(&mut self) -> Filter {
        match self.rng.u8(..18) {
            0 => Filter::RowPrefix(self.row()),
            1 => Filter::Row(self.op(), self.comparator()),
            2 => Filter::RowRanges(self.list(|x| (x.row(), x.row()))),
            3 => Filter::FuzzyRow(self.list(Self::fuzzy_pattern)),
            4 => self.column_value(),
            5 => Filter::Page(self.number()),
            6 => Filter::Family(self.op(), self.comparator()),
            7 => Filter::Qualifier(self.op(), self.comparator()),
            8 => Filter::QualifierPrefix(self.qualifier()),
            9 => Filter::QualifierPrefixes(self.list(Self::qualifier)),
            10 => self.qualifier_range(),
            11 => Filter::Value(self.op(), self.comparator()),
            12 => Filter::Timestamps(self.list(Self::timestamp)),
            13 => Filter::KeyOnly(self.yes()),
            14 => Filter::FirstKeyOnly,
            15 => Filter::ColumnPage {
                limit: self.small(),
                offset: self.small(),
            },
            16 => Filter::And(Vec::new()),
            _ => Filter::Or(Vec::new()),
        }
    }

    fn fuzzy_pattern(&mut self) -> (Vec<u8>, Vec<bool>) {
        let row = self.row();
        let length = if self.is_odd() {
            row.len() / 2
        } else {
            row.len()
        };
        let fixed = (0..length).map(|at| at % 2 == 0).collect();
        (row, fixed)
    }

    fn column_value(&mut self) -> Filter {
        Filter::ColumnValue {
            family: self.family(),
            qualifier: self.qualifier(),
            op: self.op(),
            comparator: self.comparator(),
            filter_if_missing: self.yes(),
            latest_version_only: self.yes(),
        }
    }

    fn qualifier_range(&mut self) -> Filter {
        Filter::QualifierRange {
            min: self.maybe(Self::qualifier),
            min_inclusive: self.yes(),
            max: self.maybe(Self::qualifier),
            max_inclusive: self.yes(),
        }
    }
}
