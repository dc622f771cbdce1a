//! What to do instead of a change that needs an exception.

use super::change::{Change, Fact};
use super::class::Class;

/// What to do, before and after the words that were locked. If the second text is empty, the words are not part of it.
pub(super) struct Help(pub(super) [&'static str; 2]);

const COPY: &str = ", or declare a new table, and copy the rows";
const NEW_COLUMN: &str = ", or add a new column, and read both for a while";
const ABSENT: &str = "Declare an `Option` or a `default`, or write the cell in all rows first";

impl Help {
    /// The help for a change.
    pub(super) const fn of(fact: Fact, change: Change, class: Class) -> Self {
        Self(match (fact, change) {
            (Fact::Table, _) => [
                "List the struct that declares it in the only `lock!` of the package, unless the table is dropped",
                "",
            ],
            (Fact::RequiredCell, Change::Added) | (Fact::AbsentValue, Change::Removed) => {
                [ABSENT, ""]
            }
            (Fact::FormerCell, _) => ["Choose another name, or keep ", " as it was removed"],
            (Fact::EmptyCell, _) => [
                "Keep `store_none`, or add a new column, and read both for a while",
                "",
            ],
            (Fact::Coded, _) => [
                "Keep the type without codes, or add a new column, and read both for a while",
                "",
            ],
            (Fact::KeyCoded, _) => [
                "Keep the type without codes, or change the existing rows first",
                "",
            ],
            (Fact::Code | Fact::KeyCode, Change::Removed) => {
                ["Keep the variant ", ", or change the existing rows first"]
            }
            (Fact::Code | Fact::KeyCode, Change::Changed) => [
                "Keep ",
                " for this code, and give new variants codes of their own",
            ],
            (Fact::Dynamic, _) => ["Keep ", ", or declare dynamic columns with another prefix"],
            (Fact::Index, _) => [
                "Keep ",
                ", or drop the index by `hbase-schema index drop`, and build it once more",
            ],
            (Fact::Timestamp, Change::Added) => [
                "Leave out `#[timestamp]`: make the time a column, or declare a new table",
                "",
            ],
            (Fact::Timestamp, _) => ["Keep ", COPY],
            (_, Change::Added) => [without(class), ""],
            _ => ["Keep ", alternative(class)],
        })
    }

    /// The help for a column of another name.
    pub(super) const fn of_old_column(has_same_family: bool) -> Self {
        Self(if has_same_family {
            [
                "Keep the column ",
                ": name it in `#[column(\"…\")]` of the field, or keep the prefix of its group",
            ]
        } else {
            [
                "Keep the column ",
                ": leave the field in its family, or add a second field for the new column, and read both",
            ]
        })
    }
}

/// What to do instead of an addition.
const fn without(class: Class) -> &'static str {
    match class {
        Class::Key => "Leave it out, or declare a new table, and copy the rows",
        Class::Loss => "Leave it out, unless the cells may be lost",
        Class::Cell | Class::Read | Class::Roll | Class::Cost | Class::Free => "Leave it out",
    }
}

/// What to do instead of keeping a fact.
const fn alternative(class: Class) -> &'static str {
    match class {
        Class::Key => COPY,
        Class::Cell => NEW_COLUMN,
        Class::Read => ", or change the existing rows first",
        Class::Loss => ", unless the cells may be lost",
        Class::Roll | Class::Cost | Class::Free => "",
    }
}
