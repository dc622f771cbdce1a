//! The items of a batch by region.

use std::sync::Arc;
use std::time::Duration;

use hbase_backend::Error;

use super::Plan;
use super::call::Group;
use super::part::Part;
use super::progress::Progress;
use super::retries::Retries;
use crate::clock;
use crate::region::{LocateError, Region};
use crate::retry::{Pause, Pauses};

/// Maximum time that items with known regions wait for the look-ups of others, to share their requests.
const SOON: Duration = Duration::from_millis(50);

/// Items whose regions were looked up.
pub(super) struct Located {
    groups: Vec<Group>,
    others: Vec<NotLocated>,
    /// The items whose look-ups take longer.
    rest: Vec<usize>,
    pauses: Pauses,
}

struct NotLocated {
    items: Vec<usize>,
    error: Error,
    /// The pause after which they may be located, and the cause.
    retried: Option<(Pause, String)>,
}

impl Plan<'_> {
    /// Items in the order of their rows; those of one row in their own order.
    pub(super) fn by_row(&self, items: Vec<usize>) -> Vec<usize> {
        // Most rows differ in their first bytes, which are compared without reading the rows again.
        let first = |index: usize| {
            let row = self.items[index].row();
            let mut first = [0; 8];
            let length = row.len().min(first.len());
            first[..length].copy_from_slice(&row[..length]);
            (u64::from_be_bytes(first), index)
        };
        let mut items: Vec<(u64, usize)> = items.into_iter().map(first).collect();
        items.sort_unstable_by(|(a_first, a), (b_first, b)| {
            let rows = || self.items[*a].row().cmp(self.items[*b].row());
            a_first.cmp(b_first).then_with(rows).then_with(|| a.cmp(b))
        });
        items.into_iter().map(|(_, index)| index).collect()
    }

    /// The items of regions that are known, and the others.
    pub(super) fn known(&self, items: &[usize]) -> (Vec<Group>, Vec<usize>) {
        let (mut groups, mut unknown) = (Vec::new(), Vec::new());
        let mut rest = items;
        while let Some(first) = rest.first() {
            let row = self.items[*first].row();
            let count;
            if let Some(region) = self.client.locator.cache().find(self.table, row) {
                count = self.push_group(&mut groups, region, rest);
            } else {
                // A row's items stay together, even if another task finds the region meanwhile.
                count = self.of_row(rest);
                unknown.extend_from_slice(&rest[..count]);
            }
            rest = &rest[count..];
        }
        (groups, unknown)
    }

    /// Adds the first items that are in the region; returns how many.
    fn push_group(&self, groups: &mut Vec<Group>, region: Arc<Region>, items: &[usize]) -> usize {
        let is_in = |index: &&usize| region.contains(self.items[**index].row());
        let count = items.iter().take_while(is_in).count().max(1);
        let items = items[..count].to_vec();
        groups.push(Group { region, items });
        count
    }

    /// How many of the first items have the first item's row.
    fn of_row(&self, items: &[usize]) -> usize {
        let row = |index: &usize| self.items[*index].row();
        let first = items.first().map(row);
        items
            .iter()
            .take_while(|index| Some(row(index)) == first)
            .count()
            .max(1)
    }

    /// Looks up the regions of items; it waits for nothing else. Items whose region is not found start over
    /// later, while the others are sent. Items whose region is found do not wait for long: the rest is looked
    /// up while they are sent.
    pub(super) async fn look_up(&self, part: Part) -> Located {
        let Part { items, pauses } = part;
        let (mut groups, mut others) = (Vec::new(), Vec::<NotLocated>::new());
        let mut rest = &items[..];
        let soon = clock::after(SOON);
        // Whether look-ups are useless for now.
        let mut is_blind = false;
        while let Some(first) = rest.first() {
            let finding = self.find(*first, is_blind);
            let found = if groups.is_empty() || is_blind {
                finding.await
            } else {
                // An unfinished look-up continues in the background; a later call waits for it again.
                let Some(found) = clock::before(soon, finding).await else {
                    break;
                };
                found
            };
            let count = match found {
                Ok(region) => self.push_group(&mut groups, region, rest),
                // The located items are sent first, because the next step reads all regions.
                Err(Some(error)) if is_hole(&error) && !groups.is_empty() => break,
                Err(Some(error)) => {
                    is_blind = self.is_blind_after(&error).await;
                    let count = self.share(&error, rest).max(self.of_row(rest));
                    others.push(self.not_located(error, &rest[..count]));
                    count
                }
                Err(None) => {
                    let count = self.of_row(rest);
                    if let Some(last) = others.last_mut() {
                        last.items.extend_from_slice(&rest[..count]);
                    }
                    count
                }
            };
            rest = &rest[count..];
        }
        Located {
            groups,
            others,
            rest: rest.to_vec(),
            pauses,
        }
    }

    /// The region of an item. If `blindly`, only the cache is read; `None` means the error of the last look-up.
    async fn find(&self, index: usize, blindly: bool) -> Result<Arc<Region>, Option<LocateError>> {
        let (locator, row) = (&self.client.locator, self.items[index].row());
        if blindly {
            return locator.cache().find(self.table, row).ok_or(None);
        }
        let found = locator
            .region(self.table, row, self.operation.deadline)
            .await;
        found.map_err(Some)
    }

    /// How many of the items share the error of the first one, which was not located.
    fn share(&self, error: &LocateError, items: &[usize]) -> usize {
        match error {
            LocateError::NoTable | LocateError::Disabled => items.len(),
            LocateError::NotYet { rows, .. } => {
                let is_before = |index: &&usize| {
                    let end = rows.as_ref().map(|[_, end]| &end[..]);
                    end.is_some_and(|end| end.is_empty() || self.items[**index].row() < end)
                };
                items.iter().take_while(is_before).count().max(1)
            }
            LocateError::Call(_) => 1,
        }
    }

    /// Whether further look-ups would fail too. If `hbase:meta` has no region for a row, one read of all
    /// regions finds the regions of the other rows, however many rows are in the gap.
    async fn is_blind_after(&self, error: &LocateError) -> bool {
        if is_hole(error) {
            // The regions that it finds are in the cache.
            let _ = self
                .client
                .locator
                .all(self.table, self.operation.deadline)
                .await;
            return true;
        }
        matches!(error, LocateError::Call(_))
    }

    fn not_located(&self, error: LocateError, items: &[usize]) -> NotLocated {
        let retried = error.pause().map(|pause| (pause, error.cause().to_owned()));
        NotLocated {
            items: items.to_vec(),
            error: self.operation.not_located(error),
            retried,
        }
    }
}

/// Whether `hbase:meta` has no region for a row.
fn is_hole(error: &LocateError) -> bool {
    matches!(error, LocateError::NotYet { rows: None, .. })
}

impl Progress<'_> {
    pub(super) fn located(&mut self, located: Located) {
        self.enqueue(located.groups, &located.pauses);
        if !located.rest.is_empty() {
            let (items, pauses) = (located.rest, located.pauses.clone());
            self.start(Part { items, pauses });
        }
        let mut retries = Retries::new(located.pauses);
        for NotLocated {
            items,
            error,
            retried,
        } in located.others
        {
            let length = retried.and_then(|(pause, cause)| {
                retries.note(&cause);
                retries.length(pause, self.plan.operation.deadline)
            });
            match length {
                Some(length) => retries.add(length, items),
                None => self.fail(&items, &error),
            }
        }
        self.retry(retries, Vec::new());
    }
}
