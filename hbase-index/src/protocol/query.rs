//! Reading rows by their entries.

use super::domain::{Domain, EntrySet, RowSet};
use super::lifecycle::{IndexState, Phase};
use super::rules::Rules;

/// A query by an index: entries by page, the rows that they name, and the checks that make the result
/// complete.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Query<D: Domain> {
    wanted: D::Wanted,
    /// Whether the condition allows more than one indexed value.
    several: bool,
    started: Option<(D::Moment, IndexState)>,
    /// Whether the entries are computed from the rows, because the index is not readable yet.
    reads_rows: bool,
    returned: D::Rows,
    step: Step<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step<D: Domain> {
    ReadingState,
    Scanning {
        after: Option<D::Entry>,
    },
    Getting {
        page: Page<D>,
    },
    Confirming {
        found: Vec<(D::Row, D::Content)>,
        page: Page<D>,
    },
    Batch {
        found: Vec<(D::Row, D::Content)>,
        page: Page<D>,
    },
    Failed(QueryFailure),
}

/// The entries of a page whose rows have not been returned, and where the next page starts.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
struct Page<D: Domain> {
    entries: Vec<D::Entry>,
    next: Option<D::Entry>,
}

/// The reason why a query's result would not be complete.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum QueryFailure {
    /// The index cannot be read.
    NotReadable(IndexState),
    /// The index's state changed during the query.
    StateChanged,
    /// The query took so long that its result may be incomplete.
    Late,
    /// A request failed.
    Request,
}

/// A request of a query.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueryRequest<D: Domain> {
    /// Reads the index's state.
    ReadState,
    /// Reads a page of entries, from the start or after an entry.
    Scan {
        /// The last entry of the page before.
        after: Option<D::Entry>,
    },
    /// Computes a page of entries from the rows, from the start or after an entry. All pages of a query are computed
    /// from one scan of the rows.
    ComputeEntries {
        /// The last entry of the page before.
        after: Option<D::Entry>,
    },
    /// Reads the rows of entries, each row once.
    GetRows {
        /// The entries.
        entries: Vec<D::Entry>,
    },
}

/// The response to a [`QueryRequest`].
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub enum QueryResponse<D: Domain> {
    /// The state.
    Current(IndexState),
    /// The state of an index that is not readable yet, but whose table is small enough to be read instead.
    Unfinished(IndexState),
    /// Entries in order.
    Page {
        /// The entries, maybe none.
        entries: Vec<D::Entry>,
        /// The last entry or key that the scan passed; `None` at the end.
        next: Option<D::Entry>,
    },
    /// The contents of the rows that exist, each with the entry that led to it.
    Rows(Vec<(D::Entry, D::Content)>),
    /// The request failed.
    Failed,
}

impl<D: Domain> Query<D> {
    /// A query for `wanted`; `several` unless only one indexed value matches it.
    pub fn new(wanted: D::Wanted, several: bool) -> Self {
        Self {
            wanted,
            several,
            started: None,
            reads_rows: false,
            returned: D::Rows::default(),
            step: Step::ReadingState,
        }
    }

    /// The same, which continues after an entry.
    pub fn after(mut self, entry: D::Entry) -> Self {
        self.step = Step::Scanning { after: Some(entry) };
        self.started = None;
        self
    }

    /// The next request; `None` if a batch waits to be taken, and at the end.
    pub fn request(&self) -> Option<QueryRequest<D>> {
        if self.started.is_none() {
            return (!self.is_failed()).then_some(QueryRequest::ReadState);
        }
        match &self.step {
            Step::ReadingState | Step::Confirming { .. } => Some(QueryRequest::ReadState),
            Step::Scanning { after } if self.reads_rows => Some(QueryRequest::ComputeEntries {
                after: after.clone(),
            }),
            Step::Scanning { after } => Some(QueryRequest::Scan {
                after: after.clone(),
            }),
            Step::Getting { page } => Some(QueryRequest::GetRows {
                entries: page.entries.clone(),
            }),
            Step::Batch { .. } | Step::Failed(_) => None,
        }
    }

    fn is_failed(&self) -> bool {
        matches!(self.step, Step::Failed(_))
    }

    /// The reason why the query failed.
    pub fn failure(&self) -> Option<QueryFailure> {
        match self.step {
            Step::Failed(failure) => Some(failure),
            _ => None,
        }
    }

    /// Whether scans have started; the query's duration is limited from then on.
    pub fn is_running(&self) -> bool {
        self.started.is_some() && !self.is_failed()
    }

    /// Whether the query's condition allows more than one indexed value.
    pub fn is_of_several(&self) -> bool {
        self.several
    }

    /// The rows returned so far, if the condition allows more than one indexed value.
    pub fn returned(&self) -> &D::Rows {
        &self.returned
    }

    /// Takes the rows of the last page; the query continues with the next one unless `is_last`.
    ///
    /// Returns `None` if no batch waits.
    pub fn take_batch(&mut self) -> Option<Batch<D>> {
        let Step::Batch { .. } = self.step else {
            return None;
        };
        let scanning = Step::Scanning { after: None };
        let Step::Batch { found, page } = std::mem::replace(&mut self.step, scanning) else {
            return None;
        };
        let is_last = page.next.is_none();
        // After the last page, `next` is `None`, and this step would start over. The caller then drops the
        // query.
        self.step = Step::Scanning {
            after: page.next.clone(),
        };
        Some(Batch {
            found,
            next: page.next,
            is_last,
        })
    }

    /// Takes the response to the current request, received at `now`.
    pub fn respond(mut self, domain: &D, response: QueryResponse<D>, now: D::Moment) -> Self {
        let step = std::mem::replace(&mut self.step, Step::ReadingState);
        self.step = match (step, response) {
            (step, QueryResponse::Current(state)) if self.started.is_none() => {
                if state.phase == Phase::Readable {
                    self.started = Some((now, state));
                    step.or_first_scan()
                } else {
                    Step::Failed(QueryFailure::NotReadable(state))
                }
            }
            (step, QueryResponse::Unfinished(state)) if self.started.is_none() => {
                self.started = Some((now, state));
                self.reads_rows = domain.rules().read_rows_before_entries();
                step.or_first_scan()
            }
            (Step::Scanning { .. }, QueryResponse::Page { entries, next }) => {
                let page = new_rows(domain, &self.returned, Page { entries, next });
                if page.entries.is_empty() {
                    self.read_all(domain, Vec::new(), page, now)
                } else {
                    Step::Getting { page }
                }
            }
            (Step::Getting { page }, QueryResponse::Rows(rows)) => {
                let found = self.matching(domain, rows);
                self.read_all(domain, found, page, now)
            }
            (Step::Confirming { found, page }, QueryResponse::Current(state)) => {
                if self.is_same(domain, state) {
                    Step::Batch { found, page }
                } else {
                    Step::Failed(QueryFailure::StateChanged)
                }
            }
            (failed @ Step::Failed(_), _) => failed,
            _ => Step::Failed(QueryFailure::Request),
        };
        self
    }

    /// The rows whose current content matches, each once.
    fn matching(
        &mut self,
        domain: &D,
        rows: Vec<(D::Entry, D::Content)>,
    ) -> Vec<(D::Row, D::Content)> {
        let rules = domain.rules();
        let mut found = Vec::new();
        for (entry, content) in rows {
            let row = domain.row_of(&entry);
            let matches = !rules.check_condition() || domain.matches(&self.wanted, &content);
            let has_entry = || {
                let entries = domain.entries(&content);
                entries.is_ok_and(|entries| entries.contains(&entry))
            };
            // A row that does not match is not remembered: it may match when a later entry leads to it.
            let counts = matches && (rules.return_by_row() || has_entry());
            // With one value, each row has one entry, so no rows need be remembered.
            let is_new = !self.several || !rules.return_once() || !self.returned.contains(&row);
            if counts && is_new {
                if self.several {
                    self.returned.insert(row.clone());
                }
                found.push((row, content));
            }
        }
        found
    }

    /// After the last read of a page: checks the duration, then the state.
    fn read_all(
        &self,
        domain: &D,
        found: Vec<(D::Row, D::Content)>,
        page: Page<D>,
        now: D::Moment,
    ) -> Step<D> {
        let started = self.started.as_ref();
        let is_late = started.is_some_and(|(started, _)| domain.is_late(*started, now));
        // With one value, a row that keeps the value keeps its entry, however long the query takes. With
        // several, a row may move to a value that the scan has passed. Its old entry is deleted after the
        // query limit.
        if self.several && domain.rules().bounded_queries() && is_late {
            Step::Failed(QueryFailure::Late)
        } else if domain.rules().confirm_state() && !self.reads_rows {
            Step::Confirming { found, page }
        } else {
            Step::Batch { found, page }
        }
    }

    fn is_same(&self, domain: &D, state: IndexState) -> bool {
        self.started.as_ref().is_some_and(|(_, started)| {
            started.phase == state.phase
                && (!domain.rules().compare_generations() || started.generation == state.generation)
        })
    }
}

impl<D: Domain> Step<D> {
    /// A query that continues keeps its position.
    fn or_first_scan(self) -> Self {
        match self {
            Self::Scanning { after } => Self::Scanning { after },
            _ => Self::Scanning { after: None },
        }
    }
}

/// Leaves out entries of rows that were returned, and all but one entry of each row.
fn new_rows<D: Domain>(domain: &D, returned: &D::Rows, mut page: Page<D>) -> Page<D> {
    if domain.rules().return_once() {
        let mut rows = D::Rows::default();
        page.entries.retain(|entry| {
            let row = domain.row_of(entry);
            !returned.contains(&row) && rows.insert(row)
        });
    }
    page
}

/// The rows of one page.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Batch<D: Domain> {
    /// The rows with their contents.
    pub found: Vec<(D::Row, D::Content)>,
    /// Where the next page starts.
    pub next: Option<D::Entry>,
    /// Whether this is the last page.
    pub is_last: bool,
}
