//! Requests of any depth, size or number, which a backend answers or refuses.
//!
//! Values at the edge of what a field can hold, or far beyond what `HBase` takes, are drawn for every
//! field of every request. It does not matter what the answer is: the call must end soon after its
//! deadline, without a panic, and the backend must go on working. Who runs it bounds the memory.

mod calls;
mod filters;
mod guards;
mod reads;
mod tables;
mod values;
mod writes;

use std::future::Future;
use std::sync::Arc;
use std::time::{Duration, Instant};

use fastrand::Rng;
use hbase_model::{Backend, Deadline, Error, Result};

/// How long a call may take, and how much longer than that it may take to give up on a busy machine.
const DEADLINE: Duration = Duration::from_secs(5);
const GRACE: Duration = Duration::from_secs(20);

/// The longest message of an error, in bytes, beside names: what a request says must not fill logs.
const LONGEST_MESSAGE: usize = 256 << 10;

/// How far a run goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scale {
    /// How many requests are made.
    pub rounds: usize,
    /// The longest bytes of a field.
    pub longest: usize,
    /// The longest list.
    pub most: usize,
    /// How deep a filter is nested.
    pub deepest: usize,
    /// Whether the server is spared what only a server's settings can bound, such as patterns that
    /// take Java for ever.
    pub spares_server: bool,
}

impl Scale {
    /// For a backend in this process.
    pub const LOCAL: Self = Self {
        rounds: 1_000,
        longest: 1 << 20,
        most: 20_000,
        deepest: 200_000,
        spares_server: false,
    };

    /// For a backend in front of a server.
    pub const SERVER: Self = Self {
        rounds: 300,
        longest: 128 << 10,
        most: 200,
        deepest: 200_000,
        spares_server: true,
    };
}

/// Draws requests, and makes them.
#[derive(Debug)]
pub struct Extremes {
    backend: Arc<dyn Backend>,
    rng: Rng,
    scale: Scale,
    /// In how many of a hundred fields something extreme stands.
    odds: u8,
    seed: u64,
    round: usize,
    /// The length of the table's or namespace's name, which a message repeats as it is.
    named: usize,
}

impl Extremes {
    /// Requests to a backend, the same ones for the same seed.
    pub fn new(backend: Arc<dyn Backend>, scale: Scale, seed: u64) -> Self {
        Self {
            backend,
            rng: Rng::with_seed(seed),
            scale,
            odds: 0,
            seed,
            round: 0,
            named: 0,
        }
    }

    /// Makes the requests, and tidies up.
    ///
    /// # Panics
    /// Where a call takes longer than its deadline allows, fails in a way that is no answer, or leaves
    /// the backend unable to work.
    pub async fn run(mut self) {
        self.create_tables().await;
        for round in 0..self.scale.rounds {
            self.round = round;
            self.named = 0;
            // A request with one odd field gets further than one with many.
            self.odds = *self.one_of(&[2, 10, 40, 90]);
            self.call().await;
            if round % 50 == 49 {
                self.still_works().await;
                // What was written is not to be what the memory is measured by.
                self.drop_tables().await;
                self.create_tables().await;
            }
        }
        self.still_works().await;
        self.drop_tables().await;
    }

    /// Makes one call and looks at how it ends.
    async fn ends<T>(&mut self, told: &str, call: impl Future<Output = Result<T>>) -> Option<T> {
        let begin = Instant::now();
        let (seed, round) = (self.seed, self.round);
        let answer = call.await;
        let took = begin.elapsed();
        assert!(
            took < DEADLINE + GRACE,
            "{told} took {took:?} (seed {seed}, round {round})"
        );
        match answer {
            Ok(value) => Some(value),
            Err(error) => {
                let is_answer = !matches!(
                    error,
                    Error::Backend { .. }
                        | Error::Closed { .. }
                        | Error::Corrupt { .. }
                        | Error::Io { .. }
                ) || self.scale.spares_server;
                let text = error.to_string();
                let shown: String = text.chars().take(500).collect();
                assert!(is_answer, "{told}: {shown} (seed {seed}, round {round})");
                let length = text.len();
                assert!(
                    length <= LONGEST_MESSAGE + self.named,
                    "{told}: a message of {length} bytes: {shown} (seed {seed}, round {round})"
                );
                None
            }
        }
    }

    /// Mostly some seconds; now and then none at all, or more than the clock can hold.
    fn deadline(&mut self) -> Deadline {
        match self.rng.u8(..) {
            0..4 => Deadline::after(Duration::ZERO),
            4 => Deadline::after(Duration::MAX),
            _ => Deadline::after(DEADLINE),
        }
    }
}
