//! Simplifies calls, for shrinking.

use super::{Condition, Direction, Filter, IndexQuery, IndexRead, Op, Read, Scan, Then};

impl Op {
    /// All calls that are one step simpler than this one.
    pub fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Scan(scan) => scan.simpler().into_iter().map(Self::Scan).collect(),
            Self::PutMany(rows) => without_each(rows).into_iter().map(Self::PutMany).collect(),
            Self::PutStream(rows) => without_each(rows)
                .into_iter()
                .map(Self::PutStream)
                .collect(),
            Self::IncrementMany(column, rows) => without_each(rows)
                .into_iter()
                .map(|rows| Self::IncrementMany(*column, rows))
                .collect(),
            Self::SetCounters(column, rows) => without_each(rows)
                .into_iter()
                .map(|rows| Self::SetCounters(*column, rows))
                .collect(),
            Self::GetMany(keys) => without_each(keys).into_iter().map(Self::GetMany).collect(),
            Self::DeleteMany(keys) => without_each(keys)
                .into_iter()
                .map(Self::DeleteMany)
                .collect(),
            Self::Check(key, condition, then) => {
                let mut simpler = Vec::new();
                if let Condition::That(filter) = condition {
                    let filters = filter.simpler().into_iter();
                    simpler.extend(filters.map(|filter| {
                        Self::Check(key.clone(), Condition::That(filter), then.clone())
                    }));
                }
                if *then != Then::Delete {
                    simpler.push(Self::Check(key.clone(), condition.clone(), Then::Delete));
                }
                simpler
            }
            Self::Query(query) => query.simpler().into_iter().map(Self::Query).collect(),
            Self::Rewrite(key, Some(_)) => vec![Self::Rewrite(key.clone(), None)],
            Self::History(key, Some(_)) => vec![Self::History(key.clone(), None)],
            _ => Vec::new(),
        }
    }
}

fn without_each<T: Clone>(items: &[T]) -> Vec<Vec<T>> {
    let without = |at: usize| [&items[..at], &items[at + 1..]].concat();
    if items.len() < 2 {
        Vec::new()
    } else {
        (0..items.len()).map(without).collect()
    }
}

impl Scan {
    fn simpler(&self) -> Vec<Self> {
        let mut simpler = Vec::new();
        if let Some(filter) = &self.filter {
            simpler.push(Self {
                filter: None,
                ..self.clone()
            });
            let filters = filter.simpler().into_iter();
            simpler.extend(filters.map(|filter| Self {
                filter: Some(filter),
                ..self.clone()
            }));
        }
        if self.is_current {
            simpler.push(Self {
                is_current: false,
                ..self.clone()
            });
        }
        if self.limit.is_some() {
            simpler.push(Self {
                limit: None,
                ..self.clone()
            });
        }
        if self.offset > 0 {
            simpler.push(Self {
                offset: 0,
                ..self.clone()
            });
        }
        if self.direction != Direction::Forward {
            simpler.push(Self {
                direction: Direction::Forward,
                ..self.clone()
            });
        }
        if self.read != Read::Rows {
            simpler.push(Self {
                read: Read::Rows,
                ..self.clone()
            });
        }
        simpler
    }
}

impl IndexQuery {
    fn simpler(&self) -> Vec<Self> {
        let mut simpler = vec![self.clone(); 4];
        simpler[0].second = None;
        simpler[1].filter = None;
        simpler[2].limit = None;
        simpler[3].read = IndexRead::Rows;
        simpler.retain(|query| query != self);
        simpler
    }
}

impl Filter {
    fn simpler(&self) -> Vec<Self> {
        match self {
            Self::Column(..) => Vec::new(),
            Self::And(a, b) | Self::Or(a, b) => vec![(**a).clone(), (**b).clone()],
            Self::Not(inner) => vec![(**inner).clone()],
        }
    }
}
