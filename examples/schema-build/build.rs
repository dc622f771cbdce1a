//! Keeps `schema/` as the structs say: `HBASE_SCHEMA_WRITE=1 cargo build -p hbase-schema-example-build`
//! writes it after a change, and without that the build fails and lists what is stale.

use hbase_schema_build::text::KeyAs;
use hbase_schema_build::{Generate, GenerateError};

fn main() -> Result<(), GenerateError> {
    Generate::new()
        .out("schema")
        .hive(KeyAs::Parts)
        .phoenix(KeyAs::Parts)
        .check()
}
