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
