//! Writing a row: read, entries, row, and later the deletion of old entries.

use super::ahead::Ahead;
use super::cleanup::Cleanup;
use super::domain::{Domain, EntrySet, Input, Plan, Request, Response, RowRead};
use super::outcome::Outcome;
use super::prepared::Prepared;
use super::rules::Rules;
use super::stamp::Stamp;

/// A timestamp that means the server's clock in a delete marker.
const SERVER_TIME: i64 = i64::MAX;

/// The write of one row.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Write<D: Domain> {
    intent: D::Intent,
    /// Further attempts after a failed check.
    retries: u8,
    /// Whether the row was not read, but assumed to be new.
    is_guess: bool,
    /// Whether the stamp and the entries are renewed even if nothing has to be written.
    renews: bool,
    step: Step<D>,
}

#[derive(Clone, Debug, PartialEq, Eq, Hash)]
enum Step<D: Domain> {
    /// The read, while the entries of the foreseen write are put.
    Starting(Ahead<D>),
    Reading,
    Putting(Prepared<D>),
    Writing(Prepared<D>),
    /// After a check that failed, or (`uncertain`) a lost response.
    ReadingBack {
        prepared: Prepared<D>,
        uncertain: bool,
    },
    /// Entries after the row: the weakened second rule.
    PuttingAfter {
        prepared: Prepared<D>,
        since: D::Moment,
    },
    /// A loser that deletes its entries: the weakened third rule.
    Losing(Prepared<D>),
    Done {
        outcome: Outcome<D>,
        cleanup: Option<Cleanup<D>>,
    },
}

impl<D: Domain> Write<D> {
    /// A write that is attempted once more after a failed check, at most `retries` times.
    pub fn new(intent: D::Intent, retries: u8) -> Self {
        Self {
            intent,
            retries,
            is_guess: false,
            renews: false,
            step: Step::Reading,
        }
    }

    /// The same. If the write does not depend on the row's content, its entries are put at the clock's time
    /// while the row is read: [`concurrent_request`](Self::concurrent_request) is the read. If the row's stamp
    /// is not below that time, they are put once more.
    pub fn ahead(intent: D::Intent, retries: u8, domain: &D, input: &Input<D>) -> Self {
        let ahead = Ahead::new(&intent, domain, input);
        Self {
            intent,
            retries,
            is_guess: false,
            renews: false,
            step: ahead.map_or(Step::Reading, Step::Starting),
        }
    }

    /// The same for a row that is expected to be new, in a table whose rows have always had stamps: it is read
    /// only if it turns out to have a stamp.
    pub fn of_new_row(intent: D::Intent, retries: u8, domain: &D, input: &Input<D>) -> Self {
        let mut write = Self::ahead(intent, retries, domain, input);
        if let Step::Starting(ahead) = write.step {
            write.step = Step::Starting(ahead.of_new_row(domain));
            write.is_guess = true;
        }
        write
    }

    /// The same write after an earlier one of the row that may have left it without entries. If nothing has to be
    /// written, the row gets a new stamp and its entries nevertheless: the earlier write, if it is still under
    /// way, then fails its check.
    pub fn renewing(mut self) -> Self {
        self.renews = true;
        self
    }

    /// A request that is carried out concurrently with [`request`](Self::request), in any order.
    pub fn concurrent_request(&self) -> Option<Request<D>> {
        match &self.step {
            Step::Starting(ahead) => ahead.concurrent_request(),
            _ => None,
        }
    }

    /// The next request; `None` at the end.
    pub fn request(&self) -> Option<Request<D>> {
        match &self.step {
            Step::Starting(ahead) => Some(ahead.request()),
            Step::Reading | Step::ReadingBack { .. } => Some(Request::ReadRow),
            Step::Putting(prepared) | Step::PuttingAfter { prepared, .. } => {
                Some(prepared.put_entries())
            }
            Step::Writing(prepared) => Some(Request::WriteRow {
                check: prepared.check,
                stamp: prepared.stamp,
                change: prepared.change.clone(),
            }),
            Step::Losing(prepared) => Some(Request::DeleteEntries {
                entries: prepared.put.clone(),
                up_to: prepared.stamp.at,
            }),
            Step::Done { .. } => None,
        }
    }

    /// Whether another write of the row came first, and the row is to be read for a further attempt: after a pause,
    /// the attempt is less likely to be disturbed too.
    pub fn is_disturbed(&self) -> bool {
        let reads_back = matches!(
            self.step,
            Step::ReadingBack {
                uncertain: false,
                ..
            }
        );
        reads_back && !self.is_guess && self.retries > 0
    }

    /// The outcome, at the end.
    pub fn outcome(&self) -> Option<&Outcome<D>> {
        match &self.step {
            Step::Done { outcome, .. } => Some(outcome),
            _ => None,
        }
    }

    /// The deletion of the old entries, which remains to be done after the end.
    pub fn into_cleanup(self) -> Option<Cleanup<D>> {
        match self.step {
            Step::Done { cleanup, .. } => cleanup,
            _ => None,
        }
    }

    /// Replaces the start of a wait, which a model renumbers.
    #[doc(hidden)]
    pub fn map_moment(mut self, map: impl Fn(D::Moment) -> D::Moment) -> Self {
        if let Step::Putting(prepared) | Step::Writing(prepared) = &mut self.step {
            prepared.waits_from = prepared.waits_from.map(map);
        }
        self
    }

    /// Takes the response to the current request.
    pub fn respond(mut self, domain: &D, response: Response<D>, input: &Input<D>) -> Self {
        let step = std::mem::replace(&mut self.step, Step::Reading);
        self.step = match (step, response) {
            (Step::Starting(ahead), response) => self.start(ahead, response, domain, input),
            (Step::Reading, Response::Row(row)) => self.prepare(domain, &row, input),
            (Step::Putting(prepared), Response::Done) => {
                Step::Writing(prepared.notice_entries(domain, input))
            }
            (Step::Writing(prepared), Response::Checked(true)) => {
                prepared.written(domain, input.moment)
            }
            (Step::Writing(prepared), Response::Checked(false)) => prepared.lost_check(domain),
            (Step::Writing(prepared), Response::Lost) => prepared.read_back(true),
            (
                Step::ReadingBack {
                    prepared,
                    uncertain,
                },
                Response::Row(row),
            ) => {
                // After a failed check, the row has this write's stamp only if an earlier try of the request was applied.
                if !uncertain && !prepared.is_in(domain, &row) {
                    return self.retry(domain, &row, input);
                }
                prepared.after_read(domain, &row, input)
            }
            (
                Step::ReadingBack {
                    uncertain: true, ..
                },
                _,
            ) => Step::done(Outcome::Unknown),
            (Step::PuttingAfter { prepared, since }, _) => prepared.after_entries(domain, since),
            (Step::Losing(_), _) => Step::done(Outcome::Conflict),
            (done @ Step::Done { .. }, _) => done,
            // A request before the row's write failed, or the row's write certainly had no effect. Entries
            // that were put are left to a sweep.
            _ => Step::done(Outcome::NotWritten),
        };
        self
    }
}

impl<D: Domain> Write<D> {
    /// Plans the write of a row as it was read.
    fn prepare(&self, domain: &D, row: &RowRead<D>, input: &Input<D>) -> Step<D> {
        let (plan, outcome) = match domain.plan(&self.intent, &row.content) {
            Ok(Some(plan)) => (plan, Outcome::Written),
            Ok(None) => match self.renewal(domain, row) {
                Some(plan) => {
                    let is_absent = row.newest.is_none();
                    (plan, Outcome::Renewed { is_absent })
                }
                None => return Step::done(Outcome::Unchanged),
            },
            Err(rejected) => return Step::done(Outcome::Rejected(rejected)),
        };
        // A row whose old value cannot be decoded can be written and deleted nevertheless.
        let old_entries = domain.known_entries(&row.content);
        let Some(at) = next_stamp(domain, row, input.now) else {
            return Step::done(Outcome::LastTimestamp);
        };
        let stamp = Stamp { at, id: input.id };
        let mut prepared = Prepared::new(domain, row, stamp, plan, &old_entries);
        prepared.outcome = outcome;
        let prepared = prepared.notice_read(domain, input);
        if !prepared.put.is_empty() && domain.rules().entries_first() {
            return Step::Putting(prepared);
        }
        Step::Writing(prepared)
    }

    fn renewal(&self, domain: &D, row: &RowRead<D>) -> Option<Plan<D>> {
        let renews = self.renews.then_some(row);
        renews.and_then(|row| domain.renewal(&self.intent, &row.content))
    }

    /// Takes a response of the start, and continues once both requests have theirs.
    fn start(
        &self,
        ahead: Ahead<D>,
        response: Response<D>,
        domain: &D,
        input: &Input<D>,
    ) -> Step<D> {
        let Some(ahead) = ahead.respond(response) else {
            return Step::done(Outcome::NotWritten);
        };
        let Some(row) = ahead.row() else {
            return Step::Starting(ahead);
        };
        // The entries were put at or below the row's stamp. A sweeper does not fence such entries: it may
        // have read the row before this write, and delete them after it.
        if next_stamp(domain, row, ahead.stamp.at) != Some(ahead.stamp.at) {
            return match self.prepare(domain, row, input) {
                Step::Putting(prepared) if !domain.rules().put_once_more() => {
                    Step::Writing(prepared)
                }
                step => step,
            };
        }
        let old_entries = domain.known_entries(&row.content);
        let (stamp, plan) = (ahead.stamp, ahead.plan());
        let prepared = Prepared::new(domain, row, stamp, plan, &old_entries);
        Step::Writing(
            prepared
                .notice_read(domain, input)
                .notice_entries(domain, input),
        )
    }

    /// After a failed check: the next attempt, on the row as it is now.
    fn retry(mut self, domain: &D, row: &RowRead<D>, input: &Input<D>) -> Self {
        // A wrong guess does not count as an attempt.
        let retries = self.retries.checked_add(u8::from(self.is_guess));
        self.is_guess = false;
        self.step = match retries.unwrap_or(self.retries).checked_sub(1) {
            Some(retries) => {
                self.retries = retries;
                self.prepare(domain, row, input)
            }
            None => Step::done(Outcome::Conflict),
        };
        self
    }
}

/// The clock's time, or the timestamp after the row's last one.
fn next_stamp<D: Domain>(domain: &D, row: &RowRead<D>, now: i64) -> Option<i64> {
    let rules = domain.rules();
    let stamp = row.stamp.map(|stamp| stamp.at);
    let counts = match stamp {
        Some(_) => rules.stamp_above_newest(),
        None => rules.newest_without_stamp(),
    };
    match stamp.max(row.newest.filter(|_| counts)) {
        Some(old) if rules.stamp_above_old() => {
            let next = old.checked_add(1).filter(|next| *next < i64::MAX)?;
            Some(now.max(next))
        }
        _ => Some(now),
    }
}

impl<D: Domain> Step<D> {
    fn done(outcome: Outcome<D>) -> Self {
        Self::Done {
            outcome,
            cleanup: None,
        }
    }
}

impl<D: Domain> Prepared<D> {
    fn lost_check(self, domain: &D) -> Step<D> {
        if domain.rules().loser_deletes_nothing() {
            self.read_back(false)
        } else {
            Step::Losing(self)
        }
    }

    fn read_back(self, uncertain: bool) -> Step<D> {
        Step::ReadingBack {
            prepared: self,
            uncertain,
        }
    }

    /// After a lost response, only the write's own identifier means success.
    fn after_read(self, domain: &D, row: &RowRead<D>, input: &Input<D>) -> Step<D> {
        if self.is_in(domain, row) {
            return self.written(domain, input.moment);
        }
        // Another stamp proves nothing. The request may still be under way, or it was applied and a later
        // write replaced its stamp.
        Step::done(Outcome::Unknown)
    }

    fn written(self, domain: &D, since: D::Moment) -> Step<D> {
        if !domain.rules().entries_first() && !self.put.is_empty() {
            return Step::PuttingAfter {
                prepared: self,
                since,
            };
        }
        self.after_entries(domain, since)
    }

    fn after_entries(self, domain: &D, acknowledged: D::Moment) -> Step<D> {
        let since = self.waits_from.unwrap_or(acknowledged);
        let up_to = if domain.rules().delete_up_to_old() {
            self.up_to
        } else {
            Some(SERVER_TIME)
        };
        let stale = Some(self.stale).filter(|stale| !stale.is_empty());
        let cleanup = stale
            .zip(up_to)
            .map(|(entries, up_to)| Cleanup::new(domain, since, entries, up_to));
        Step::Done {
            outcome: self.outcome,
            cleanup,
        }
    }
}
