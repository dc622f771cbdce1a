//! Pairs of measurements: both sides, one after the other.

use std::time::Instant;

use hbase_schema::Error;

use crate::bench::Bench;
use crate::counted::Counts;

/// What one side took.
#[derive(Clone, Copy)]
pub(crate) struct Taken {
    pub(crate) seconds: f64,
    pub(crate) counts: Counts,
}

/// One side without an index, and the other with it.
pub(crate) struct Pair {
    pub(crate) without: Taken,
    pub(crate) with: Taken,
}

impl Bench {
    /// Measures both sides in each pair, by the pair's number. The first pair does not count.
    pub(crate) async fn pairs(
        &self,
        without: impl AsyncFn(u32) -> Result<(), Error>,
        with: impl AsyncFn(u32) -> Result<(), Error>,
    ) -> Result<Vec<Pair>, Error> {
        let mut pairs = Vec::new();
        for number in 0..=self.arguments.pairs {
            let pair = if number.is_multiple_of(2) {
                let without = self.time(without(number)).await?;
                let with = self.time(with(number)).await?;
                Pair { without, with }
            } else {
                let with = self.time(with(number)).await?;
                let without = self.time(without(number)).await?;
                Pair { without, with }
            };
            pairs.push(pair);
        }
        pairs.remove(0);
        Ok(pairs)
    }

    /// Measures one side.
    pub(crate) async fn time(
        &self,
        work: impl Future<Output = Result<(), Error>>,
    ) -> Result<Taken, Error> {
        let (before, started) = (self.counted.counts(), Instant::now());
        work.await?;
        Ok(Taken {
            seconds: started.elapsed().as_secs_f64(),
            counts: self.counted.counts().since(before),
        })
    }
}

/// The median.
pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}
