//! Connections and typed requests, end to end.

mod listing;
