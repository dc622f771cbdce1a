//! The rules as switches, so that the model checker can show what each of them is for.

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

/// Switches of the protocol's rules. The driver uses [`Rules::ALL`]; a rule that is off makes the
/// model checker of this crate's tests find a violation.
#[doc(hidden)]
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
#[allow(
    clippy::struct_excessive_bools,
    reason = "each rule is one independent switch"
)]
pub struct Rules {
    /// 1: a stamp is above the one before. Off: it is the clock's time.
    pub stamp_above_old: bool,
    /// 1: a row's write is conditional on the stamp as read. Off: unconditional.
    pub check_stamp: bool,
    /// 1: the condition compares the stamp's value. Off: it looks for any stamp at the timestamp.
    pub compare_values: bool,
    /// 1: the identifier is what a writer recognizes its write by. Off: its timestamp.
    pub unique_ids: bool,
    /// 1: without a stamp, the newest cell's timestamp counts. Off: it does not.
    pub newest_without_stamp: bool,
    /// 2: entries are put before the row. Off: after it.
    pub entries_first: bool,
    /// 2: entries that were put ahead at a stamp that is not above the old one are put once more. Off:
    /// they are not.
    pub put_once_more: bool,
    /// 3: entries are deleted after a wait. Off: at once.
    pub wait_before_delete: bool,
    /// 3: when that wait starts.
    pub wait_from: WaitStart,
    /// 3: entries are deleted up to the old stamp. Off: up to the server's time.
    pub delete_up_to_old: bool,
    /// 3: a writer whose check failed deletes nothing. Off: it deletes the entries that it put.
    pub loser_deletes_nothing: bool,
    /// 4: a query of several values has a limited duration. Off: unlimited.
    pub bounded_queries: bool,
    /// 5: a row is returned for its current value. Off: only if that equals the entry.
    pub return_by_row: bool,
    /// 5: the row's current value is compared with the condition. Off: the entry suffices.
    pub check_condition: bool,
    /// 5: each row is returned once. Off: once for each entry.
    pub return_once: bool,
    /// 6: a sweeper raises stamps below an entry's. Off: it does not.
    pub fence: bool,
    /// 6: value and stamp come from one get. Off: from two.
    pub one_get: bool,
    /// 6: a sweeper waits before it deletes. Off: it does not.
    pub sweeper_waits: bool,
    /// 8: each write renews all entries. Off: only the changed ones.
    pub renew_entries: bool,
    /// 9: a backfill waits for writes that started under an older state. Off: it does not.
    pub wait_for_writers: bool,
    /// 9: a write that was acknowledged after the time for which its states hold is repeated under the
    /// current ones. Off: it is not.
    pub rewrite_late: bool,
    /// 9: a write is rejected if its table lists an index that the writer does not know. Off: nothing is
    /// listed.
    pub list_indexes: bool,
    /// 9: a removal reads the state right before it drops the table. Off: it does not.
    pub confirm_drop: bool,
    /// 9: a build that creates the table anew, which a late removal has dropped, waits for writers once
    /// more. Off: it does not.
    pub wait_once_more: bool,
    /// 9: a query reads the state after its last get. Off: only before its first scan.
    pub confirm_state: bool,
    /// 9: queries compare generations. Off: phases alone.
    pub compare_generations: bool,
}

impl Rules {
    /// The protocol.
    pub const ALL: Self = Self {
        stamp_above_old: true,
        check_stamp: true,
        compare_values: true,
        unique_ids: true,
        newest_without_stamp: true,
        entries_first: true,
        put_once_more: true,
        wait_before_delete: true,
        wait_from: WaitStart::Acknowledgement,
        delete_up_to_old: true,
        loser_deletes_nothing: true,
        bounded_queries: true,
        return_by_row: true,
        check_condition: true,
        return_once: true,
        fence: true,
        one_get: true,
        sweeper_waits: true,
        renew_entries: true,
        wait_for_writers: true,
        rewrite_late: true,
        list_indexes: true,
        confirm_drop: true,
        wait_once_more: true,
        confirm_state: true,
        compare_generations: true,
    };
}
