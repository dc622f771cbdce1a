//! The driver's calls, one after the other, on the embedded store.

mod ahead;
mod bulk;
mod capabilities;
mod clean_up;
mod create;
mod definitions;
mod described;
mod held;
mod late;
mod late_drop;
mod lifecycle;
mod limited;
mod limits;
#[path = "../support/manual_clocks.rs"]
mod manual_clocks;
mod new_rows;
mod paging;
mod queries;
mod setup;
mod sweeps;
#[path = "../support/test_clocks.rs"]
mod test_clocks;
mod undecodable;
mod verify;
mod writes;
