//! The sections of the reference, in their order.

use super::super::{column, entry, family, index, key, naming, part, qualifier, table, timestamp};
use crate::read::OptionSet;

/// An attribute.
pub(super) struct Section {
    pub(super) name: &'static str,
    pub(super) positions: &'static [Position],
    /// A program that runs.
    pub(super) example: &'static str,
}

/// An attribute at one of its positions.
pub(super) struct Position {
    pub(super) at: &'static str,
    pub(super) example: &'static str,
    pub(super) doc: &'static str,
    /// The options that are listed; none if those of another attribute apply.
    pub(super) options: Option<OptionSet>,
}

impl Position {
    const fn on_struct(set: OptionSet, doc: &'static str) -> Self {
        Self::new("On the struct", set.example, doc, Some(set))
    }

    const fn on_field(set: OptionSet, doc: &'static str) -> Self {
        Self::new("On a field", set.example, doc, Some(set))
    }

    const fn new(
        at: &'static str,
        example: &'static str,
        doc: &'static str,
        options: Option<OptionSet>,
    ) -> Self {
        Self {
            at,
            example,
            doc,
            options,
        }
    }
}

pub(super) const SECTIONS: &[Section] = &[
    Section {
        name: "table",
        positions: &[Position::on_struct(
            table::SET,
            "the table's full name; without `NAMESPACE:` the table is in the namespace `default`.",
        )],
        example: include_str!("../examples/table.rs"),
    },
    Section {
        name: "rowkey",
        positions: &[
            Position::on_struct(key::SET, "the row key as a whole."),
            Position::on_field(part::SET, "a key part, in the order of the fields."),
        ],
        example: include_str!("../examples/rowkey.rs"),
    },
    Section {
        name: "family",
        positions: &[
            Position::on_struct(family::SET, FAMILY),
            Position::new("On a field", family::SET.example, FAMILY_OF_COLUMN, None),
        ],
        example: include_str!("../examples/family.rs"),
    },
    Section {
        name: "column",
        positions: &[Position::on_field(
            column::SET,
            "the qualifier. A field without attributes is a column too, named by `rename_all`.",
        )],
        example: include_str!("../examples/column.rs"),
    },
    Section {
        name: "timestamp",
        positions: &[Position::on_field(
            timestamp::SET,
            "the timestamp of the row's cells; without an option, the field's value.",
        )],
        example: include_str!("../examples/timestamp.rs"),
    },
    Section {
        name: "table_date",
        positions: &[Position::new(
            "On a field",
            "#[table_date]",
            "the date in the table's name, as in `TRADE_{yyyyMMdd}`: a field of the row and of its key, \
             which the key's bytes do not contain.",
            None,
        )],
        example: include_str!("../examples/table_date.rs"),
    },
    Section {
        name: "version",
        positions: &[Position::new(
            "On a field",
            "#[version]",
            "the number of times that the row was written: a column, an integer, which is 0 in a new row. A write of a row that \
             was read succeeds only if nobody has written the row since; it stores the next number.",
            None,
        )],
        example: include_str!("../examples/version.rs"),
    },
    Section {
        name: "index",
        positions: &[
            Position::on_struct(index::STRUCT_SET, INDEX_OF_SEVERAL),
            Position::on_field(index::SET, INDEX),
            Position::new(
                "On a field of an entry",
                entry::FIELD_SET.example,
                "an indexed field of an entry, see [`entry`](#entry).",
                None,
            ),
        ],
        example: include_str!("../examples/index.rs"),
    },
    Section {
        name: "columns",
        positions: &[Position::new(
            "On a struct with `#[derive(Columns)]`",
            naming::SET.example,
            "the naming options of [`table`](#table), for a group of columns: `naming`, `allow`, `rename_all` and `crate`.",
            None,
        )],
        example: include_str!("../examples/columns.rs"),
    },
    Section {
        name: "qualifier",
        positions: &[
            Position::new(
                "On a struct with `#[derive(Qualifier)]`",
                qualifier::SET.example,
                "the qualifier of dynamic columns.",
                Some(qualifier::SET),
            ),
            Position::new(
                "On a field",
                qualifier::PART_SET.example,
                "a part of a qualifier, with the options of a key part (see [`rowkey`](#rowkey)), without those of salts, and:",
                Some(qualifier::OWN_SET),
            ),
        ],
        example: include_str!("../examples/qualifier.rs"),
    },
    Section {
        name: "entry",
        positions: &[
            Position::new(
                "On a struct with `#[derive(IndexedEntry)]`",
                entry::SET.example,
                "an entry that is indexed inside its row.",
                Some(entry::SET),
            ),
            Position::new(
                "On a field",
                entry::FIELD_SET.example,
                "an indexed field of an entry.",
                Some(entry::FIELD_SET),
            ),
        ],
        example: include_str!("../examples/entry.rs"),
    },
];

const FAMILY: &str = "a column family; repeatable, also on a key part. One attribute may declare several \
                      families: `#[family(\"D1\", versions = 10; \"D2\", versions = 2)]`. Clippy's \
                      `duplicated_attributes` reports options of the same name in two attributes.";

const FAMILY_OF_COLUMN: &str = "the column's family; required if several are declared. If neither the struct nor a \
                                key part declares one, this attribute does, with the options above.";

const INDEX: &str = "an index of the column, in a separate table with this name: queries by the column's \
                     values. The token is `BY_` and the field's name, not that of the table: `Mail::BY_SENDER`. \
                     Every write of the table then writes its entries too.";

const INDEX_OF_SEVERAL: &str = "an index of several columns and key parts, in a separate table with this name; repeatable. Queries take \
                                values of the first fields, and a value or a range of the next one. \
                                The token is `BY_` and the fields' names: `Mail::BY_SENDER_SENT`.";
