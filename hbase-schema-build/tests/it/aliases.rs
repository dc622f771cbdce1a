//! Types through aliases and type parameters.

use hbase_model::{AbsentCell, DescribedColumn, LogicalType, TimeLibrary};

use crate::support::{U32, encoding, row, tables};

/// The cells of a field, as an import sees them.
fn column(field: &str, more: &str) -> DescribedColumn {
    let text = row(&format!("#[rowkey] id: u64, {field}")) + more;
    tables(&text)[0].columns[0].clone()
}

const fn integer(width: u8) -> LogicalType {
    LogicalType::Integer {
        width,
        signed: false,
    }
}

#[test]
fn aliases_are_followed_to_what_they_are() {
    for (field, more, value, absent) in [
        (
            "#[column(text)] at: When",
            "type When = Timestamp;",
            LogicalType::Timestamp,
            AbsentCell::Error,
        ),
        (
            "note: Maybe",
            "type Maybe = Perhaps<String>; type Perhaps<T> = Option<T>;",
            LogicalType::Text,
            AbsentCell::Null,
        ),
        (
            "note: Remark",
            "#[derive(CellValue)] struct Remark(Option<String>);",
            LogicalType::Text,
            AbsentCell::Null,
        ),
        (
            "#[column(json)] extra: Json",
            "type Json = serde_json::Value;",
            LogicalType::Json,
            AbsentCell::Null,
        ),
        (
            "#[column(json)] tags: Tags",
            "type Tags = std::collections::HashMap<u8, Option<u8>>;",
            LogicalType::Json,
            AbsentCell::Error,
        ),
        (
            "#[column(json)] tags: Tags",
            "struct Tags(Option<u8>);",
            LogicalType::Json,
            AbsentCell::Unknown,
        ),
        (
            "#[column(with = own)] own: Maybe",
            "type Maybe = Option<String>;",
            LogicalType::Unknown,
            AbsentCell::Null,
        ),
        (
            "#[column(flatten)] place: Place",
            "type Place = Option<Inner>; #[derive(Columns)] struct Inner { city: String }",
            LogicalType::Text,
            AbsentCell::Null,
        ),
        (
            "#[column(text)] n: Own",
            "struct Own; impl EncodeCell<Text> for Own {
                const FACTS: CellFacts = <When as hs::EncodeCell<Text>>::FACTS; } type When = Timestamp;",
            LogicalType::Timestamp,
            AbsentCell::Error,
        ),
    ] {
        let found = column(field, more);
        assert_eq!(found.facts.logical_type, value, "{field}");
        assert_eq!(found.absent_cell(), absent, "{field}");
    }
}

/// Statements do not depend on them.
#[test]
fn a_type_that_cannot_be_followed_is_unknown() {
    for (field, more) in [
        ("v: other::Thing", ""),
        (
            "v: Own",
            "struct Own; impl EncodeCell<Native> for Own { const FACTS: CellFacts = facts(); }",
        ),
        ("v: Own", "struct Own; impl EncodeCell<Native> for Own {}"),
    ] {
        let found = column(field, more);
        assert!(found.is_unknown(), "{field}");
        assert_eq!(found.absent_cell(), AbsentCell::Unknown, "{field}");
    }
}

/// The column of a generic group's only field, through any aliases and parameters.
#[test]
fn groups_are_followed_behind_generic_aliases() {
    let (short, long) = (integer(4), integer(8));
    for (field, more, value, absent) in [
        ("g: G", "type G = Group<u32>;", short, AbsentCell::Error),
        (
            "g: G<u32>",
            "type G<T> = Group<T>;",
            short,
            AbsentCell::Error,
        ),
        (
            "g: G",
            "type G<T = u64> = Option<Group<T>>;",
            long,
            AbsentCell::Null,
        ),
        (
            "g: Maybe<Group<u32>>",
            "type Maybe<T> = Option<T>;",
            short,
            AbsentCell::Null,
        ),
        // Each item has its own `T`.
        (
            "g: G<u32>",
            "type G<T> = H<Vec<T>, T>; type H<U, T> = Group<T>;",
            short,
            AbsentCell::Error,
        ),
        (
            "g: G",
            "struct T; type G = Group<Id<u32>>; type Id<T> = T;",
            short,
            AbsentCell::Error,
        ),
        (
            "g: own::Option<u64>",
            "mod own { #[derive(Columns)] pub struct Option<T> { n: T } }",
            long,
            AbsentCell::Error,
        ),
        (
            "g: Text<Own>",
            "#[derive(Columns)] struct Text<T> { #[column(text)] n: T }
            struct Own; impl EncodeCell<Text> for Own {
                const FACTS: CellFacts = <Timestamp as hs::EncodeCell<Text>>::FACTS; }",
            LogicalType::Timestamp,
            AbsentCell::Error,
        ),
        (
            "g: With<Option<u8>>",
            "#[derive(Columns)] struct With<T> { #[column(with = own)] n: T }",
            LogicalType::Unknown,
            AbsentCell::Null,
        ),
        (
            "g: With<other::Maybe>",
            "#[derive(Columns)] struct With<T> { #[column(with = own)] n: T }",
            LogicalType::Unknown,
            AbsentCell::Unknown,
        ),
    ] {
        let more = format!("#[derive(Columns)] struct Group<T> {{ n: T }} {more}");
        let found = column(&format!("#[column(flatten)] {field}"), &more);
        assert_eq!(found.field, "g.n", "{field}");
        assert_eq!(found.facts.logical_type, value, "{field}");
        assert_eq!(found.absent_cell(), absent, "{field}");
    }
}

/// An argument of a table comes from the program, even if an alias has a parameter of the same name.
#[test]
fn a_parameter_of_the_table_is_unknown() {
    let text = "
        #[derive(HTable)] #[table(\"DLQX:CALL_RECORD\")] #[family(\"D1\")]
        struct Row<T> { #[rowkey] id: u64, v: T, #[column(flatten)] g: G<u32>, #[column(with = own)] w: T }
        #[derive(Columns)] struct Group<T> { n: T }
        type G<T> = Group<T>;";
    let columns = &tables(text)[0].columns;
    let absent: Vec<_> = columns.iter().map(DescribedColumn::absent_cell).collect();
    assert_eq!(
        absent,
        [AbsentCell::Unknown, AbsentCell::Error, AbsentCell::Unknown]
    );
    assert_eq!(columns[1].facts.logical_type, integer(4));
}

#[test]
fn dynamic_columns_are_followed_behind_aliases() {
    for (ty, more, value, qualifier) in [
        (
            "Notes",
            "type Notes = Map<Name, String>; type Map<Q, V> = std::collections::BTreeMap<Q, V>; type Name = u32;",
            LogicalType::Text,
            U32,
        ),
        (
            "Dynamic<u32, Name>",
            "type Name = String;",
            LogicalType::Text,
            U32,
        ),
        (
            "BTreeMap<Pair, u64>",
            "type Pair = (u32,);",
            integer(8),
            U32,
        ),
        // Only the compiler knows the type: statements do not depend on it.
        ("BTreeMap<u32, other::Thing>", "", LogicalType::Unknown, U32),
    ] {
        let text = row(&format!("#[rowkey] id: u64, #[column(dynamic)] v: {ty}")) + more;
        let found = tables(&text)[0].dynamic[0].clone();
        assert_eq!(found.logical_type, value, "{ty}");
        assert_eq!(found.qualifier.parts[0].encoding, qualifier, "{ty}");
    }
}

#[test]
fn what_is_in_a_type_has_any_name() {
    let more =
        "type Byte = u8; type Any = str; use chrono::Utc as Zone; use chrono::DateTime as At;";
    for (field, value) in [
        ("v: Vec<Byte>", LogicalType::Bytes),
        ("v: [Byte; 4]", LogicalType::FixedBytes { width: 4 }),
        ("v: Box<Any>", LogicalType::Text),
        (
            "v: At<Zone>",
            LogicalType::Moment {
                library: TimeLibrary::Chrono,
            },
        ),
        ("v: At<chrono::Local>", LogicalType::Unknown),
    ] {
        assert_eq!(column(field, more).facts.logical_type, value, "{field}");
    }
}

/// Each alias has twice the types of the one before it.
#[test]
fn aliases_of_many_types_take_no_time() {
    let aliases: String = (1..=20)
        .map(|at| format!("type A{at}<T = u8> = A{0}<A{0}, A{0}>;", at - 1))
        .chain(["type A0<T = u32, U = u8> = T;".to_owned()])
        .collect();
    assert_eq!(encoding("#[rowkey] p: A20", &aliases), U32);
}
