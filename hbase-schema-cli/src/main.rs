//! The command `hbase-schema`; see the library for what it does.

use std::process::ExitCode;

fn main() -> ExitCode {
    hbase_schema_cli::run()
}
