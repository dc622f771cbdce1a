//! The command, as its users start it.

mod cases;
mod completions;
mod import_interrupted;
mod import_stdin;
mod indexes;
mod lock;
mod migrations;
mod numbers;
mod pictures;
mod plot;
mod policy_store;
mod queries;
mod recorded;
mod robust;
