//! Row keys by policy: JSON files that make `HBase` row keys from the columns of relational tables.
//!
//! A [`RowKeyPolicy`] is read from JSON, [checked](RowKeyPolicy::check), [previewed](RowKeyPolicy::preview)
//! and compiled to a [`KeyMaker`], which makes the key of each row from its columns' values.
//!
//! ```
//! use hbase_row_key_policy::{KeyMaker, RowKeyPolicy};
//!
//! let json = r#"[{"DATA_TYPE":"DATA_TYPE","PUBLISH_TIME":"PUBLISH_TIME"},
//!     {"columnName":"PUBLISH_TIME","length":14,"numberStep":1,"prefixChar":"","prefixNumber":0,
//!      "replaceChar":"","replaceSourceChar":"- :","splitChar":".","startNumber":1,"suffixChar":"0",
//!      "suffixNumber":0,"value":"2015-12-26 12:24:00"},
//!     {"columnName":"DATA_TYPE","length":4,"numberStep":1,"prefixChar":"","prefixNumber":0,
//!      "replaceChar":"","replaceSourceChar":"","splitChar":"","startNumber":1,"suffixChar":"0",
//!      "suffixNumber":0,"value":"D1"}]"#;
//! let policy = RowKeyPolicy::from_json(json)?;
//! assert!(policy.columns().eq(["PUBLISH_TIME", "DATA_TYPE"]));
//!
//! let mut maker = KeyMaker::new(&policy)?;
//! let mut key = Vec::new();
//! maker.key(&[Some("2015-08-12 16:35:00"), Some("D01")], &mut policy.counter(), &mut key)?;
//! assert_eq!(key, b"20150812163500.D010");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Format
#![doc = include_str!("format.md")]

mod check;
mod error;
mod finding;
mod json_schema;
mod maker;
mod members;
mod numbers;
mod policy;
mod position;
mod preview;
mod read;
mod replacement;
mod salt_kinds;
mod write;

pub use error::{KeyError, KeyRule, NumberError, PolicyError};
pub use finding::{PolicyFinding, Severity};
pub use json_schema::json_schema;
pub use maker::{KeyMaker, Operation};
pub use members::{MemberType, PolicyMember, TEXT_MEMBERS};
pub use policy::{
    PolicyPart, RegexReplacement, RowKeyPolicy, RunningNumber, SaltInput, SaltPart, TextPart,
};
pub use position::Position;
pub use preview::{KeyPreview, PartPreview};
pub use read::locate;
