//! The command `hbase-schema`; see the library.

use std::process::ExitCode;

fn main() -> ExitCode {
    hbase_schema_cli::run()
}
