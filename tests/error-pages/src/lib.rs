//! The pages of compile errors in `docs/src/errors`: their code that compiles runs as a doctest of this crate.
//! What does not compile is a case of `tests/ui`, with its message; `tests/pages` compares both with the pages.

macro_rules! pages {
    ($($module:ident: $name:literal)*) => {
        /// The pages, sorted by name.
        pub const PAGES: &[&str] = &[$($name),*];

        $(
            #[cfg(doctest)]
            #[doc = include_str!(concat!("../../../docs/src/errors/", $name, ".md"))]
            mod $module {}
        )*
    };
}

pages! {
    borrowed_rows: "borrowed-rows"
    cell_type: "cell-type"
    derive_missing: "derive-missing"
    duplicate_column: "duplicate-column"
    end_of_a_part: "end-of-a-part"
    family_not_chosen: "family-not-chosen"
    feature_of_a_type: "feature-of-a-type"
    filter_value: "filter-value"
    filter_without_order: "filter-without-order"
    generic_code: "generic-code"
    get_by_a_value: "get-by-a-value"
    indexed_writes: "indexed-writes"
    json_without_serde: "json-without-serde"
    key_not_in_scope: "key-not-in-scope"
    key_part_derives: "key-part-derives"
    key_part_type: "key-part-type"
    loop_over_rows: "loop-over-rows"
    missing_await: "missing-await"
    name_defined_twice: "name-defined-twice"
    naming_rules: "naming-rules"
    no_column_token: "no-column-token"
    no_family: "no-family"
    no_key: "no-key"
    no_range_on_a_part: "no-range-on-a-part"
    no_table: "no-table"
    not_a_table: "not-a-table"
    one_version: "one-version"
    optional_part: "optional-part"
    parse_without_a_type: "parse-without-a-type"
    part_out_of_order: "part-out-of-order"
    quotes: "quotes"
    salt_without_parts: "salt-without-parts"
    scan_needs_parts: "scan-needs-parts"
    splits_without_salt: "splits-without-salt"
    time_leads_the_key: "time-leads-the-key"
    trait_not_in_scope: "trait-not-in-scope"
    ttl_without_unit: "ttl-without-unit"
    unknown_option: "unknown-option"
    value_of_another_type: "value-of-another-type"
}
