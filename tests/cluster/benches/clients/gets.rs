//! Gets of the benchmark's rows.

use futures_util::{StreamExt as _, TryStreamExt as _, stream};

use super::shared::{Outcome, numbers};

/// Gets that are sent before their responses.
pub(super) const IN_FLIGHT: u32 = 64;

/// Gets rows, several at a time.
pub(super) async fn gets<F: Future<Output = Outcome>>(
    rows: u32,
    in_flight: u32,
    get: impl Fn(u32) -> F,
) -> Outcome<u64> {
    let gets = stream::iter(numbers(rows)).map(get);
    let gets = gets.buffer_unordered(in_flight as usize);
    let count = gets.try_fold(0, |count, ()| async move { Ok(count + 1) });
    count.await
}
