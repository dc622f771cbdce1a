//! Changes of columns.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Fact};

use super::{CENTS, Case, KEY, NOTE};

pub(super) const CASES: &[Case] = &[
    (&[KEY], &[KEY, NOTE], Some((Fact::Cell, Added, Class::Free))),
    (
        &[KEY, NOTE],
        &[KEY],
        Some((Fact::Cell, Removed, Class::Free)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 REMARK text text optional"],
        Some((Fact::Cell, Changed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D2 NOTE text text optional"],
        Some((Fact::Cell, Changed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 REMARK u64 java optional"],
        Some((Fact::Cell, Added, Class::Free)),
    ),
    (
        &[KEY],
        &[KEY, CENTS],
        Some((Fact::RequiredCell, Added, Class::Read)),
    ),
    (
        &[KEY, CENTS],
        &[KEY],
        Some((Fact::RequiredCell, Removed, Class::Roll)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 AMOUNT u64 java required"],
        Some((Fact::RequiredCell, Changed, Class::Read)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u32 java required"],
        Some((Fact::CellType, Changed, Class::Cell)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 digits required"],
        Some((Fact::CellCodec, Changed, Class::Cell)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java default"],
        Some((Fact::AbsentValue, Added, Class::Free)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text required"],
        Some((Fact::AbsentValue, Removed, Class::Read)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text default-optional"],
        Some((Fact::AbsentValue, Changed, Class::Free)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java optional"],
        Some((Fact::OmittedCell, Added, Class::Roll)),
    ),
    (
        &[KEY, CENTS],
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        Some((Fact::OmittedCell, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 CENTS u64 java zero"],
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        Some((Fact::Counter, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 CENTS u64 java zero counter"],
        &[KEY, "cell D1 CENTS u64 java zero"],
        Some((Fact::Counter, Removed, Class::Roll)),
    ),
    (
        &[KEY, NOTE],
        &[KEY, "cell D1 NOTE text text optional-empty"],
        Some((Fact::EmptyCell, Added, Class::Roll)),
    ),
    (
        &[KEY, "cell D1 NOTE text text optional-empty"],
        &[KEY, NOTE],
        Some((Fact::EmptyCell, Removed, Class::Cell)),
    ),
    (
        &[KEY],
        &[KEY, "dynamic D1 \"\" u64 java text"],
        Some((Fact::Dynamic, Added, Class::Free)),
    ),
    (
        &[KEY, "dynamic D1 \"\" u64 java text"],
        &[KEY],
        Some((Fact::Dynamic, Removed, Class::Free)),
    ),
    (
        &[KEY, "dynamic D1 \"\" u64 java text"],
        &[KEY, "dynamic D1 \"\" u32 java text"],
        Some((Fact::Dynamic, Changed, Class::Cell)),
    ),
];
