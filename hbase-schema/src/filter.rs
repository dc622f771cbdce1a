//! Filters on typed columns.

use std::collections::VecDeque;
use std::fmt;
use std::marker::PhantomData;

use hbase_backend::Filter;
use hbase_backend::filter::MAX_FILTER_DEPTH;

use crate::codec::CodecError;

/// Maximum nesting of `&`, `|` and `!`; a chain of one operator is one level, whatever its length. The
/// remaining levels are for the filters that a scan adds.
const MAX_NESTING: usize = MAX_FILTER_DEPTH - 4;

/// A filter of rows of the table of `R`: created by the comparisons of [`Column`](crate::Column)s,
/// and combined by `&`, `|` and `!`.
///
/// A chain of `&`, or of `|`, has any length: it is one flat list, so that a filter may be folded
/// from thousands of values. Mixed operators nest at most 96 levels deep: a comparison is one level
/// (two or three for ranges and floats); a chain, and `!`, are one level deeper than their deepest
/// filter. Deeper filters are an error, which the scan returns.
///
/// ```
/// use hbase_schema::HTable;
///
/// #[derive(HTable)]
/// #[table("DLQX:WEATHER_DATA")]
/// #[family("D1")]
/// struct Weather {
///     #[rowkey]
///     city: String,
///     rain_mm: f64,
///     sky: Option<String>,
/// }
///
/// let wet = Weather::RAIN_MM.gt(20.0) & !Weather::SKY.is_in(["sun", "fog"]);
/// let named = Weather::SKY.is_some() | Weather::RAIN_MM.between(0.0..0.5);
/// assert!((wet & named).into_filter().is_ok());
/// ```
pub struct RowFilter<R> {
    tree: Result<Tree, CodecError>,
    of: PhantomData<fn() -> R>,
}

/// A filter under construction, and its depth.
#[derive(Clone, Debug)]
struct Tree {
    node: Node,
    depth: usize,
}

/// The outermost level of a filter.
#[derive(Clone, Debug)]
enum Node {
    Leaf(Filter),
    Not(Filter),
    /// A chain of `&`.
    All(VecDeque<Filter>),
    /// A chain of `|`.
    Any(VecDeque<Filter>),
}

/// The operator of a chain.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Join {
    All,
    Any,
}

impl<R> RowFilter<R> {
    pub(crate) fn new(filter: Result<Filter, CodecError>) -> Self {
        Self::of(filter.and_then(Tree::leaf))
    }

    fn of(tree: Result<Tree, CodecError>) -> Self {
        Self {
            tree,
            of: PhantomData,
        }
    }

    /// Wraps a filter of the model: `&`, `|` and `!` combine it as a whole.
    pub fn raw(filter: Filter) -> Self {
        Self::new(Ok(filter))
    }

    /// Returns the filter of the model.
    ///
    /// # Errors
    /// [`CodecError`] for a value that cannot be encoded, bounds in the wrong order, or too deep a
    /// nesting.
    pub fn into_filter(self) -> Result<Filter, CodecError> {
        self.tree.map(Tree::into_filter)
    }

    /// A filter that passes if all of `filters` do; `None` for no filters.
    pub(crate) fn all(filters: impl IntoIterator<Item = Self>) -> Option<Self> {
        filters.into_iter().reduce(|all, filter| all & filter)
    }

    /// A filter that passes if any of `filters` does; `None` for no filters.
    pub(crate) fn any(filters: impl IntoIterator<Item = Self>) -> Option<Self> {
        filters.into_iter().reduce(|any, filter| any | filter)
    }

    /// The same filter for rows of another type, if the type has been checked before.
    pub(crate) fn untyped(self) -> RowFilter<()> {
        RowFilter::of(self.tree)
    }

    fn join(self, other: Self, join: Join) -> Self {
        let both = self.tree.and_then(|tree| tree.join(other.tree?, join));
        Self::of(both)
    }
}

impl Tree {
    fn leaf(filter: Filter) -> Result<Self, CodecError> {
        let depth = depth_of(&filter);
        Self::new(Node::Leaf(filter), depth)
    }

    /// Rejects filters that are too deep while they are built, so that no recursion over one, such
    /// as in `Clone` and `Debug`, overflows the stack.
    fn new(node: Node, depth: usize) -> Result<Self, CodecError> {
        if depth > MAX_NESTING {
            return Err(CodecError::new(format_args!(
                "filter: found `&`, `|` and `!` nested {depth} levels deep, expected at most {MAX_NESTING}: chain one operator, or use `is_in` for many values"
            )));
        }
        Ok(Self { node, depth })
    }

    fn into_filter(self) -> Filter {
        match self.node {
            Node::Leaf(filter) => filter,
            Node::Not(filter) => Filter::Not(Box::new(filter)),
            Node::All(filters) => Filter::And(filters.into()),
            Node::Any(filters) => Filter::Or(filters.into()),
        }
    }

    fn join(self, other: Self, join: Join) -> Result<Self, CodecError> {
        let (mut left, left_depth) = self.into_chain(join);
        let (mut right, right_depth) = other.into_chain(join);
        // The shorter chain is moved, so that growing a chain costs the same at either end.
        if left.len() >= right.len() {
            left.append(&mut right);
        } else {
            while let Some(filter) = left.pop_back() {
                right.push_front(filter);
            }
            left = right;
        }
        let node = match join {
            Join::All => Node::All(left),
            Join::Any => Node::Any(left),
        };
        Self::new(node, left_depth.max(right_depth))
    }

    /// The filters of a chain of this operator, with the chain's depth.
    fn into_chain(self, join: Join) -> (VecDeque<Filter>, usize) {
        match (self.node, join) {
            (Node::All(filters), Join::All) | (Node::Any(filters), Join::Any) => {
                (filters, self.depth)
            }
            (node, _) => {
                let depth = self.depth + 1;
                (VecDeque::from([Self { node, ..self }.into_filter()]), depth)
            }
        }
    }

    fn negate(self) -> Result<Self, CodecError> {
        let depth = self.depth;
        match self.node {
            Node::Not(filter) => Self::new(Node::Leaf(filter), depth - 1),
            _ => Self::new(Node::Not(self.into_filter()), depth + 1),
        }
    }
}

/// The depth of a filter: 1 for a leaf. Counting stops at the maximum.
fn depth_of(filter: &Filter) -> usize {
    let mut deepest = 0;
    let mut left = vec![(filter, 1)];
    while let Some((filter, depth)) = left.pop() {
        deepest = deepest.max(depth);
        if deepest > MAX_NESTING {
            break;
        }
        left.extend(filter.parts().iter().map(|part| (part, depth + 1)));
    }
    deepest
}

/// Matches rows that match both filters.
///
/// `a & b & c & …` has any length and is one level of nesting. A chain of `|` or a `!` within it is a
/// level deeper; more than 96 levels are an error, which the scan returns.
impl<R> std::ops::BitAnd for RowFilter<R> {
    type Output = Self;

    fn bitand(self, other: Self) -> Self {
        self.join(other, Join::All)
    }
}

/// Matches rows that match either filter.
///
/// `a | b | c | …` has any length and is one level of nesting; for many values of one column use
/// [`is_in`](crate::Column::is_in). A chain of `&` or a `!` within it is a level deeper; more than 96
/// levels are an error, which the scan returns.
impl<R> std::ops::BitOr for RowFilter<R> {
    type Output = Self;

    fn bitor(self, other: Self) -> Self {
        self.join(other, Join::Any)
    }
}

/// Matches rows that do not match the filter. `!` is a level of nesting; two cancel out.
impl<R> std::ops::Not for RowFilter<R> {
    type Output = Self;

    fn not(self) -> Self {
        Self::of(self.tree.and_then(Tree::negate))
    }
}

impl<R> Clone for RowFilter<R> {
    fn clone(&self) -> Self {
        Self::of(self.tree.clone())
    }
}

impl<R> fmt::Debug for RowFilter<R> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.tree {
            Ok(tree) => tree.clone().into_filter().fmt(f),
            Err(error) => write!(f, "Err({error})"),
        }
    }
}

#[cfg(test)]
mod tests {
    use hbase_backend::{Comparator, CompareOp};

    use super::*;

    /// A filter that differs from those of other numbers.
    fn leaf(number: u8) -> Filter {
        Filter::Row(CompareOp::Equal, Comparator::Binary(vec![number]))
    }

    fn of(filter: Filter) -> RowFilter<()> {
        RowFilter::raw(filter)
    }

    /// A filter of this depth.
    fn nested(depth: usize) -> Filter {
        (1..depth).fold(leaf(0), |inner, _| Filter::Not(Box::new(inner)))
    }

    #[test]
    fn chains_are_flat_in_the_order_of_their_filters() {
        let [a, b, c, d] = [0, 1, 2, 3].map(leaf);
        let all = [a.clone(), b.clone(), c.clone(), d.clone()];
        let [fa, fb, fc, fd] = all.clone().map(of);
        let longer_left = (fa.clone() & fb.clone() & fc.clone()) & fd.clone();
        let longer_right = fa.clone() & (fb.clone() & fc.clone() & fd.clone());
        let even = (fa.clone() & fb.clone()) & (fc.clone() & fd.clone());
        for chain in [longer_left, longer_right, even] {
            assert_eq!(chain.into_filter(), Ok(Filter::And(all.to_vec())));
        }
        let any = fa.clone() | (fb.clone() | fc.clone() | fd.clone());
        assert_eq!(any.into_filter(), Ok(Filter::Or(all.to_vec())));
        let mixed = (fa.clone() | fb) & fc;
        let expected = Filter::And(vec![Filter::Or(vec![a.clone(), b]), c]);
        assert_eq!(mixed.into_filter(), Ok(expected));
        let not = Filter::Not(Box::new(a.clone()));
        assert_eq!((!fa.clone()).into_filter(), Ok(not));
        assert_eq!((!!fa.clone()).into_filter(), Ok(a));
        assert_eq!(RowFilter::<()>::all([]).map(RowFilter::into_filter), None);
        let one = RowFilter::any([fa]).map(RowFilter::into_filter);
        assert_eq!(one, Some(Ok(leaf(0))));
    }

    #[test]
    fn filters_nest_up_to_the_maximum() {
        let is_ok = |filter: RowFilter<()>| filter.into_filter().is_ok();
        assert!(is_ok(of(nested(MAX_NESTING))) && !is_ok(of(nested(MAX_NESTING + 1))));
        let most = || of(nested(MAX_NESTING));
        let less = || of(nested(MAX_NESTING - 1));
        assert!(!is_ok(!most()) && is_ok(!less()));
        // Two of them cancel out.
        assert!(is_ok(!!less()) && is_ok(!!!less()));
        for (deep, expected) in [(most(), false), (less(), true)] {
            assert_eq!(is_ok(deep.clone() & of(leaf(1))), expected);
            assert_eq!(is_ok(of(leaf(1)) | deep.clone()), expected);
            // A longer chain is not deeper, and one within another operator is.
            let chain = deep & of(leaf(1)) & of(leaf(2));
            assert_eq!(is_ok(chain.clone()), expected);
            assert!(!is_ok(chain | of(leaf(3))));
        }
    }
}
