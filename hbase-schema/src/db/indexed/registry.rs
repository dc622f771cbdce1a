//! The tables with indexes of a connection.

use std::any::TypeId;
use std::collections::HashMap;
use std::sync::{Arc, Mutex};

use hbase_index::IndexedTable;

/// The tables with indexes that were used with default settings, by their struct.
pub(in crate::db) type Registry = Mutex<HashMap<TypeId, Arc<IndexedTable>>>;
