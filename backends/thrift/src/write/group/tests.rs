use hbase_backend::{LATEST_TIMESTAMP, Mutation};

use super::super::kind::{WriteKind, WriteOperation};
use super::{Group, groups};

fn put(row: &str, timestamp: Option<i64>) -> Mutation {
    let mut put = Mutation::new(row);
    match timestamp {
        Some(timestamp) => put.put_at(b"f", b"q", timestamp, b"v").unwrap(),
        None => put.put(b"f", b"q", b"v").unwrap(),
    };
    put
}

fn delete(row: &str, timestamp: i64) -> Mutation {
    let mut delete = Mutation::new(row);
    delete.delete_column(b"f", b"q", Some(timestamp)).unwrap();
    delete
}

fn of(mutations: &[Mutation], framed: bool) -> Vec<Group> {
    let kinds: Vec<_> = mutations.iter().map(|m| WriteKind::of(m).ok()).collect();
    groups(mutations, &kinds, framed)
}

fn indexes(groups: &[Group]) -> Vec<Vec<usize>> {
    groups.iter().map(|group| group.indexes.clone()).collect()
}

#[test]
fn one_timestamp_is_one_group() {
    let found = of(
        &[put("a", Some(1)), put("b", Some(2)), put("c", Some(1))],
        false,
    );
    assert_eq!(indexes(&found), [vec![0, 2], vec![1]]);
    let kind = WriteKind {
        operation: WriteOperation::Put,
        timestamp: 1,
    };
    assert_eq!(found[0].kind, kind);
}

#[test]
fn puts_and_deletes_are_apart() {
    let found = of(&[put("a", Some(1)), delete("b", 1), put("c", None)], false);
    assert_eq!(indexes(&found), [[0], [1], [2]]);
    assert_eq!(found[2].kind.timestamp, LATEST_TIMESTAMP);
}

#[test]
fn a_row_that_comes_again_keeps_its_order() {
    let mutations = [
        put("a", Some(1)),
        delete("a", 1),
        put("b", Some(1)),
        put("a", Some(1)),
    ];
    // The last put of `a` must not move before its delete.
    assert_eq!(indexes(&of(&mutations, false)), [[0], [1], [2], [3]]);
}

#[test]
fn the_same_row_twice_of_one_kind_is_one_group() {
    let found = of(&[put("a", Some(1)), put("a", Some(1))], false);
    assert_eq!(indexes(&found), [[0, 1]]);
}

#[test]
fn groups_have_bounds() {
    let mut large = Mutation::new("a");
    large.put_at(b"f", b"q", 1, &vec![0; 700 << 10]).unwrap();
    let mutations = vec![large; 7];
    assert_eq!(of(&mutations, true).len(), 7);
    assert_eq!(
        indexes(&of(&mutations, false)),
        [vec![0, 1, 2, 3, 4], vec![5, 6]]
    );
    let many: Vec<_> = (0..10_001).map(|n| put(&n.to_string(), Some(1))).collect();
    assert_eq!(of(&many, false).len(), 2);
}

#[test]
fn what_is_rejected_is_left_out() {
    let mut mixed = put("b", Some(1));
    mixed.delete_column(b"f", b"q", Some(1)).unwrap();
    assert_eq!(indexes(&of(&[put("a", Some(1)), mixed], false)), [[0]]);
}
