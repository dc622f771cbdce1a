//! The protocol's proof: every interleaving of small cases, by the machines that the driver runs.
//!
//! `cargo test -p hbase-index --test model` searches small cases, and shows for each rule that the
//! search finds a violation without it. The full search takes minutes:
//! `cargo test -p hbase-index --test model -- --ignored --nocapture`.

mod actions;
mod ahead;
mod case;
mod domain;
mod full;
mod generations;
mod gone;
mod hasher;
mod late;
mod lifecycle;
mod listing;
mod managers;
mod new_rows;
mod reader;
mod remover;
mod search;
mod small;
mod store;
mod sweeper;
mod switches;
mod tables;
mod teeth;
mod traces;
mod unfinished;
mod world;
mod writer;
