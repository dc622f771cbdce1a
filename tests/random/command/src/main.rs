//! The command `hbase-schema`. Tests find a binary of their own package only.

use std::process::ExitCode;

fn main() -> ExitCode {
    hbase_schema_cli::run()
}
