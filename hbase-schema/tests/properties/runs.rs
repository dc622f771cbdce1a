//! How properties are run.

use std::fmt::Debug;

use proptest::strategy::Strategy;
use proptest::test_runner::{Config, RngSeed, TestCaseError, TestRunner};

/// Runs a property on `cases` random values.
pub(crate) fn run<S>(
    cases: u32,
    strategy: &S,
    property: impl Fn(S::Value) -> Result<(), TestCaseError>,
) where
    S: Strategy,
    S::Value: Debug,
{
    let seed = seed();
    let cases =
        cases * std::env::var("PROPERTY_FACTOR").map_or(1, |factor| factor.parse().unwrap_or(1));
    let config = Config {
        cases,
        failure_persistence: None,
        rng_seed: RngSeed::Fixed(seed),
        ..Config::default()
    };
    let outcome = TestRunner::new(config).run(strategy, property);
    if let Err(error) = outcome {
        panic!("{error}\nrun it again with PROPTEST_RNG_SEED={seed}");
    }
}

fn seed() -> u64 {
    let given = std::env::var("PROPTEST_RNG_SEED").ok();
    given
        .and_then(|seed| seed.parse().ok())
        .unwrap_or_else(|| fastrand::u64(..))
}
