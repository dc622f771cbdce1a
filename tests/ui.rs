//! What the macro refuses, in its words.

#[test]
fn ui() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
