//! What a comparison in a condition means, as `HBase`'s `CheckAndMutate` decides it.

use hbase_backend::CompareOp;

#[test]
fn the_given_value_stands_on_the_left() {
    assert!(!CompareOp::Less.holds_in_condition(b"6", Some(b"5")));
    assert!(CompareOp::Less.holds_in_condition(b"4", Some(b"5")));
    assert!(CompareOp::Greater.holds_in_condition(b"6", Some(b"5")));
}

#[test]
fn an_empty_value_tests_for_absence() {
    for op in [CompareOp::Equal, CompareOp::Less, CompareOp::Greater] {
        assert!(op.holds_in_condition(b"", None), "{op:?}");
        assert!(op.holds_in_condition(b"", Some(b"")), "{op:?}");
        assert!(!op.holds_in_condition(b"", Some(b"x")), "{op:?}");
    }
    assert!(!CompareOp::NotEqual.holds_in_condition(b"", None));
    assert!(CompareOp::NotEqual.holds_in_condition(b"", Some(b"x")));
}

#[test]
fn an_absent_cell_matches_no_value() {
    for op in [CompareOp::Equal, CompareOp::NotEqual, CompareOp::Less] {
        assert!(!op.holds_in_condition(b"4", None), "{op:?}");
    }
}
