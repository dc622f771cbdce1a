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

/// Declares [`Rules`] by their names. All are kept by default.
macro_rules! rules {
    ($($(#[$doc:meta])* $rule:ident;)*) => {
        /// The rules of the protocol: whether machines keep each of them.
        ///
        /// A new rule is one more switch in the model checker, with a case that finds a violation without it.
        #[doc(hidden)]
        pub trait Rules: Copy {
            $(
                $(#[$doc])*
                fn $rule(self) -> bool {
                    true
                }
            )*

            /// 3: when that wait starts. It has to outlast all queries that may have missed the new entry.
            fn wait_from(self) -> WaitStart {
                WaitStart::Acknowledgement
            }
        }
    };
}

rules! {
    /// 1: a stamp is above the one before. Newer cells would hide a write at a lower timestamp.
    stamp_above_old;
    /// 1: a row's write is conditional on the stamp as read. A write that came between could have a later
    /// stamp, and would hide this one.
    check_stamp;
    /// 1: the condition compares the stamp's value. A superseded stamp would meet a condition on the
    /// timestamp alone.
    compare_values;
    /// 1: a writer recognizes its write by the identifier. Two writers may take the same timestamp; one whose
    /// response was lost would mistake the other's write for its own.
    unique_ids;
    /// 1: without a stamp, the newest cell's timestamp counts as one. Cells from before the first index
    /// would hide a write.
    newest_without_stamp;
    /// 1: with a stamp, a newer cell's timestamp counts too. The cells of another program, or of a server whose
    /// clock is ahead, would hide a write.
    stamp_above_newest;
    /// 2: entries are put before the row. Queries would miss a row between the two requests, or for ever if its
    /// writer ended there.
    entries_first;
    /// 2: entries that were put ahead at a stamp that is not above the old one are put once more. A sweep
    /// may delete the former ones.
    put_once_more;
    /// 3: entries are deleted after a wait. A query that started before the new entry was put may find the
    /// row by the old one alone.
    wait_before_delete;
    /// 3: entries are deleted up to the old stamp. A later write may have put the same entry.
    delete_up_to_old;
    /// 3: a writer whose check failed deletes nothing. The other writer may have put the same entries.
    loser_deletes_nothing;
    /// 4: a query of several values has a limited duration. No wait before a deletion would outlast an
    /// unlimited one.
    bounded_queries;
    /// 5: a row is returned for its current value, no matter which entry led to it. Its current entry may have
    /// been put after the query passed it.
    return_by_row;
    /// 5: the row's current value is compared with the condition. An old entry remains for a while.
    check_condition;
    /// 5: each row is returned once. It may have old entries in addition to the current one.
    return_once;
    /// 6: a sweeper raises stamps below an entry's. A writer that put the entry may write its row
    /// after the deletion.
    fence;
    /// 6: value and stamp come from one get. A write between two gets would give the row the entry, and a stamp
    /// that is not below the entry's.
    one_get;
    /// 6: a sweeper waits before it deletes, as a writer does.
    sweeper_waits;
    /// 7: a stamp is removed only if it is old. Without it, a write that has read the row before its deletion
    /// would be accepted after its entry was swept, and one of a slower clock below the markers of the deletion.
    remove_old_stamps;
    /// 7: a stamp is removed only if its row is gone. In tables whose rows all have stamps, a row without one
    /// counts as new.
    remove_stamps_of_gone_rows;
    /// 8: each write renews all entries. Those of unchanged values would expire before the row.
    renew_entries;
    /// 9: a backfill waits for writes that started under an older state, because they put no entries.
    wait_for_writers;
    /// 9: a write that was acknowledged after its states had become invalid is repeated under the current
    /// states. An index that was built meanwhile lacks its entry.
    rewrite_late;
    /// 9: so is a write whose outcome is unknown. Its row may have been written, or may still be.
    rewrite_unknown;
    /// 9: if neither could be repeated, the next write of the row renews the entries even if it has nothing to
    /// write, and a new stamp keeps the earlier write out.
    renew_unchanged;
    /// 9: a write is rejected if its table lists an index that the writer does not know. It would put no
    /// entry.
    list_indexes;
    /// 9: a removal reads the state right before it drops the table. The index may have been removed and
    /// rebuilt meanwhile.
    confirm_drop;
    /// 9: a build waits once more if its table is another one than at the start of its wait, because a late
    /// removal has dropped that one. Writers may have put entries into it.
    compare_tables;
    /// 9: before an index is readable, a query computes its entries from the rows. Writers that do not know the
    /// index put none.
    read_rows_before_entries;
    /// 9: a query reads the state after its last get. The index may have been dropped meanwhile, and
    /// lack entries.
    confirm_state;
    /// 9: queries compare generations of an index. One that was dropped and rebuilt has the same phase as before.
    compare_generations;
}

/// All rules: the protocol.
#[derive(Clone, Copy, Debug)]
pub(crate) struct AllRules;

impl Rules for AllRules {}
