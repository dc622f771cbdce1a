//! How long to wait before a call is repeated.

use std::time::Duration;

use backon::BackoffBuilder;

/// Ten pauses, each about twice as long as the one before: 26 seconds in all, where the deadline
/// allows.
pub(crate) fn pauses() -> impl Iterator<Item = Duration> + Send {
    backon::ExponentialBuilder::default()
        .with_min_delay(Duration::from_millis(50))
        .with_max_delay(Duration::from_secs(5))
        .with_max_times(10)
        .with_jitter()
        .build()
}
