//! A question covers the rows that it asks for, and no neighbour's.

use hbase_schema::table::encode_key;
use proptest::collection::vec;
use proptest::prelude::*;
use proptest::test_runner::TestCaseError;

use crate::case::{Case, Question};
use crate::runs::run;
use crate::tables::for_each_case;

fn isolated<C: Case>() {
    let rows = (vec(C::rows(), 1..40), any::<(u16, u16)>());
    run(400, &rows, |(rows, (p, q))| {
        let pick = |at: u16| &rows[usize::from(at) % rows.len()];
        for question in C::questions(pick(p), pick(q)) {
            check(&question, &rows)?;
        }
        Ok(())
    });
}

fn check<C: Case>(question: &Question<C>, rows: &[C]) -> Result<(), TestCaseError> {
    let Question { path, asked, .. } = question;
    // What no key can hold, no question can ask for: `errors` has the texts.
    let Ok((ranges, checks)) = asked else {
        return Ok(());
    };
    if let Some(most) = question.most {
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
            (question.holds)(row),
            "{}: {:?} ({:x?}) in {:?}",
            path,
            row,
            key,
            ranges
        );
    }
    Ok(())
}

/// A question that a probe row stands for fails only where the row has no key either.
fn asks_what_has_a_key<C: Case>() {
    run(400, &C::rows(), |row| {
        if encode_key(&row).is_err() {
            return Ok(());
        }
        for question in C::questions(&row, &row) {
            let asked = &question.asked;
            prop_assert!(asked.is_ok(), "{}: {asked:?}", question.path);
        }
        Ok(())
    });
}

macro_rules! tests {
    ($($name:ident: $case:ident;)*) => {
        mod isolated {
            $(#[test] fn $name() { super::isolated::<crate::tables::$case>(); })*
        }
        mod asks_what_has_a_key {
            $(#[test] fn $name() { super::asks_what_has_a_key::<crate::tables::$case>(); })*
        }
    };
}
for_each_case!(tests);
