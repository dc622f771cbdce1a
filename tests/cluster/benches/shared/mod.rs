//! Common parts of the comparisons on a cluster: the rows, and the measurements.

mod program;
mod user;

use std::time::Instant;

use cpu_time::ProcessTime;

pub(crate) use program::Program;
pub(crate) use user::{GETS, User, UserKey, id, numbers, scan, user};

pub(crate) type Outcome<T = ()> = Result<T, Box<dyn std::error::Error>>;

/// Measured turns of each work; one more, before them, is not measured.
pub(crate) const TURNS: usize = 7;

/// One side's measurements of one turn.
#[derive(Clone, Copy)]
pub(crate) struct Turn {
    pub(crate) rows: f64,
    pub(crate) seconds: f64,
    pub(crate) cpu_seconds: f64,
}

impl Turn {
    pub(crate) fn rate(&self) -> f64 {
        self.rows / self.seconds
    }

    /// Microseconds per row.
    pub(crate) fn cpu(&self) -> f64 {
        self.cpu_seconds / self.rows * 1e6
    }
}

/// Measures work of this process that returns its number of rows.
pub(crate) async fn measured<E>(work: impl Future<Output = Result<u64, E>>) -> Outcome<Turn>
where
    Box<dyn std::error::Error>: From<E>,
{
    let (started, cpu) = (Instant::now(), ProcessTime::now());
    let rows = work.await?;
    Ok(Turn {
        rows: f64::from(u32::try_from(rows)?),
        seconds: started.elapsed().as_secs_f64(),
        cpu_seconds: cpu.elapsed().as_secs_f64(),
    })
}

pub(crate) fn median(values: impl Iterator<Item = f64>) -> f64 {
    let mut values: Vec<f64> = values.collect();
    values.sort_by(f64::total_cmp);
    values.get(values.len() / 2).copied().unwrap_or(f64::NAN)
}

/// The word after an option.
pub(crate) fn value_of(option: &str) -> Option<String> {
    std::env::args().skip_while(|word| word != option).nth(1)
}
