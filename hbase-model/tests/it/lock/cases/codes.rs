//! Changes of enums.

use hbase_model::lock::Change::{Added, Changed, Removed};
use hbase_model::lock::{Class, Fact};

use super::{Case, KEY, STATE};

pub(super) const CASES: &[Case] = &[
    (
        &[KEY, "cell D1 STATE u8 java required"],
        &[KEY, STATE, "code D1 STATE 1 Open"],
        Some((Fact::Coded, Added, Class::Read)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, "cell D1 STATE u8 java required"],
        Some((Fact::Coded, Removed, Class::Free)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        Some((Fact::Code, Added, Class::Roll)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        &[KEY, STATE, "code D1 STATE 1 Open"],
        Some((Fact::Code, Removed, Class::Read)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open", "code D1 STATE 2 Closed"],
        &[KEY, STATE, "code D1 STATE 1 Closed", "code D1 STATE 2 Open"],
        Some((Fact::Code, Changed, Class::Cell)),
    ),
    (
        &[KEY, STATE, "code D1 STATE 1 Open"],
        &[KEY, STATE, "code D1 STATE 1 Opened"],
        Some((Fact::CodeName, Changed, Class::Free)),
    ),
];
