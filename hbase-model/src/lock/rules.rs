//! The rules of changes, as data: each kind of fact that is added, removed or changed has one.

use super::change::{Change, Fact};
use super::class::Class;
use super::rule::{Rule, by_order, is};

/// The rule of a change: each product of [`Fact::ALL`] and [`Change::ALL`] has exactly one.
///
/// ```
/// use hbase_model::lock::{Change, Class, Fact, rule_of};
/// let rule = rule_of(Fact::Ttl, Change::Changed);
/// assert_eq!((rule.class, rule.if_more), (Class::Loss, Class::Free));
/// ```
pub const fn rule_of(fact: Fact, change: Change) -> &'static Rule {
    let mut at = 0;
    while at < RULES.len() {
        if RULES[at].fact as u8 == fact as u8 && RULES[at].change as u8 == change as u8 {
            return &RULES[at];
        }
        at += 1;
    }
    // A test shows that each product has a rule.
    &RULES[0]
}

use Change::{Added, Changed, Removed};
use Class::{Cell, Cost, Free, Key, Loss, Read, Roll};

const NOT_FOUND: &str = "keys of existing rows have other bytes, so rows are not found";
const OTHER_KEYS: &str =
    "existing keys have other bytes: rows are not found, or their keys decode as other values";
const OTHER_VALUES: &str = "existing cells do not decode, or decode as other values";
const OLD_COLUMN: &str = "existing rows have the cell in the old column, where no field reads it";
const NO_CODES: &str = "existing keys may have values that are no codes, and do not decode";
const SAME: &str = "the bytes stay the same";
const EARLIER: &str = "cells are deleted that were kept";
const KEPT: &str = "cells are kept longer";
const UNKNOWN_ORDER: &str = "deletes hide other cells than before";
const BOTH_WRITE: &str =
    "old programs put the column that new ones increment: stop the old ones first";
const MEANING: &str = "the timestamps of existing cells have another meaning";
const NOT_COUNTED: &str = "old programs write rows without counting, and new ones overwrite these writes: stop the old ones first";
const NO_LONGER_COUNTED: &str = "new programs write rows without counting, and old ones overwrite these writes: stop the old ones first";
const COUNTED_TWICE: &str = "old and new programs count in different columns, and overwrite each other's writes: stop the old ones first";
const FEWER_SALTS: &str = "rows with a salt that is no longer declared are not found";
const MORE_SALTS: &str = "a scan reads more ranges";

/// All rules.
pub const RULES: &[Rule] = &[
    is(
        Fact::Table,
        Added,
        Free,
        "changes of its layout are not noticed",
    ),
    is(
        Fact::Table,
        Removed,
        Loss,
        "no listed struct reads its rows",
    ),
    is(
        Fact::Table,
        Changed,
        Key,
        "another name is another table, which has none of the rows",
    ),
    is(Fact::Salt, Added, Key, NOT_FOUND),
    is(Fact::Salt, Removed, Key, NOT_FOUND),
    is(Fact::Salt, Changed, Key, NOT_FOUND),
    is(Fact::RandomSalt, Added, Key, NOT_FOUND),
    is(Fact::RandomSalt, Removed, Key, NOT_FOUND),
    by_order(
        Fact::RandomSalt,
        Changed,
        [Key, Cost],
        [FEWER_SALTS, MORE_SALTS],
    ),
    is(Fact::KeyPart, Added, Key, OTHER_KEYS),
    is(Fact::KeyPart, Removed, Key, OTHER_KEYS),
    is(Fact::KeyPart, Changed, Key, OTHER_KEYS),
    is(Fact::KeyPartName, Added, Free, SAME),
    is(Fact::KeyPartName, Removed, Free, SAME),
    is(Fact::KeyPartName, Changed, Free, SAME),
    is(
        Fact::Cell,
        Added,
        Free,
        "existing rows lack the cell, and decode without it",
    ),
    is(
        Fact::Cell,
        Removed,
        Free,
        "rows keep their cells, which no field reads",
    ),
    is(Fact::Cell, Changed, Read, OLD_COLUMN),
    is(
        Fact::RequiredCell,
        Added,
        Read,
        "existing rows lack the cell, and do not decode",
    ),
    is(
        Fact::RequiredCell,
        Removed,
        Roll,
        "old programs do not decode rows without it: upgrade all readers before writers",
    ),
    is(Fact::RequiredCell, Changed, Read, OLD_COLUMN),
    is(
        Fact::FormerCell,
        Added,
        Cell,
        "the removed column had other cells, which do not decode, or decode as other values",
    ),
    is(Fact::FormerCell, Removed, Cell, OTHER_VALUES),
    is(Fact::FormerCell, Changed, Cell, OTHER_VALUES),
    is(Fact::CellType, Added, Cell, OTHER_VALUES),
    is(Fact::CellType, Removed, Cell, OTHER_VALUES),
    is(Fact::CellType, Changed, Cell, OTHER_VALUES),
    is(Fact::CellCodec, Added, Cell, OTHER_VALUES),
    is(Fact::CellCodec, Removed, Cell, OTHER_VALUES),
    is(Fact::CellCodec, Changed, Cell, OTHER_VALUES),
    is(
        Fact::AbsentValue,
        Added,
        Free,
        "rows without the cell decode now",
    ),
    is(
        Fact::AbsentValue,
        Removed,
        Read,
        "existing rows without the cell do not decode",
    ),
    is(
        Fact::AbsentValue,
        Changed,
        Free,
        "rows without the cell read as another value",
    ),
    is(
        Fact::OmittedCell,
        Added,
        Roll,
        "old programs do not decode new rows without the cell: upgrade all readers before writers",
    ),
    is(
        Fact::OmittedCell,
        Removed,
        Free,
        "each new row has the cell",
    ),
    is(
        Fact::OmittedCell,
        Changed,
        Roll,
        "old programs do not decode new rows without the cell: upgrade all readers before writers",
    ),
    is(
        Fact::EmptyCell,
        Added,
        Roll,
        "old programs do not decode empty cells, or decode them as a value: upgrade all readers before writers",
    ),
    is(
        Fact::EmptyCell,
        Removed,
        Cell,
        "existing empty cells do not decode, or decode as a value",
    ),
    is(
        Fact::EmptyCell,
        Changed,
        Cell,
        "existing empty cells do not decode, or decode as a value",
    ),
    is(Fact::Counter, Added, Roll, BOTH_WRITE),
    is(Fact::Counter, Removed, Roll, BOTH_WRITE),
    is(Fact::Counter, Changed, Roll, BOTH_WRITE),
    is(
        Fact::Coded,
        Added,
        Read,
        "existing cells may have values that are no codes, and do not decode",
    ),
    is(Fact::Coded, Removed, Free, "each code is a value"),
    is(
        Fact::Coded,
        Changed,
        Read,
        "existing cells may have values that are no codes, and do not decode",
    ),
    is(
        Fact::Code,
        Added,
        Roll,
        "old programs do not decode the new code: upgrade all readers before writers",
    ),
    is(
        Fact::Code,
        Removed,
        Read,
        "existing cells with the code do not decode",
    ),
    is(
        Fact::Code,
        Changed,
        Cell,
        "existing cells with the code decode as another variant",
    ),
    is(Fact::KeyCoded, Added, Read, NO_CODES),
    is(Fact::KeyCoded, Removed, Free, "each code is a value"),
    is(Fact::KeyCoded, Changed, Read, NO_CODES),
    is(
        Fact::KeyCode,
        Added,
        Roll,
        "old programs do not decode keys with the new code: upgrade all readers before writers",
    ),
    is(
        Fact::KeyCode,
        Removed,
        Read,
        "existing keys with the code do not decode",
    ),
    is(
        Fact::KeyCode,
        Changed,
        Key,
        "existing keys with the code decode as another variant",
    ),
    is(Fact::CodeName, Added, Free, SAME),
    is(Fact::CodeName, Removed, Free, SAME),
    is(Fact::CodeName, Changed, Free, SAME),
    is(
        Fact::Dynamic,
        Added,
        Free,
        "existing rows have no such columns",
    ),
    is(
        Fact::Dynamic,
        Removed,
        Free,
        "rows keep their columns, which no field reads",
    ),
    is(
        Fact::Dynamic,
        Changed,
        Cell,
        "existing columns do not decode, or decode as other values",
    ),
    is(
        Fact::Family,
        Added,
        Free,
        "`hbase-schema apply` adds it to the live table",
    ),
    is(
        Fact::Family,
        Removed,
        Loss,
        "its cells are lost when it is dropped",
    ),
    is(
        Fact::Family,
        Changed,
        Loss,
        "its cells are lost when it is dropped",
    ),
    is(Fact::Versions, Added, Free, KEPT),
    is(
        Fact::Versions,
        Removed,
        Free,
        "the live table stays as it is",
    ),
    by_order(Fact::Versions, Changed, [Loss, Free], [EARLIER, KEPT]),
    is(Fact::MinVersions, Added, Free, KEPT),
    is(
        Fact::MinVersions,
        Removed,
        Free,
        "the live table stays as it is",
    ),
    by_order(Fact::MinVersions, Changed, [Loss, Free], [EARLIER, KEPT]),
    is(Fact::Ttl, Added, Loss, "cells that are older expire"),
    is(Fact::Ttl, Removed, Free, "the live table stays as it is"),
    by_order(
        Fact::Ttl,
        Changed,
        [Loss, Free],
        ["cells that are older expire", KEPT],
    ),
    is(Fact::KeepDeletedCells, Added, Free, KEPT),
    is(
        Fact::KeepDeletedCells,
        Removed,
        Free,
        "the live table stays as it is",
    ),
    by_order(
        Fact::KeepDeletedCells,
        Changed,
        [Loss, Free],
        [
            "deleted cells can no longer be read in older time ranges",
            KEPT,
        ],
    ),
    is(Fact::VersionOrder, Added, Loss, UNKNOWN_ORDER),
    is(
        Fact::VersionOrder,
        Removed,
        Free,
        "the live table stays as it is",
    ),
    is(Fact::VersionOrder, Changed, Loss, UNKNOWN_ORDER),
    is(
        Fact::Index,
        Added,
        Roll,
        "old programs write rows without entries: upgrade all writers, then run `hbase-schema index build`",
    ),
    is(
        Fact::Index,
        Removed,
        Roll,
        "queries of old programs fail once it is dropped: upgrade them first",
    ),
    is(
        Fact::Index,
        Changed,
        Key,
        "existing entries have other keys, so queries do not find their rows",
    ),
    is(
        Fact::IndexTtl,
        Added,
        Loss,
        "entries expire, and queries do not find their rows",
    ),
    is(
        Fact::IndexTtl,
        Removed,
        Free,
        "the live table stays as it is",
    ),
    by_order(
        Fact::IndexTtl,
        Changed,
        [Loss, Free],
        [
            "entries expire earlier, and queries do not find their rows",
            "entries are kept longer",
        ],
    ),
    is(Fact::Timestamp, Added, Cell, MEANING),
    is(Fact::Timestamp, Removed, Cell, MEANING),
    is(Fact::Timestamp, Changed, Cell, MEANING),
    is(Fact::RowVersion, Added, Roll, NOT_COUNTED),
    is(Fact::RowVersion, Removed, Roll, NO_LONGER_COUNTED),
    is(Fact::RowVersion, Changed, Roll, COUNTED_TWICE),
];

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_change_of_each_fact_has_one_rule() {
        for fact in Fact::ALL {
            for change in Change::ALL {
                let rules = RULES.iter();
                let rules = rules.filter(|rule| rule.fact == *fact && rule.change == change);
                assert_eq!(rules.count(), 1, "{fact:?} {change:?}");
                let rule = rule_of(*fact, change);
                assert_eq!((rule.fact, rule.change), (*fact, change));
            }
        }
        assert_eq!(RULES.len(), Fact::ALL.len() * Change::ALL.len());
    }

    #[test]
    fn only_numbers_have_an_order() {
        use Fact::{IndexTtl, KeepDeletedCells, MinVersions, RandomSalt, Ttl, Versions};
        let ordered = RULES.iter().filter(|rule| rule.class != rule.if_more);
        let ordered: Vec<_> = ordered.map(|rule| rule.fact).collect();
        let expected = [
            RandomSalt,
            Versions,
            MinVersions,
            Ttl,
            KeepDeletedCells,
            IndexTtl,
        ];
        assert_eq!(ordered, expected);
    }
}
