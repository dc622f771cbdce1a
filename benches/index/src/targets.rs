//! The targets of a store.

/// The highest ratios of rows with an index to rows without one; `None` where a store has no target.
#[derive(Clone, Copy)]
pub(crate) struct Targets {
    pub(crate) put_new: Option<f64>,
    pub(crate) put_changed: Option<f64>,
    pub(crate) put_many_new: Option<f64>,
    pub(crate) put_many_changed: Option<f64>,
    pub(crate) query: Option<f64>,
}

/// The most gets of a query of one row, among any number of entries.
pub(crate) const GETS_OF_ONE_ROW: f64 = 4.0;

impl Targets {
    pub(crate) fn of(is_cluster: bool) -> Self {
        let in_process = Self {
            put_new: None,
            put_changed: Some(4.0),
            put_many_new: None,
            put_many_changed: None,
            query: Some(1.6),
        };
        if !is_cluster {
            return in_process;
        }
        Self {
            put_new: Some(3.0),
            put_many_new: Some(10.0),
            put_many_changed: Some(12.0),
            ..in_process
        }
    }
}
