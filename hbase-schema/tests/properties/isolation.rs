//! A query covers the rows that it selects, and no neighbouring rows.

use hbase_schema::table::encode_key;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::case::{Case, Query};
use crate::runs::run;
use crate::tables::for_each_case;

fn isolated<C: Case>() {
    let rows = (vec(C::rows(), 1..40), any::<(u16, u16)>());
    run(400, &rows, |(rows, (p, q))| {
        let pick = |at: u16| &rows[usize::from(at) % rows.len()];
        for query in C::queries(pick(p), pick(q)) {
            check(&query, &rows)?;
        }
        Ok(())
    });
}

fn check<C: Case>(query: &Query<C>, rows: &[C]) -> Result<(), TestCaseError> {
    let Query { path, ranges, .. } = query;
    // A query cannot select values that no key can contain: `errors` has the texts.
    let Ok((ranges, checks)) = ranges else {
        return Ok(());
    };
    if let Some(most) = query.most {
        prop_assert!(ranges.len() <= most as usize, "{path}: {ranges:?}");
    }
    for row in rows {
        let Ok(key) = encode_key(row) else { continue };
        let key = key.as_ref();
        let found = ranges.iter().filter(|range| range.contains(key)).count();
        let passes = checks.iter().all(|check| check.matches(key));
        prop_assert!(found <= 1, "{path}: {key:x?} lies in two of {ranges:?}");
        prop_assert_eq!(
            found == 1 && passes,
            (query.holds)(row),
            "{}: {:?} ({:x?}) in {:?}",
            path,
            row,
            key,
            ranges
        );
    }
    Ok(())
}

/// A query by the values of a row fails only if the row has no key either.
fn query_by_a_row_with_a_key<C: Case>() {
    run(400, &C::rows(), |row| {
        if encode_key(&row).is_err() {
            return Ok(());
        }
        for query in C::queries(&row, &row) {
            let ranges = &query.ranges;
            prop_assert!(ranges.is_ok(), "{}: {ranges:?}", query.path);
        }
        Ok(())
    });
}

macro_rules! tests {
    ($($name:ident: $case:ident;)*) => {
        mod isolated {
            $(#[test] fn $name() { super::isolated::<crate::tables::$case>(); })*
        }
        mod query_by_a_row_with_a_key {
            $(#[test] fn $name() { super::query_by_a_row_with_a_key::<crate::tables::$case>(); })*
        }
    };
}
for_each_case!(tests);
