//! A scan under way.

use std::sync::Arc;
use std::time::Duration;

use hbase_model::{BoxFuture, Deadline, Error, Result, Row, Scanner, TableName};

use super::Ask;
use super::fetch::{self, Remote};
use super::give::Give;
use crate::bounds::Bounds;
use crate::call::{Failed, Link, MOST_LOST, Trouble, pauses};
use crate::explain::explain;

/// How long the gateway may take to close a scanner that nobody waits for.
const CLOSING: Duration = Duration::from_secs(10);

/// A scan under way. A scanner that the gateway has forgotten, or that was lost with its
/// connection, is opened again behind the last row that came.
#[derive(Debug)]
pub(crate) struct ThriftScanner {
    link: Arc<Link>,
    table: TableName,
    ask: Ask,
    give: Give,
    /// The scanner at the gateway, while it is known where it stands.
    remote: Option<Remote>,
    /// The next rows may be pieces of the last row that came before.
    again: bool,
    ended: bool,
}

impl ThriftScanner {
    /// Opens a scan.
    pub(crate) async fn open(
        link: &Arc<Link>,
        table: &TableName,
        ask: Ask,
        deadline: Deadline,
    ) -> Result<Self> {
        let mut scanner = Self {
            link: Arc::clone(link),
            table: table.clone(),
            ended: ask.bounds.empty || ask.limit == Some(0),
            ask,
            give: Give::default(),
            remote: None,
            again: false,
        };
        if !scanner.ended {
            scanner.repeated(deadline, true).await?;
        }
        Ok(scanner)
    }

    /// The next rows that are given out.
    async fn next(&mut self, deadline: Deadline) -> Result<Vec<Row>> {
        while self.give.is_empty() && !self.ended {
            self.repeated(deadline, false).await?;
        }
        Ok(self.give.give(&self.ask))
    }

    /// Opens the scan, or fetches its next rows; again where that passes.
    async fn repeated(&mut self, deadline: Deadline, open_only: bool) -> Result<()> {
        let (mut pauses, mut lost) = (pauses(), 0);
        loop {
            let failed = match self.step(deadline, open_only).await {
                Ok(()) => return Ok(()),
                Err(failed) => failed,
            };
            lost += u32::from(failed.was_lost);
            let opening = self.give.last.is_none() && open_only;
            let may_help = match &failed.trouble {
                Trouble::Fault(fault) => fault.passes() || fault.is_lost_scanner(),
                Trouble::TooLong(_) => self.give.halve(),
                // Whoever opens a scan repeats that by itself.
                Trouble::Error(_) => failed.was_lost && !opening && lost <= MOST_LOST,
            };
            // Another scanner can be had at once, and if the time is over, that call says so.
            let forgotten = failed.is_forgotten_scanner();
            let pause = pauses.next();
            let pause = pause.map(|pause| if forgotten { Duration::ZERO } else { pause });
            let pause = pause.filter(|pause| forgotten || *pause < deadline.remaining());
            let Some(pause) = pause.filter(|_| may_help && self.can_open_again()) else {
                return Err(self.error(failed, deadline).await);
            };
            self.link.repeat("scan", &failed.trouble);
            tokio::time::sleep(pause).await;
        }
    }

    async fn step(&mut self, deadline: Deadline, open_only: bool) -> Result<(), Failed> {
        let wish = self.give.wish(&self.ask);
        // While a call is under way it is not known where the scanner stands.
        let remote = match self.remote.take() {
            Some(remote) => remote,
            None => match self.open_again(deadline).await? {
                Some(remote) => remote,
                None => return Ok(()),
            },
        };
        if open_only {
            self.remote = Some(remote);
            return Ok(());
        }
        let rows = match fetch::next(&self.link, &remote, wish, deadline).await {
            Ok(Some(rows)) => rows,
            Ok(None) => return Err(Failed::lost_scanner()),
            Err(failed) => {
                if failed.leaves_scanner() {
                    self.remote = Some(remote);
                    self.close();
                }
                return Err(failed);
            }
        };
        let at_end = rows.is_empty();
        let mut again = self.again;
        let taken = self.give.take_in(&self.ask, rows, &mut again);
        self.again = again;
        taken.map_err(Failed::of_error)?;
        self.remote = Some(remote);
        if at_end || self.give.over {
            self.ended = true;
            self.close();
        }
        Ok(())
    }

    /// A scanner from where this one stands; `None` where nothing is left.
    async fn open_again(&mut self, deadline: Deadline) -> Result<Option<Remote>, Failed> {
        // The one before is lost, or its answer was, for nobody waited for it.
        if !self.can_open_again() {
            return Err(Failed::lost_scanner());
        }
        let bounds = self.rest();
        if bounds.empty {
            self.ended = true;
            return Ok(None);
        }
        self.again = self.ask.batch.is_some() && self.give.last.is_some();
        self.ask.bounds.without.clone_from(&bounds.without);
        let caching = self.give.caching(&self.ask);
        fetch::open(
            &self.link,
            &self.table,
            &self.ask,
            &bounds,
            caching,
            deadline,
        )
        .await
        .map(Some)
    }

    /// The bounds of what was not taken in yet. Of a row that comes in pieces, the rest may be
    /// missing.
    fn rest(&self) -> Bounds {
        match &self.give.last {
            None => self.ask.bounds.clone(),
            Some(last) if self.ask.batch.is_some() => self.ask.bounds.from(last),
            Some(last) => self.ask.bounds.behind(last, self.ask.reversed),
        }
    }

    fn can_open_again(&self) -> bool {
        !self.ask.counts_rows || self.give.last.is_none()
    }

    async fn error(&self, failed: Failed, deadline: Deadline) -> Error {
        if !self.can_open_again() && failed.is_lost_scanner() {
            return Error::Backend {
                backend: crate::NAME,
                what: format!(
                    "the scan of table {} was idle for too long, a wait for its rows was given up or its gateway went away, and with a filter that counts rows it cannot go on in the middle: start it again",
                    self.table
                ),
            };
        }
        let families = &self.ask.families;
        explain(&self.link, failed.trouble, &self.table, families, deadline).await
    }

    /// Closes the scanner at the gateway; nobody waits for that.
    fn close(&mut self) {
        let Some(remote) = self.remote.take() else {
            return;
        };
        if let Ok(runtime) = tokio::runtime::Handle::try_current() {
            let link = Arc::clone(&self.link);
            runtime.spawn(async move {
                fetch::close(&link, remote, Deadline::after(CLOSING)).await;
            });
        }
    }
}

impl Drop for ThriftScanner {
    fn drop(&mut self) {
        self.close();
    }
}

impl Scanner for ThriftScanner {
    fn next_batch(&mut self, deadline: Deadline) -> BoxFuture<'_, Result<Vec<Row>>> {
        Box::pin(self.next(deadline))
    }
}
