//! Which rows: from the parts of a key to ranges of rows.
//!
//! Every table has a builder, `Call::scan()`, whose methods are the parts of its key. Its type says
//! which part comes next and what is known of the salt, so that what cannot be asked for does not
//! compile, and what a question costs can be read off its type.

mod arg;
mod builder;
mod bytes;
mod check;
mod cost;
mod prefix;
mod ranges;
mod salts;
mod state;
mod typed;

pub use arg::{KeyArg, KeyValue};
pub use builder::KeyScan;
pub use check::PartCheck;
pub use cost::{
    Cost, FanOut, Full, FullBySalt, InKeyOrder, KeyOrder, One, Point, SaltOrder, UpTo, Wider,
};
pub use prefix::{Prefix, PrefixPart, prefix};
pub use ranges::{KeyQuery, KeyRanges, RowRange, ScanStart};
pub use state::{
    All, Asks, At, Done, Ended, Known, Loose, Pending, Ranged, SaltState, Start, Takes, Unsalted,
    Wide,
};
#[doc(hidden)]
pub use typed::TypedScan;
