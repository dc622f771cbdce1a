//! Pages of results, and the cursors that continue them.

pub(super) mod cursor;
pub(super) mod page;
pub(super) mod position;
pub(super) mod query_id;
pub(super) mod read;
pub(super) mod stream;

pub use cursor::{Cursor, CursorError};
pub use page::Page;
pub use stream::ItemStream;
