//! Checks that `schema/` matches the structs: stale files fail the build, and
//! `HBASE_SCHEMA_WRITE=1 cargo build -p hbase-schema-example-build` writes them.

use hbase_schema_build::text::KeyMapping;
use hbase_schema_build::{Generate, GenerateError};

fn main() -> Result<(), GenerateError> {
    Generate::new()
        .out("schema")
        .hive(KeyMapping::Parts)
        .phoenix(KeyMapping::Parts)
        .check()
}
