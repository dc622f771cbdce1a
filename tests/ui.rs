//! What the macro refuses, in its words.

#[test]
fn every_mistake_is_refused_in_its_words() {
    trybuild::TestCases::new().compile_fail("ui/*/*.rs");
}
