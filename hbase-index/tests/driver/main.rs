//! The driver's calls, one after the other, on the embedded store.

mod ahead;
mod bulk;
mod capabilities;
mod clean_up;
mod create;
mod definitions;
mod described;
mod due;
mod gone;
mod held;
mod hooked;
mod late;
mod late_drop;
mod late_lost;
mod lifecycle;
mod limited;
mod limits;
#[path = "../support/manual_clocks.rs"]
mod manual_clocks;
mod new_rows;
mod newer;
mod own_clock;
mod paging;
mod queries;
mod setup;
mod sweeps;
#[path = "../support/test_clocks.rs"]
mod test_clocks;
mod undecodable;
mod unfinished;
mod verify;
mod writes;
