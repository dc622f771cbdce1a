//! The rules as switches, so that the model checker can show the purpose of each: see [`Rules`].

use hbase_index::protocol::{Rules, WaitStart};

/// Declares a switch for each rule that holds or not: the method of [`Rules`] returns the field of its name.
macro_rules! switches {
    ($($(#[$doc:meta])* $rule:ident,)*) => {
        /// The rules of a case; one that is off makes the search find a violation.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        #[allow(
            clippy::struct_excessive_bools,
            reason = "each rule is one independent switch"
        )]
        pub(crate) struct Switches {
            $($(#[$doc])* pub(crate) $rule: bool,)*
            /// When the wait before a deletion starts.
            pub(crate) wait_from: WaitStart,
        }

        impl Switches {
            /// The protocol.
            pub(crate) const ALL: Self = Self {
                $($rule: true,)*
                wait_from: WaitStart::Acknowledgement,
            };
        }

        impl Rules for Switches {
            $(fn $rule(self) -> bool {
                self.$rule
            })*

            fn wait_from(self) -> WaitStart {
                self.wait_from
            }
        }
    };
}

switches! {
    /// Off: a stamp is the clock's time.
    stamp_above_old,
    /// Off: a row's write is unconditional.
    check_stamp,
    /// Off: the condition looks for any stamp at the timestamp.
    compare_values,
    /// Off: a writer recognizes its write by the timestamp.
    unique_ids,
    /// Off: a row without a stamp has no old timestamp.
    newest_without_stamp,
    /// Off: a row with a stamp has no newer cells.
    stamp_above_newest,
    /// Off: entries are put after the row.
    entries_first,
    /// Off: entries that were put ahead are those of the row's write, whatever its stamp is.
    put_once_more,
    /// Off: old entries are deleted at once.
    wait_before_delete,
    /// Off: entries are deleted up to the server's time.
    delete_up_to_old,
    /// Off: a writer whose check failed deletes the entries that it put.
    loser_deletes_nothing,
    /// Off: a query of several values may take any time.
    bounded_queries,
    /// Off: a row is returned only for the entry of its current value.
    return_by_row,
    /// Off: a row is returned without a comparison of its value with the condition.
    check_condition,
    /// Off: a row is returned for each of its entries.
    return_once,
    /// Off: a sweeper leaves stamps as they are.
    fence,
    /// Off: a sweeper reads value and stamp in two gets.
    one_get,
    /// Off: a sweeper deletes at once.
    sweeper_waits,
    /// Off: stamps of any age are removed.
    remove_old_stamps,
    /// Off: stamps of rows with cells are removed.
    remove_stamps_of_gone_rows,
    /// Off: a write puts only the changed entries.
    renew_entries,
    /// Off: a backfill starts at once.
    wait_for_writers,
    /// Off: a write that was acknowledged late is left as it is.
    rewrite_late,
    /// Off: a late write whose outcome is unknown is left as it is.
    rewrite_unknown,
    /// Off: a write that has nothing to write leaves the row as it is.
    renew_unchanged,
    /// Off: a build does not list its index.
    list_indexes,
    /// Off: a removal drops the table without a further read of the state.
    confirm_drop,
    /// Off: a build does not compare the tables before and after its wait.
    compare_tables,
    /// Off: a query reads the entries of an index that is not readable.
    read_rows_before_entries,
    /// Off: a query reads the state only before its first scan.
    confirm_state,
    /// Off: queries compare only phases.
    compare_generations,
}
