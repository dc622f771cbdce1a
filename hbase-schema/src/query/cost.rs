//! What a question costs, as a type.

use std::fmt;

/// What a question costs in scans.
pub trait Cost: fmt::Debug + Send + Sync + 'static {
    /// At most so many ranges are read; `None` for all of the table.
    const RANGES: Option<u32>;
}

/// One row.
#[derive(Debug)]
pub enum Point {}

/// One range.
#[derive(Debug)]
pub enum One {}

/// At most `N` ranges: one for each salt that a range of values can reach.
#[derive(Debug)]
pub enum UpTo<const N: u32> {}

/// `N` ranges: one for each value of the salt.
#[derive(Debug)]
pub enum FanOut<const N: u32> {}

/// The whole table.
#[derive(Debug)]
pub enum Full {}

impl Cost for Point {
    const RANGES: Option<u32> = Some(1);
}

impl Cost for One {
    const RANGES: Option<u32> = Some(1);
}

impl<const N: u32> Cost for UpTo<N> {
    const RANGES: Option<u32> = Some(N);
}

impl<const N: u32> Cost for FanOut<N> {
    const RANGES: Option<u32> = Some(N);
}

impl Cost for Full {
    const RANGES: Option<u32> = None;
}
