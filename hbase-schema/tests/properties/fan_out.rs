//! A query without the parts that feed the salt reads every bucket once.

use std::collections::BTreeSet;

use hbase_schema::key::RowKey;
use hbase_schema::model::RowBound;
use hbase_schema::query::RowRange;
use hbase_schema::table::encode_key;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::case::{Case, Query};
use crate::runs::run;
use crate::tables::for_each_case;

fn start(range: &RowRange) -> &[u8] {
    match &range.start {
        RowBound::Included(key) | RowBound::Excluded(key) => key,
        RowBound::Unbounded => &[],
    }
}

/// Ascending, and each ends before the next begins.
fn check_order(query: &Query<impl Case>) -> Result<(), TestCaseError> {
    let Ok((ranges, _)) = &query.ranges else {
        return Ok(());
    };
    for pair in ranges.windows(2) {
        let ends = match &pair[0].stop {
            RowBound::Excluded(stop) => stop.as_slice() <= start(&pair[1]),
            RowBound::Included(stop) => stop.as_slice() < start(&pair[1]),
            RowBound::Unbounded => false,
        };
        prop_assert!(ends, "{}: {pair:?}", query.path);
    }
    Ok(())
}

fn ordered<C: Case>() {
    run(200, &(C::rows(), C::rows()), |(p, q)| {
        C::queries(&p, &q).iter().try_for_each(check_order)
    });
}

/// A query that is not narrowed to some salts has one range per salt value.
fn covers<C: Case>() {
    let Some(salt) = &<C::Key as RowKey>::LAYOUT.salt else {
        return;
    };
    let Some(count) = salt.salt.values().filter(|count| *count <= 256) else {
        return;
    };
    run(200, &C::rows(), |row| {
        if encode_key(&row).is_err() {
            return Ok(());
        }
        let every: BTreeSet<Vec<u8>> = (0..count)
            .map(|number| salt.salt.nth(number).to_vec())
            .collect();
        prop_assert!(every.len() == count as usize);
        for query in C::queries(&row, &row) {
            let Ok((ranges, _)) = &query.ranges else {
                continue;
            };
            if ranges.len() <= 1 {
                continue;
            }
            let width = salt.salt.max_width();
            let salts: BTreeSet<Vec<u8>> = ranges
                .iter()
                .map(|range| start(range)[..width.min(start(range).len())].to_vec())
                .collect();
            prop_assert_eq!(salts.len(), ranges.len(), "{}", query.path);
            prop_assert!(salts.is_subset(&every), "{}", query.path);
            let narrowed = query.path.contains("at(") && count == 6;
            prop_assert!(narrowed || salts == every, "{}: {salts:x?}", query.path);
        }
        Ok(())
    });
}

macro_rules! tests {
    ($($name:ident: $case:ident;)*) => {
        mod ordered {
            $(#[test] fn $name() { super::ordered::<crate::tables::$case>(); })*
        }
        mod covers {
            $(#[test] fn $name() { super::covers::<crate::tables::$case>(); })*
        }
    };
}
for_each_case!(tests);
