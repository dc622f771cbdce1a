//! The builds of a process that wait for writers.

use std::collections::HashMap;
use std::time::Duration;

use crate::protocol::Build;

/// The builds that wait, by the positions of their indexes. Whoever continues one holds the lock.
pub(crate) type Waiting = tokio::sync::Mutex<HashMap<usize, Build<Duration>>>;
