//! Checks that the drawn requests are complete where the compiler cannot: a new call of a backend, a new
//! variant of a filter or comparator, a new field of a type that is not written as a literal.

#[cfg(test)]
mod tests {
    const BACKEND: &str = include_str!("../../../../hbase-backend/src/backend/mod.rs");
    const FILTER: &str = include_str!("../../../../hbase-backend/src/filter/mod.rs");
    const MUTATION: &str = include_str!("../../../../hbase-backend/src/mutation.rs");
    const CHANGE: &str = include_str!("../../../../hbase-model/src/change.rs");
    const CELL: &str = include_str!("../../../../hbase-backend/src/cell.rs");
    const SCAN: &str = include_str!("../../../../hbase-backend/src/scan.rs");
    const CHECK: &str = include_str!("../../../../hbase-backend/src/check_and_mutate.rs");
    const SPLITS: &str = include_str!("../../../../hbase-model/src/splits/mod.rs");

    /// The code that draws requests.
    const DRAWN: &str = concat!(
        include_str!("calls.rs"),
        include_str!("filters.rs"),
        include_str!("reads.rs"),
        include_str!("tables.rs"),
        include_str!("writes.rs"),
    );

    /// The lines of an item, between its first line and its closing brace.
    fn item<'s>(source: &'s str, first_line: &str) -> Vec<&'s str> {
        let lines = source
            .lines()
            .skip_while(|line| !line.starts_with(first_line));
        let lines = lines.skip(1).take_while(|line| *line != "}");
        let found: Vec<_> = lines.collect();
        assert!(!found.is_empty(), "{first_line} is missing");
        found
    }

    /// The names of an enum's variants.
    fn variants<'s>(source: &'s str, name: &str) -> Vec<&'s str> {
        let lines = item(source, &format!("pub enum {name} {{"));
        let inner = lines.iter().filter_map(|line| line.strip_prefix("    "));
        let named = inner.filter(|line| line.starts_with(char::is_uppercase));
        named
            .map(|line| {
                line.split(|c: char| !c.is_alphanumeric())
                    .next()
                    .unwrap_or(line)
            })
            .collect()
    }

    #[test]
    fn every_variant_is_drawn() {
        let enums = [
            (FILTER, "Filter"),
            (FILTER, "Comparator"),
            (FILTER, "CompareOp"),
            (MUTATION, "Durability"),
            (CHANGE, "TableChange"),
            (CELL, "CellKind"),
            (SCAN, "RowBound"),
            (SCAN, "PastSnapshot"),
            (CHECK, "Condition"),
            (SPLITS, "Splits"),
        ];
        for (source, name) in enums {
            let variants = variants(source, name);
            assert!(variants.len() > 1, "{name}: {variants:?}");
            for variant in variants {
                let path = format!("{name}::{variant}");
                assert!(DRAWN.contains(&path), "{path} is not drawn");
            }
        }
    }

    #[test]
    fn every_call_is_made() {
        let lines = item(BACKEND, "from_list! {");
        let code = lines.iter().filter(|line| !line.contains("//"));
        let calls = code.filter_map(|line| line.split_once(" fn "));
        let names: Vec<_> = calls
            .filter_map(|(_, call)| call.split('(').next())
            .collect();
        assert!(names.len() > 20, "{names:?}");
        for name in names {
            assert!(DRAWN.contains(&format!(".{name}(")), "{name} is not called");
        }
    }

    #[test]
    fn every_field_of_a_mutation_is_drawn() {
        let fields = item(MUTATION, "pub struct Mutation");
        let fields = fields.iter().map(|line| line.trim());
        let names = fields.filter(|line| !line.starts_with("//"));
        let names: Vec<_> = names.filter_map(|line| line.split(':').next()).collect();
        let known = ["row", "cells", "delete_row", "pub durability", "pub ttl_ms"];
        assert_eq!(names, known, "draw the new field in writes.rs");
    }
}
