//! Locks of layouts: the facts of tables as lines of text, their hashes, and the rules of their changes.
//!
//! A fact is what determines the bytes of rows, or which cells are kept: a key part, a column, a family, an index. It follows
//! from the constants of the types, never from how they are spelled. The same functions write facts in consts, from a struct's
//! schema, and at run time, from a described table. So a program, the compiler and the command compare the same lines:
//!
//! ```text
//! SHOP:ORDER_BOOK cell D1 CENTS u64 java required 59d7a2c1b0e4f386
//! ```
//!
//! A line is the table, a keyword, the words that name the fact, its value, and the hash of all words. The fingerprint of a
//! table is the sum of its facts' mixed hashes, so that their order does not matter. These lines begin with another word after
//! the table:
//!
//! | word | meaning |
//! |---|---|
//! | `was` | an earlier fact, which existing rows may have, and whose place another one took |
//! | `removed` | an earlier fact, which existing rows may have, and which is gone |
//! | `except` | the hash of a change that is allowed, and the reason |
//! | `excepted` | the same, after the change was recorded: it allows nothing more |
//! | `layout` | the number of the layout, from 2 |

mod buffer;
mod cell;
mod cell_change;
mod change;
mod class;
mod columns;
mod compare;
mod contradiction;
mod difference;
pub(crate) mod encoding;
mod error;
mod fact_change;
mod facts;
mod file;
mod hash;
#[doc(hidden)]
pub mod hashed;
mod help;
mod key;
mod kind;
mod line;
mod message;
mod record;
mod rule;
mod rules;
mod subject;
mod table;
mod table_lines;
mod unknown;
mod update;
mod word;
mod writer;

pub use change::{Change, Fact};
pub use class::Class;
pub use compare::Comparison;
pub use contradiction::Contradiction;
pub use difference::Difference;
pub use error::{LockError, LockErrorKind};
pub use facts::{LockedCell, LockedDynamic, TableFacts};
pub use file::{LOCK_FILE, LockFile, LockedTable};
pub use message::Message;
pub use record::{LayoutRecord, MAX_RECORD, RECORD_PREFIX};
pub use rule::Rule;
pub use rules::{RULES, rule_of};
pub(crate) use word::rendered;
pub use writer::FactWriter;
