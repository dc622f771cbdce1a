//! The rules of the protocol, each with the fault that it prevents.
//!
//! Machines take them from their [`Domain`](super::Domain); machines without a domain take them from a
//! parameter. In the driver they are [`AllRules`], a type without data, so that the compiler removes the code
//! for switched-off rules. The model checker switches one rule off in each case, and finds the fault.
//!
//! They are an associated type of the domain because nearly every step has the domain. The alternatives are a
//! type parameter of each machine, or one more parameter of each function.

/// The start of the wait before old entries are deleted.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum WaitStart {
    /// With the acknowledgement of the row's write.
    Acknowledgement,
    /// With the acknowledgement of the new entries.
    Entries,
    /// When the row was read.
    Read,
}

/// The rules of the protocol: whether machines keep each of them.
///
/// A new rule is one more switch in the model checker, with a case that finds a violation without it.
#[doc(hidden)]
pub trait Rules: Copy {
    /// 1: a stamp is above the one before. Newer cells would hide a write at a lower timestamp.
    fn stamp_above_old(self) -> bool {
        true
    }

    /// 1: a row's write is conditional on the stamp as read. A write that came between could have a later
    /// stamp, and would hide this one.
    fn check_stamp(self) -> bool {
        true
    }

    /// 1: the condition compares the stamp's value. A superseded stamp would meet a condition on the
    /// timestamp alone.
    fn compare_values(self) -> bool {
        true
    }

    /// 1: a writer recognizes its write by the identifier. Two writers may take the same timestamp; one whose
    /// response was lost would mistake the other's write for its own.
    fn unique_ids(self) -> bool {
        true
    }

    /// 1: without a stamp, the newest cell's timestamp counts as one. Cells from before the first index
    /// would hide a write.
    fn newest_without_stamp(self) -> bool {
        true
    }

    /// 2: entries are put before the row. Queries would miss a row between the two requests, or for ever if its
    /// writer ended there.
    fn entries_first(self) -> bool {
        true
    }

    /// 2: entries that were put ahead at a stamp that is not above the old one are put once more. A sweep
    /// may delete the former ones.
    fn put_once_more(self) -> bool {
        true
    }

    /// 3: entries are deleted after a wait. A query that started before the new entry was put may find the
    /// row by the old one alone.
    fn wait_before_delete(self) -> bool {
        true
    }

    /// 3: when that wait starts. It has to outlast all queries that may have missed the new entry.
    fn wait_from(self) -> WaitStart {
        WaitStart::Acknowledgement
    }

    /// 3: entries are deleted up to the old stamp. A later write may have put the same entry.
    fn delete_up_to_old(self) -> bool {
        true
    }

    /// 3: a writer whose check failed deletes nothing. The other writer may have put the same entries.
    fn loser_deletes_nothing(self) -> bool {
        true
    }

    /// 4: a query of several values has a limited duration. No wait before a deletion would outlast an
    /// unlimited one.
    fn bounded_queries(self) -> bool {
        true
    }

    /// 5: a row is returned for its current value, no matter which entry led to it. Its current entry may have
    /// been put after the query passed it.
    fn return_by_row(self) -> bool {
        true
    }

    /// 5: the row's current value is compared with the condition. An old entry remains for a while.
    fn check_condition(self) -> bool {
        true
    }

    /// 5: each row is returned once. It may have old entries in addition to the current one.
    fn return_once(self) -> bool {
        true
    }

    /// 6: a sweeper raises stamps below an entry's. A writer that put the entry may write its row
    /// after the deletion.
    fn fence(self) -> bool {
        true
    }

    /// 6: value and stamp come from one get. A write between two gets would give the row the entry, and a stamp
    /// that is not below the entry's.
    fn one_get(self) -> bool {
        true
    }

    /// 6: a sweeper waits before it deletes, as a writer does.
    fn sweeper_waits(self) -> bool {
        true
    }

    /// 8: each write renews all entries. Those of unchanged values would expire before the row.
    fn renew_entries(self) -> bool {
        true
    }

    /// 9: a backfill waits for writes that started under an older state, because they put no entries.
    fn wait_for_writers(self) -> bool {
        true
    }

    /// 9: a write that was acknowledged after its states had become invalid is repeated under the current
    /// states. An index that was built meanwhile lacks its entry.
    fn rewrite_late(self) -> bool {
        true
    }

    /// 9: a write is rejected if its table lists an index that the writer does not know. It would put no
    /// entry.
    fn list_indexes(self) -> bool {
        true
    }

    /// 9: a removal reads the state right before it drops the table. The index may have been removed and
    /// rebuilt meanwhile.
    fn confirm_drop(self) -> bool {
        true
    }

    /// 9: a build that recreates a table, which a late removal has dropped, waits for writers once
    /// more. They may have put entries into the dropped one.
    fn wait_once_more(self) -> bool {
        true
    }

    /// 9: a query reads the state after its last get. The index may have been dropped meanwhile, and
    /// lack entries.
    fn confirm_state(self) -> bool {
        true
    }

    /// 9: queries compare generations of an index. One that was dropped and rebuilt has the same phase as before.
    fn compare_generations(self) -> bool {
        true
    }
}

/// All rules: the protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllRules;

impl Rules for AllRules {}
