//! The task that replaces tickets before they end.

use std::sync::{Arc, Weak};
use std::time::{Duration, Instant};

use tokio::time::sleep;

use super::identity::Identity;
use crate::error::LoginError;

/// Maximum time of one replacement.
const MAX_TIME: Duration = Duration::from_secs(15);

/// Limits of the pause before a replacement, also if one is due: it may have failed, or a cache's ticket cannot be renewed.
const MIN_PAUSE: Duration = Duration::from_millis(500);
const MAX_PAUSE: Duration = Duration::from_secs(60);

/// Runs until the identity is dropped.
pub(super) async fn keep(identity: Weak<Identity>) {
    loop {
        let Some(pause) = identity.upgrade().map(|identity| pause(&identity)) else {
            return;
        };
        sleep(pause).await;
        let Some(identity) = identity.upgrade() else {
            return;
        };
        if let Err(error) = replace(&identity).await {
            tracing::warn!(principal = %identity.principal, %error, "a ticket was not replaced; it is tried again");
        }
    }
}

fn pause(identity: &Arc<Identity>) -> Duration {
    let (left, life) = identity.next();
    let least = (life / 20).clamp(MIN_PAUSE, MAX_PAUSE);
    // The clock of a machine that slept has moved meanwhile: it is looked at from time to time.
    left.max(least.mul_f64(0.75 + fastrand::f64() / 4.0))
        .min(MAX_PAUSE)
}

async fn replace(identity: &Identity) -> Result<(), LoginError> {
    let deadline = Instant::now() + MAX_TIME;
    let flight = identity.take_off(&identity.principal, deadline).await?;
    identity.refresh(&flight, deadline).await?;
    drop(flight);
    for service in identity.due() {
        let deadline = Instant::now() + MAX_TIME;
        let flight = identity.take_off(&service, deadline).await?;
        identity.replace(&flight, &service, deadline).await?;
    }
    Ok(())
}
