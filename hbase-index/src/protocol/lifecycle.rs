//! The states of an index, and the transitions between them.

/// The use of an index by writers and queries.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Phase {
    /// The index does not exist: writers put no entries.
    Dropped,
    /// Writers put entries; writers that do not may still be running.
    WriteOnly,
    /// Every writer puts entries; those of older rows are being added.
    Backfilling,
    /// Complete.
    Readable,
    /// Writers put no entries; writers that do may still be running.
    Dropping,
}

impl Phase {
    /// The phase in words: `readable`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Dropped => "not built",
            Self::WriteOnly => "waiting for older writers",
            Self::Backfilling => "being filled",
            Self::Readable => "readable",
            Self::Dropping => "being dropped",
        }
    }
}

/// The phase of an index, and how often it has changed. No two states have the same generation, so that a query
/// notices an index that was dropped and recreated.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct IndexState {
    /// The number of changes so far.
    pub generation: u64,
    /// The phase.
    pub phase: Phase,
}

impl IndexState {
    /// The generation of the first state that differs from [`NONE`](Self::NONE): write-only.
    pub(super) const FIRST: u64 = 1;

    /// The state of an index that never existed.
    pub const NONE: Self = Self {
        generation: 0,
        phase: Phase::Dropped,
    };

    /// Whether writers put entries.
    pub fn is_written(self) -> bool {
        !matches!(self.phase, Phase::Dropped | Phase::Dropping)
    }

    /// The next state, in another phase.
    pub fn next(self, phase: Phase) -> Self {
        Self {
            generation: self.generation + 1,
            phase,
        }
    }
}

/// A request of [`Build`](super::Build) or [`Removal`](super::Removal). `M` is a moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildRequest<M> {
    /// Reads the state.
    ReadState,
    /// Creates the index table if it is missing, with an identifier of its own.
    CreateTable,
    /// Reads whether the table with the rows was ever dropped.
    ReadDropped,
    /// Creates the table with the rows if it is missing.
    CreateRows,
    /// Lists the index among those of its table, so that writers that do not know it reject their writes.
    List {
        /// The state at which it is listed: later than every state at which it was removed.
        state: IndexState,
    },
    /// Removes the index from those of its table, if it was listed at an earlier state.
    Unlist {
        /// The state.
        state: IndexState,
    },
    /// Changes the state if it is still `from`.
    SetState {
        /// The state as read or set before.
        from: IndexState,
        /// The new state.
        to: IndexState,
    },
    /// Waits until every write that started before `since` has ended.
    WaitForWriters {
        /// The start.
        since: M,
    },
    /// Adds the entries of all rows, and verifies them.
    Backfill,
    /// Drops the index table if it exists, within the maximum duration of a write after the state was read.
    DropTable,
}

/// The response to a [`BuildRequest`].
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildResponse {
    /// The state.
    Current(IndexState),
    /// Whether the state was changed.
    Changed(bool),
    /// The index table exists. Each creation has another identifier.
    Table(u128),
    /// Whether the table with the rows was ever dropped.
    Dropped(bool),
    /// The table with the rows exists, and whether this build has created it.
    Created(bool),
    /// Done.
    Done,
    /// The request failed, or it is unknown whether it took effect.
    Failed,
}

/// The outcome of a build or a removal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum BuildOutcome {
    /// The index has the requested phase.
    Done,
    /// Another process changed the state, or the state does not allow this.
    Superseded,
    /// A request failed; it can be resumed.
    Failed,
}

/// Attempts to change a state that others change meanwhile.
pub(super) const ATTEMPTS: u8 = 4;

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(super) enum Step<M> {
    Reading,
    CreatingTable(IndexState),
    Setting {
        from: IndexState,
        phase: Phase,
    },
    Listing(IndexState),
    /// Reads whether the table with the rows was dropped, for an index that no process has built before.
    ReadingDropped(IndexState),
    /// Creates the table with the rows. If it is new, all of its writers know the index if `is_first` is set.
    CreatingRows {
        state: IndexState,
        is_first: bool,
    },
    /// Reads which table exists when the wait starts.
    NotingTable(IndexState),
    Waiting {
        state: IndexState,
        since: M,
        /// The table that existed then; `None` for a removal, which compares none.
        table: Option<u128>,
    },
    /// Checks that it is still that table: a late removal of an earlier index may have dropped it, and another
    /// build may have recreated it.
    ComparingTable {
        state: IndexState,
        table: u128,
    },
    Backfilling(IndexState),
    /// Checks that the state still allows dropping the table.
    Confirming(IndexState),
    DroppingTable(IndexState),
    Unlisting(IndexState),
    Done(BuildOutcome),
}

impl<M: Copy> Step<M> {
    pub(super) fn request(self) -> Option<BuildRequest<M>> {
        match self {
            Self::Reading | Self::Confirming(_) => Some(BuildRequest::ReadState),
            Self::CreatingTable(_) | Self::NotingTable(_) | Self::ComparingTable { .. } => {
                Some(BuildRequest::CreateTable)
            }
            Self::ReadingDropped(_) => Some(BuildRequest::ReadDropped),
            Self::CreatingRows { .. } => Some(BuildRequest::CreateRows),
            Self::Setting { from, phase } => Some(BuildRequest::SetState {
                from,
                to: from.next(phase),
            }),
            Self::Listing(state) => Some(BuildRequest::List { state }),
            Self::Unlisting(state) => Some(BuildRequest::Unlist { state }),
            Self::Waiting { since, .. } => Some(BuildRequest::WaitForWriters { since }),
            Self::Backfilling(_) => Some(BuildRequest::Backfill),
            Self::DroppingTable(_) => Some(BuildRequest::DropTable),
            Self::Done(_) => None,
        }
    }

    pub(super) fn outcome(self) -> Option<BuildOutcome> {
        match self {
            Self::Done(outcome) => Some(outcome),
            _ => None,
        }
    }

    /// After a change of the state that came too late: reads it once more, a few times.
    pub(super) fn retry(attempts: &mut u8) -> Self {
        match attempts.checked_sub(1) {
            Some(left) => {
                *attempts = left;
                Self::Reading
            }
            None => Self::Done(BuildOutcome::Superseded),
        }
    }

    pub(super) fn map_moment(&mut self, map: impl Fn(M) -> M) {
        if let Self::Waiting { since, .. } = self {
            *since = map(*since);
        }
    }
}

/// Declares a machine of the lifecycle: a struct, and all of its functions but `respond`.
macro_rules! machine {
    ($(#[$doc:meta])* $machine:ident $({ $($(#[$of_field:meta])* $field:ident: $type:ty,)* })?) => {
        $(#[$doc])*
        #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
        pub struct $machine<M> {
            step: Step<M>,
            attempts: u8,
            $($($(#[$of_field])* $field: $type,)*)?
        }

        impl<M: Copy> Default for $machine<M> {
            fn default() -> Self {
                Self {
                    step: Step::Reading,
                    attempts: $crate::protocol::lifecycle::ATTEMPTS,
                    $($($field: Default::default(),)*)?
                }
            }
        }

        impl<M: Copy> $machine<M> {
            /// The next request; `None` at the end.
            pub fn request(&self) -> Option<$crate::protocol::BuildRequest<M>> {
                self.step.request()
            }

            /// The outcome, at the end.
            pub fn outcome(&self) -> Option<BuildOutcome> {
                self.step.outcome()
            }

            /// Replaces the start of the wait, which a model renumbers.
            #[doc(hidden)]
            pub fn map_moment(mut self, map: impl Fn(M) -> M) -> Self {
                self.step.map_moment(map);
                self
            }
        }
    };
}
pub(super) use machine;
