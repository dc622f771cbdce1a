//! Requests of any depth, size or number, which a backend must answer or reject.
//!
//! Values at the limits of a field's type, or far beyond those of `HBase`, are drawn for every field of
//! every request. Any result will do, but the call must end soon after its deadline, without a panic, and
//! the backend must go on working. The caller bounds the memory.

mod calls;
mod filters;
mod guards;
mod reads;
mod request;
mod tables;
mod values;
mod watchdog;
mod writes;

use std::future::Future;
use std::sync::Arc;
use std::time::Duration;

use fastrand::Rng;
use hbase_backend::{Backend, Deadline, Error, Result};

use self::request::excerpt;
use self::watchdog::Watchdog;

/// The deadline of a call, and how much later it may end on a busy machine.
const DEADLINE: Duration = Duration::from_secs(5);
const GRACE: Duration = Duration::from_secs(20);

/// Maximum bytes of an error's message, besides names: requests must not fill logs.
const MAX_MESSAGE: usize = 256 << 10;

/// The limits of a run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub struct Scale {
    /// Number of requests.
    pub rounds: usize,
    /// Maximum bytes of a field.
    pub longest: usize,
    /// Maximum length of a list.
    pub most: usize,
    /// Maximum nesting of a filter.
    pub deepest: usize,
    /// Leaves out what only a server's settings can bound, such as regular expressions on which Java
    /// backtracks forever.
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

/// Draws requests, and runs them.
#[derive(Debug)]
pub struct Extremes {
    backend: Arc<dyn Backend>,
    rng: Rng,
    scale: Scale,
    /// Percentage of fields that are extreme.
    odds: u8,
    seed: u64,
    round: usize,
    /// The length of the table's or namespace's name, which messages contain in full.
    named: usize,
    watchdog: Watchdog,
}

impl Extremes {
    /// Requests to a backend, the same for the same seed.
    pub fn new(backend: Arc<dyn Backend>, scale: Scale, seed: u64) -> Self {
        Self {
            backend,
            rng: Rng::with_seed(seed),
            scale,
            odds: 0,
            seed,
            round: 0,
            named: 0,
            watchdog: Watchdog::start(DEADLINE + GRACE),
        }
    }

    /// Runs the requests, and drops the tables.
    ///
    /// # Panics
    /// If a call ends long after its deadline or not at all, fails with an error that does not reject the
    /// request, or leaves the backend unable to work.
    pub async fn run(mut self) {
        self.create_tables().await;
        for round in 0..self.scale.rounds {
            self.round = round;
            self.named = 0;
            // A request with one extreme field gets further than one with many.
            self.odds = *self.one_of(&[2, 10, 40, 90]);
            self.call().await;
            if round % 50 == 49 {
                self.still_works().await;
                // The rows written must not dominate the memory that the caller measures.
                self.drop_tables().await;
                self.create_tables().await;
            }
        }
        self.still_works().await;
        self.drop_tables().await;
    }

    /// A request as text, and how to draw it again.
    fn request(&self, call: &str, argument: &dyn std::fmt::Debug) -> String {
        let (seed, round, argument) = (self.seed, self.round, excerpt(argument));
        format!("{call} {argument} (seed {seed}, round {round})")
    }

    /// Runs a call, and checks its error, if it ends with one.
    async fn ends<T>(&self, request: String, call: impl Future<Output = Result<T>>) -> Option<T> {
        let error = match self.watchdog.run(&request, call).await {
            Ok(value) => return Some(value),
            Err(error) => error,
        };
        let text = error.to_string();
        let shown: String = text.chars().take(500).collect();
        let rejects = !matches!(
            error,
            Error::Backend { .. } | Error::Closed { .. } | Error::Corrupt { .. } | Error::Io { .. }
        );
        assert!(rejects || self.scale.spares_server, "{request}: {shown}");
        let length = text.len();
        assert!(
            length <= MAX_MESSAGE + self.named,
            "{request}: a message of {length} bytes: {shown}"
        );
        None
    }

    /// Runs a call that must succeed.
    async fn succeeds<T>(&self, request: String, call: impl Future<Output = Result<T>>) -> T {
        let result = self.watchdog.run(&request, call).await;
        result.unwrap_or_else(|error| panic!("{request}: {error}"))
    }

    /// Mostly some seconds; sometimes none, or more than the clock can represent.
    fn deadline(&mut self) -> Deadline {
        match self.rng.u8(..) {
            0..4 => Deadline::after(Duration::ZERO),
            4 => Deadline::after(Duration::MAX),
            _ => Deadline::after(DEADLINE),
        }
    }
}
