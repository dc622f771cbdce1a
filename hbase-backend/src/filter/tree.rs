//! A filter as a tree: its depth, its parts. No function here recurses, since a program may nest
//! filters to any depth.

use super::Filter;
use crate::error::{Error, Result};

/// Maximum depth of a filter; a filter without parts has depth 1.
///
/// `HBase` itself has no limit. Each level is a nested message, and protobuf nests messages 100 levels deep by default; a
/// server parses, evaluates and prints each level by a nested call. A list of any length is one level, so hand-written trees
/// stay far below.
pub const MAX_FILTER_DEPTH: usize = 100;

impl Filter {
    /// Whether `is` holds for this filter or one of its descendants.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// let filter = Filter::And(vec![Filter::RowPrefix(b"a".to_vec()), Filter::Page(10)]);
    /// assert!(filter.any(&|part| matches!(part, Filter::Page(_))));
    /// assert!(!filter.any(&|part| matches!(part, Filter::FirstKeyOnly)));
    /// ```
    pub fn any(&self, is: &dyn Fn(&Self) -> bool) -> bool {
        let mut rest = vec![self];
        while let Some(part) = rest.pop() {
            if is(part) {
                return true;
            }
            // Reversed, so that the first part is visited first.
            rest.extend(part.parts().iter().rev());
        }
        false
    }

    /// The direct parts of this filter.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// let not = Filter::Not(Box::new(Filter::FirstKeyOnly));
    /// assert_eq!(not.parts(), [Filter::FirstKeyOnly]);
    /// assert!(Filter::FirstKeyOnly.parts().is_empty());
    /// ```
    pub fn parts(&self) -> &[Self] {
        match self {
            Self::And(filters) | Self::Or(filters) => filters,
            Self::Not(inner) | Self::Skip(inner) | Self::WhileMatch(inner) => {
                std::slice::from_ref(inner)
            }
            _ => &[],
        }
    }

    /// Checks that the tree is at most [`MAX_FILTER_DEPTH`] deep.
    ///
    /// ```
    /// use hbase_backend::Filter;
    /// let mut filter = Filter::FirstKeyOnly;
    /// for _ in 0..1_000 {
    ///     filter = Filter::And(vec![filter]);
    /// }
    /// assert!(filter.check_depth().is_err());
    /// ```
    ///
    /// # Errors
    /// [`Error::InvalidRequest`] for a deeper one.
    pub fn check_depth(&self) -> Result<()> {
        let mut rest = vec![(self, 1)];
        while let Some((part, depth)) = rest.pop() {
            if depth > MAX_FILTER_DEPTH {
                return Err(Error::invalid(format!(
                    "a filter with more than {MAX_FILTER_DEPTH} levels of nesting: put filters \
                     that are joined by the same operator into one list"
                )));
            }
            rest.extend(part.parts().iter().map(|part| (part, depth + 1)));
        }
        Ok(())
    }

    /// Moves the parts out; `self` is a leaf afterwards.
    fn take_parts(&mut self, into: &mut Vec<Self>) {
        match self {
            Self::And(filters) | Self::Or(filters) => into.append(filters),
            Self::Not(inner) | Self::Skip(inner) | Self::WhileMatch(inner)
                if !inner.parts().is_empty() =>
            {
                into.push(std::mem::replace(&mut **inner, Self::FirstKeyOnly));
            }
            _ => {}
        }
    }
}

impl Drop for Filter {
    fn drop(&mut self) {
        let mut rest = Vec::new();
        self.take_parts(&mut rest);
        while let Some(mut part) = rest.pop() {
            part.take_parts(&mut rest);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn nested(depth: usize) -> Filter {
        (1..depth).fold(Filter::Page(1), |filter, level| match level % 5 {
            0 => Filter::And(vec![filter]),
            1 => Filter::Or(vec![Filter::FirstKeyOnly, filter]),
            2 => Filter::Not(Box::new(filter)),
            3 => Filter::Skip(Box::new(filter)),
            _ => Filter::WhileMatch(Box::new(filter)),
        })
    }

    #[test]
    fn a_deep_filter_is_rejected_and_dropped() {
        assert!(nested(MAX_FILTER_DEPTH).check_depth().is_ok());
        for depth in [MAX_FILTER_DEPTH + 1, 1_000_000] {
            let filter = nested(depth);
            assert!(filter.check_depth().is_err());
            assert!(filter.push_down_not().is_err());
            assert!(filter.any(&|part| matches!(part, Filter::Page(1))));
        }
    }

    #[test]
    fn a_long_list_is_not_deep() {
        let filter = Filter::Or(vec![Filter::FirstKeyOnly; 100_000]);
        assert!(filter.check_depth().is_ok());
    }
}
