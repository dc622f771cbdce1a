//! The example `weather` with one more line: an index of its rain. The build script inserts the line.

include!(concat!(env!("OUT_DIR"), "/weather_indexed.rs"));
