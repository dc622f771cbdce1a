//! Queries by row key: convert key parts to ranges of rows.
//!
//! Every table has a builder, `Call::scan()`, with a method per key part. Its type contains the
//! next part and the state of the salt, so that an invalid scan does not compile, and its
//! [cost](Cost) is part of its type.

mod any;
mod arg;
mod builder;
mod bytes;
mod check;
mod condition;
mod cost;
mod cover;
mod key_query;
mod lists;
mod match_patterns;
mod matches;
mod part;
mod pattern;
mod patterns;
mod prefix;
mod range_list;
mod ranges;
mod resolve;
mod row_range;
mod salts;
mod several;
mod skip;
mod times;
mod type_state;
mod under;

pub use any::{Any, AnySalt, AnyWideSalt, Gap, Gapped, any};
pub use arg::{KeyArg, SingleValue};
#[doc(hidden)]
pub use builder::KeyScan;
pub use check::PartCheck;
pub use condition::KeyCondition;
pub use cost::{
    Cost, FanOut, Full, FullBySalt, HasOrder, InKeyOrder, KeyOrder, Matching, NoOrder, One, Point,
    Reversible, SaltOrder, Several, Skip, SkipOrder, SkipParts, UpTo, Wider,
};
pub use key_query::{KeyQuery, MatchingQuery, ScanStart};
pub use part::Part;
pub use prefix::{Prefix, PrefixPart, prefix};
pub use ranges::KeyRanges;
pub use row_range::RowRange;
pub use several::{IsIn, Ranges, is_in, ranges};
pub use type_state::{
    All, At, Done, Ended, Known, Loose, Multiple, Pending, Ranged, SaltState, Scannable, Start,
    Takes, Unsalted, Wide,
};
#[doc(hidden)]
pub use under::LabelsPart;
pub use under::{Under, under};

pub(crate) use times::Times;

pub(crate) use matches::{Matches, Way, fuzzy, gives_hints};
pub(crate) use row_range::key_of;
