//! Errors in sources, each with its location.

use crate::support::{errors_of, row};

/// The errors of a table with these fields, without the file's name.
fn diagnostics(fields: &str, more: &str) -> Vec<String> {
    let found = errors_of(&[("src/lib.rs", &(row(fields) + more))]);
    found.iter().map(|p| p.replace("src/lib.rs:", "")).collect()
}

#[test]
fn a_type_that_is_not_known() {
    let found = diagnostics("#[rowkey] phone: other::Phone, v: u8", "");
    assert_eq!(
        found,
        [
            "4:31: the encoding of the key part `phone` is unknown: `other::Phone` is neither a type that \
             is known by name nor one of these sources: derive `KeyPart` for a type of these \
             sources, set `encoding = …` on the part, or use the JSON that a program prints from \
             `Row::SCHEMA.to_json()` (feature `description`)"
        ]
    );
}

#[test]
fn types_that_cannot_be_resolved() {
    for (fields, more, expected) in [
        (
            "#[rowkey] p: P, v: u8",
            "struct P;",
            "4:27: the encoding of the key part `p` is unknown: `P` (5:8) does not derive `KeyPart`: ",
        ),
        (
            "#[rowkey] p: P, v: u8",
            "#[derive(KeyPart)] struct P(P);",
            "`P` contains itself",
        ),
        (
            "#[rowkey] p: (u8, u8), v: u8",
            "",
            "`(u8,u8)` is neither a type",
        ),
        (
            "#[rowkey] p: [u8; N], v: u8",
            "",
            "`[u8;N]` is neither a type",
        ),
        ("#[rowkey] p: usize, v: u8", "", "`usize` is neither a type"),
        (
            "#[rowkey] p: DateTime<Local>, v: u8",
            "use chrono::*;",
            "`DateTime<Local>` is neither a type",
        ),
        (
            "#[rowkey] p: u8, v: V",
            "struct V;",
            "the encoding of the cell `v` is unknown: `V` (5:8) does not derive `CellValue`: ",
        ),
        (
            "#[rowkey] p: u8, #[column(flatten)] v: V",
            "struct V;",
            "`V` is not a struct of these sources that derives `Columns`",
        ),
        (
            "#[rowkey] p: u8, #[column(flatten)] v: G<u8>",
            "type G<T> = other::Group<T>;",
            "the columns of the group `v` are unknown: `G<u8>` is not a struct of these sources",
        ),
        (
            "#[rowkey] p: u8, #[column(dynamic)] v: other::Dynamic<u8, u8>",
            "",
            "`other::Dynamic<u8,u8>` is not a `BTreeMap<Q, V>`",
        ),
        (
            "#[rowkey] p: P, v: u8",
            "struct P; impl NativePart for P { const ENCODING: Encoding = make(); }",
            "an impl (5:8) whose const is more than a literal",
        ),
    ] {
        let found = diagnostics(fields, more);
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{found:?}\n{expected}"
        );
    }
}

#[test]
fn options_that_do_not_go_with_a_type() {
    for (part, expected) in [
        (
            "#[rowkey(fixed = 40)] p: u8",
            "`fixed = 40` has no meaning for `u8`",
        ),
        (
            "#[rowkey] p: Option<rust_decimal::Decimal>",
            "decimals are encoded in keys as `ordered` only",
        ),
        (
            "#[rowkey(fixed = 10)] p: Timestamp",
            "`fixed = 10` has no meaning for `Timestamp`",
        ),
        (
            "#[rowkey(text)] p: String",
            "`text` in `#[rowkey]` is for integers, found `String`",
        ),
        (
            "#[rowkey(java)] p: u128",
            "`java` in `#[rowkey]` is for integers of at most 8 bytes",
        ),
        (
            "#[rowkey(ordered)] p: u32",
            "`ordered` has no meaning for `u32`",
        ),
        (
            "#[rowkey] p: TimeOfDay",
            "set `ms_of_day` or `minute_of_day`",
        ),
        ("#[rowkey] p: rust_decimal::Decimal", "as `ordered` only"),
        (
            "#[rowkey] p: String, #[rowkey] q: u8",
            "the end of `p` cannot be found from its own bytes",
        ),
        (
            "#[rowkey(encoding = Mine)] p: String, #[rowkey] q: u8",
            "no `impl KeyPart<Mine> for String` sets a width in a literal `ENCODING`",
        ),
        (
            "#[rowkey] p: u8, #[column(text)] b: Vec<u8>",
            "`Vec<u8>` cannot be written as a cell as `text`",
        ),
    ] {
        let found = diagnostics(&format!("{part}, v: u8"), "");
        assert!(
            found.len() == 1 && found[0].contains(expected),
            "{found:?}\n{expected}"
        );
    }
}

#[test]
fn all_errors_of_all_files_at_once() {
    let good = row("#[rowkey] id: u64, v: u8");
    let files = [
        ("src/lib.rs", "mod a; mod b; mod c; mod gone; mod kinds;"),
        ("src/a.rs", &*row("#[rowkey(fixd = 1)] id: u64, v: No")),
        ("src/b.rs", "struct {"),
        (
            "src/c.rs",
            &*(row("#[rowkey] id: One, #[rowkey] kind: crate::kinds::Kind, v: Two")
                + "struct Two;"
                + &good),
        ),
        ("src/kinds.rs", "#[derive(KeyPart)] pub enum Kind { A }"),
    ];
    let found = errors_of(&files);
    let spans: Vec<_> = found
        .iter()
        .map(|p| p.splitn(4, ':').take(3).collect::<Vec<_>>().join(":"))
        .collect();
    assert_eq!(
        spans,
        [
            "src/b.rs:1:8",
            "src/lib.rs:1:26",
            "src/a.rs:4:23",
            "src/c.rs:4:28",
            "src/kinds.rs:1:36",
            "src/c.rs:4:72",
        ],
        "{found:#?}"
    );
}

#[test]
fn columns_of_groups_that_meet() {
    let found = diagnostics(
        "#[rowkey] id: u64, city: u8, #[column(flatten)] a: Address",
        "#[derive(Columns)] struct Address { city: String }",
    );
    assert_eq!(
        found,
        [
            "4:65: the column D1:CITY of the flattened group `a` is already that of `city`: give the \
          group another `prefix` in `#[column]`, or rename the column"
        ]
    );
}

#[test]
fn nothing_to_read() {
    let found = errors_of(&[("readme.md", "")]);
    assert_eq!(found.len(), 1);
    assert!(
        found[0].contains("found no Rust file and no crate"),
        "{found:?}"
    );
}
