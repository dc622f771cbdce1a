//! Orders the writes of rows with versions: each depends on the result of the one before it.

use std::collections::HashMap;

use hbase_backend::Mutation;

/// The mutations in rounds, with their indexes: each round has at most one mutation of a row, in the given order.
pub(super) fn rounds(mutations: Vec<Mutation>) -> Vec<Vec<(usize, Mutation)>> {
    let round_of = {
        let mut next: HashMap<&[u8], usize> = HashMap::with_capacity(mutations.len());
        let rounds = mutations.iter().map(|mutation| {
            let next = next.entry(mutation.row()).or_default();
            *next += 1;
            *next - 1
        });
        rounds.collect::<Vec<_>>()
    };
    let mut rounds: Vec<Vec<_>> = Vec::new();
    for ((index, mutation), round) in mutations.into_iter().enumerate().zip(round_of) {
        if round == rounds.len() {
            rounds.push(Vec::new());
        }
        rounds[round].push((index, mutation));
    }
    rounds
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_write_of_a_row_is_in_the_round_after_the_one_before() {
        let of = |rows: &[&str]| {
            let rounds = rounds(rows.iter().map(|row| Mutation::new(*row)).collect());
            let indexes = |round: Vec<(usize, Mutation)>| {
                let checked = round.into_iter().map(|(index, mutation)| {
                    assert_eq!(mutation.row(), rows[index].as_bytes());
                    index
                });
                checked.collect::<Vec<_>>()
            };
            rounds.into_iter().map(indexes).collect::<Vec<_>>()
        };
        assert_eq!(of(&[]), Vec::<Vec<usize>>::new());
        assert_eq!(of(&["a", "b", "c"]), [vec![0, 1, 2]]);
        assert_eq!(of(&["a", "a", "a"]), [[0], [1], [2]]);
        assert_eq!(
            of(&["a", "b", "a", "c", "a", "b"]),
            [vec![0, 1, 3], vec![2, 5], vec![4]]
        );
    }
}
