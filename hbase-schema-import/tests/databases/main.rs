//! Databases as sources.
//!
//! Those of servers run by `tests/databases/databases with cargo test -p hbase-schema-import --all-features --test databases
//! -- --include-ignored`.

mod kit;
#[cfg(feature = "mysql")]
mod mariadb;
#[cfg(feature = "postgres")]
mod postgres;
mod sources;
#[cfg(feature = "sqlite")]
mod sqlite;
